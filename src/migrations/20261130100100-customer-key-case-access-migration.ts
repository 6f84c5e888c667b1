import { change, check, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** What a customer key may do with the cases of its customer. Existing keys may do nothing. */
export class CustomerKeyCaseAccess20261130100100 extends SteppedMigration {
  override name = 'CustomerKeyCaseAccess20261130100100';

  override steps(): Step[] {
    return [
      change(`alter table "customer_key" add column "case_access" text not null default 'NONE';`),
      ...check('customer_key', 'customer_key_case_access_check', `"case_access" in ('NONE', 'READ', 'WRITE')`),
    ];
  }
}
