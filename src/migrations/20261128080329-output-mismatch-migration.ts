import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Runs say how their answer misses the schema that was requested for it. */
export class OutputMismatch20261128080329 extends SteppedMigration {
  override name = 'OutputMismatch20261128080329';

  override steps(): Step[] {
    return [change(`alter table "run" add column "output_mismatch" varchar(255) null`)];
  }
}
