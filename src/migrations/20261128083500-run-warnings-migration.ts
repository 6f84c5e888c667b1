import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Runs keep their warnings, so that they can be read later. */
export class RunWarnings20261128083500 extends SteppedMigration {
  override name = 'RunWarnings20261128083500';

  override steps(): Step[] {
    return [change(`alter table "run" add column "warnings" jsonb null`)];
  }
}
