import { change, check, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

export class WhoSealed20261122092000 extends SteppedMigration {
  override name = 'WhoSealed20261122092000';

  override steps(): Step[] {
    return [
      change(`alter table "log_state" add "disputes" jsonb not null default '{}'`),
      // Null in what is there: it was not recorded, and what was signed cannot be added to.
      change(`alter table "seal" add "submitter" text null`),
      ...check(
        'seal',
        'seal_submitter_check',
        `"submitter" in ('ANONYMOUS', 'INTEGRATION', 'PARTNER', 'OPERATOR', 'CUSTOMER', 'AGENT', 'SERVICE', 'UNKNOWN')`,
      ),
      change(`alter table "seal_status" add "changed_by" text null`),
      ...check('seal_status', 'seal_status_changed_by_check', `"changed_by" in ('OWNER', 'OPERATOR')`),
    ];
  }
}
