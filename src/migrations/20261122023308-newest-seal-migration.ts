import { Migration } from '@mikro-orm/migrations';

export class NewestSeal20261122023308 extends Migration {
  override name = 'NewestSeal20261122023308';

  override up(): void | Promise<void> {
    this.addSql(`drop index "seal_asset_id_index";`);
    this.addSql(`create index "seal_asset_id_id_index" on "seal" ("asset_id", "id") where "asset_id" is not null;`);
  }
}
