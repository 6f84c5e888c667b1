import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Keys of every kind can be rotated, so each knows its lineage, and links of partners have a name and issuers, as other keys have. */
export class OneLifeOfKeys20261128170000 extends SteppedMigration {
  override name = 'OneLifeOfKeys20261128170000';

  override steps(): Step[] {
    return [
      change(`alter table "agent_key" add column "lineage_id" varchar(255) null;`),
      change(`alter table "operator_token" add column "lineage_id" varchar(255) null;`),
      change(
        `alter table "partner_token" add column "lineage_id" varchar(255) null, add column "name" text null,
          add column "issuers" text[] not null default '{}';`,
      ),
    ];
  }
}
