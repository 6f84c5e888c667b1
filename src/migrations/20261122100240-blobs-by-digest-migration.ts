import { Migration } from '@mikro-orm/migrations';

export class BlobsByDigest20261122100240 extends Migration {
  override name = 'BlobsByDigest20261122100240';

  override up(): void | Promise<void> {
    this.addSql(`create index "render_sha256_index" on "render" ("sha256");`);
    this.addSql(`create index "rendition_sha256_index" on "rendition" ("sha256");`);
  }
}
