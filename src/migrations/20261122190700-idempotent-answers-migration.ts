import { Migration } from '@mikro-orm/migrations';

export class IdempotentAnswers20261122190700 extends Migration {
  override name = 'IdempotentAnswers20261122190700';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "idempotent_answer" ("id" varchar(64) not null, "kind" text not null, "request_sha256" varchar(64) not null, "run_id" varchar(255) not null, "state" text not null, "answer" bytea null, "claimed_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "idempotent_answer_run_id_index" on "idempotent_answer" ("run_id");`);
    this.addSql(`create index "idempotent_answer_expires_at_index" on "idempotent_answer" ("expires_at");`);
    this.addSql(
      `alter table "idempotent_answer" add constraint "idempotent_answer_kind_check" check ("kind" in ('TEXT', 'IMAGE'));`,
    );
    this.addSql(
      `alter table "idempotent_answer" add constraint "idempotent_answer_state_check" check ("state" in ('UNDER_WAY', 'KEPT', 'NOT_KEPT'));`,
    );

    this.addSql(`alter table "run" add "output_text_sha256" varchar(64) null;`);

    this.addSql(`alter table "seal" add "run_id" varchar(255) null;`);
    this.addSql(`alter table "seal" drop constraint "seal_subject_check";`);
    this.addSql(
      `alter table "seal" add constraint "seal_subject_check" check ("subject" in ('TEXT', 'ASSET', 'VERIFIER', 'OUTPUT'));`,
    );
    this.addSql(`create index "seal_run_id_id_index" on "seal" ("run_id", "id") where "run_id" is not null;`);
  }
}
