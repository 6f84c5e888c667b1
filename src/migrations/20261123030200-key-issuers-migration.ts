import { Migration } from '@mikro-orm/migrations';

const KEYS = [
  ['customer_key', 'created_by'],
  ['agent_key', 'created_by'],
  ['operator_token', 'issued_by'],
] as const;

/** Keys and tokens name the persons who could have kept them. Of those that there are, who issued them is known. */
export class KeyIssuers20261123030200 extends Migration {
  override name = 'KeyIssuers20261123030200';

  override up(): void {
    for (const [table, issuer] of KEYS) {
      this.addSql(`alter table "${table}" add column "issuers" text[] not null default '{}';`);
      // Not the token of the start, which stands for no person.
      this.addSql(
        `update "${table}" set "issuers" = array["${issuer}"] where "${issuer}" ~ '^(operator:op_|customer:)';`,
      );
    }
  }

  override down(): void {
    for (const [table] of KEYS) this.addSql(`alter table "${table}" drop column "issuers";`);
  }
}
