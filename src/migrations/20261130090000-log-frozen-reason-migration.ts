import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * A restored database can say why its log accepts no entries. All processes read that with the log's size. `restore` adds the
 * column itself to the tables of an earlier release.
 */
export class LogFrozenReason20261130090000 extends SteppedMigration {
  override name = 'LogFrozenReason20261130090000';

  override steps(): Step[] {
    return [change(`alter table "log_state" add column if not exists "frozen_reason" text null;`)];
  }
}
