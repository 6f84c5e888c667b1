import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Changes of a seal's status say who made them. Older ones only say whether it was the owner or an operator. */
export class SealStatusActor20261129191500 extends SteppedMigration {
  override name = 'SealStatusActor20261129191500';

  override steps(): Step[] {
    return [change(`alter table "seal_status" add column "actor" varchar(255) null;`)];
  }
}
