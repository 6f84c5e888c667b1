import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Decisions are signed with the approver’s passkey, if the approver has one. */
export class DecisionPasskeys20261129220000 extends SteppedMigration {
  override name = 'DecisionPasskeys20261129220000';

  override steps(): Step[] {
    return [change(`alter table "approval_decision" add column "passkey" jsonb null;`)];
  }
}
