import { Migration } from '@mikro-orm/migrations';

export class WitnessPolicies20261121102026 extends Migration {
  override name = 'WitnessPolicies20261121102026';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "log_witness_policy" ("number" int not null, "quorum" smallint not null, "witnesses" text[] not null, "since" timestamptz(3) not null, primary key ("number"));`,
    );
    // What seals were held to at their time must not change after it. `refuse_change` came with the log's other tables.
    this.addSql(
      `create trigger "insert_only" before update or delete or truncate on "log_witness_policy" for each statement execute function refuse_change();`,
    );
    this.addSql(`revoke update, delete, truncate on "log_witness_policy" from current_user;`);

    this.addSql(`alter table "log_state" add "closed_size" bigint null;`);
    this.addSql(
      `create index "log_cosignature_log_witness_size_index" on "log_cosignature" ("log", "witness", "size");`,
    );

    this.addSql(`alter table "seal" drop constraint "seal_subject_check";`);
    this.addSql(`create index "seal_verifier_index" on "seal" ("log", "log_index") where "subject" = 'VERIFIER';`);
    this.addSql(
      `alter table "seal" add constraint "seal_subject_check" check ("subject" in ('TEXT', 'ASSET', 'VERIFIER'));`,
    );
  }
}
