import type { Forget } from '../assets/index.ts';
import { sql } from '../platform/database/database.ts';

/**
 * Notes of the seals of erased pictures that the bytes are gone, in the transaction that erases them. Digest, statement and place in
 * the log stay: that these bytes were sealed can be shown to whoever has a copy.
 */
export const notePurge: Forget = async ({ em }, pictures) => {
  await sql(
    em,
    `update seal set bytes_purged_at = current_timestamp(3), asset_id = null
     where subject = 'ASSET' and (asset_id = any($1) or sha256 = any($2))`,
    [pictures.map(({ assetId }) => assetId), pictures.map(({ sha256 }) => sha256)],
  );
};
