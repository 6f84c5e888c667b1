import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Drops a table that only Better Auth used. Its rows were good for some minutes. */
export class DropVerifications20261128120100 extends SteppedMigration {
  override name = 'DropVerifications20261128120100';

  override steps(): Step[] {
    return [change('drop table "operator_verification"')];
  }
}
