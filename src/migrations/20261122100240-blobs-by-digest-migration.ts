import { index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

export class BlobsByDigest20261122100240 extends SteppedMigration {
  override name = 'BlobsByDigest20261122100240';

  override steps(): Step[] {
    return [
      index(`create index "render_sha256_index" on "render" ("sha256")`),
      index(`create index "rendition_sha256_index" on "rendition" ("sha256")`),
    ];
  }
}
