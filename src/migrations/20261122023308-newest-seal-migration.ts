import { dropIndex, index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

export class NewestSeal20261122023308 extends SteppedMigration {
  override name = 'NewestSeal20261122023308';

  override steps(): Step[] {
    return [
      index(`create index "seal_asset_id_id_index" on "seal" ("asset_id", "id") where "asset_id" is not null`),
      dropIndex('seal_asset_id_index'),
    ];
  }
}
