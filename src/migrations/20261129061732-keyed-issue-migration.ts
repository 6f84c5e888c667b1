import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Adds the table of idempotency keys, with the id of the object that each has issued. */
export class KeyedIssue20261129061732 extends SteppedMigration {
  override name = 'KeyedIssue20261129061732';

  override steps(): Step[] {
    return [
      change(
        `create table "keyed_issue" ("caller" varchar(255) not null, "key" varchar(255) not null,
          "mutation" varchar(255) not null, "request_hash" varchar(64) not null, "subject_id" varchar(255) not null,
          "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("caller", "key"));`,
        `create index "keyed_issue_created_at_index" on "keyed_issue" ("created_at");`,
      ),
    ];
  }
}
