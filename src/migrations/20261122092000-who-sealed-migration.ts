import { Migration } from '@mikro-orm/migrations';

export class WhoSealed20261122092000 extends Migration {
  override name = 'WhoSealed20261122092000';

  override up(): void {
    this.addSql(`alter table "log_state" add "disputes" jsonb not null default '{}';`);

    // Null in what is there: it was not recorded, and what was signed cannot be added to.
    this.addSql(`alter table "seal" add "submitter" text null;`);
    this.addSql(
      `alter table "seal" add constraint "seal_submitter_check" check ("submitter" in ('ANONYMOUS', 'INTEGRATION', 'PARTNER', 'OPERATOR', 'CUSTOMER', 'AGENT', 'SERVICE', 'UNKNOWN'));`,
    );
    this.addSql(`alter table "seal_status" add "changed_by" text null;`);
    this.addSql(
      `alter table "seal_status" add constraint "seal_status_changed_by_check" check ("changed_by" in ('OWNER', 'OPERATOR'));`,
    );
  }

  override down(): void {
    this.addSql(`alter table "seal_status" drop column "changed_by";`);
    this.addSql(`alter table "seal" drop column "submitter";`);
    this.addSql(`alter table "log_state" drop column "disputes";`);
  }
}
