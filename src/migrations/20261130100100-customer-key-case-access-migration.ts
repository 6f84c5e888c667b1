import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** What a customer key may do with the cases of its customer. Existing keys may do nothing. */
export class CustomerKeyCaseAccess20261130100100 extends SteppedMigration {
  override name = 'CustomerKeyCaseAccess20261130100100';

  override steps(): Step[] {
    return [
      change(
        `alter table "customer_key" add column "case_access" text check ("case_access" in ('NONE', 'READ', 'WRITE')) not null default 'NONE';`,
      ),
    ];
  }
}
