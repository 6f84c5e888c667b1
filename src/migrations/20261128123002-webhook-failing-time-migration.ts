import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** A webhook is disabled by the time in which attempts were made, and a pause of the service isn't one. */
export class WebhookFailingTime20261128123002 extends SteppedMigration {
  override name = 'WebhookFailingTime20261128123002';

  override steps(): Step[] {
    return [
      change(
        `alter table "webhook" add column "failing_seconds" double precision not null default 0,
          add column "last_failed_at" timestamptz(6) null;`,
      ),
    ];
  }
}
