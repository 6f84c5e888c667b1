import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Attempts say why the provider refused them. */
export class ProviderReason20261128074306 extends SteppedMigration {
  override name = 'ProviderReason20261128074306';

  override steps(): Step[] {
    return [change(`alter table "attempt" add column "provider_reason" text null`)];
  }
}
