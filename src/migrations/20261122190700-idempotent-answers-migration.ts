import { change, check, index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

export class IdempotentAnswers20261122190700 extends SteppedMigration {
  override name = 'IdempotentAnswers20261122190700';

  override steps(): Step[] {
    return [
      change(
        `create table "idempotent_answer" ("id" varchar(64) not null, "kind" text not null, "request_sha256" varchar(64) not null, "run_id" varchar(255) not null, "state" text not null, "answer" bytea null, "claimed_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"))`,
        `create index "idempotent_answer_run_id_index" on "idempotent_answer" ("run_id")`,
        `create index "idempotent_answer_expires_at_index" on "idempotent_answer" ("expires_at")`,
        `alter table "idempotent_answer" add constraint "idempotent_answer_kind_check" check ("kind" in ('TEXT', 'IMAGE'))`,
        `alter table "idempotent_answer" add constraint "idempotent_answer_state_check" check ("state" in ('UNDER_WAY', 'KEPT', 'NOT_KEPT'))`,
        `alter table "run" add "output_text_sha256" varchar(64) null`,
      ),
      change(`alter table "seal" add "run_id" varchar(255) null`),
      ...check('seal', 'seal_subject_check', `"subject" in ('TEXT', 'ASSET', 'VERIFIER', 'OUTPUT')`),
      index(`create index "seal_run_id_id_index" on "seal" ("run_id", "id") where "run_id" is not null`),
    ];
  }
}
