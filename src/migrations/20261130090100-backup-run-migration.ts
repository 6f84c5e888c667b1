import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Attempts to back up, so that the health report can say how old the last backup is. */
export class BackupRun20261130090100 extends SteppedMigration {
  override name = 'BackupRun20261130090100';

  override steps(): Step[] {
    return [
      change(
        `create table "backup_run" ("id" bigserial primary key, "ended_at" timestamptz(3) not null default current_timestamp(3), "name" varchar(64) null, "failure" text null, "duration_ms" bigint not null, "byte_size" bigint null, "pictures" bigint null);`,
      ),
    ];
  }
}
