import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blobKey } from '../../src/platform/storage/blob-store.ts';
import type { Api } from './api.ts';

/** Ways in which the bytes under a name stop being what they were. */
export const DAMAGES = {
  flipped: (file: string) => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = bytes[at]! ^ 1;
    writeFileSync(file, bytes);
  },
  cut: (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -1)),
  emptied: (file: string) => writeFileSync(file, ''),
  'grown by one byte': (file: string) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.of(0)])),
  'replaced by another picture': (file: string) => writeFileSync(file, Buffer.from('<svg xmlns="…"/>')),
} as const;
export type Damage = keyof typeof DAMAGES;

/** Where the bytes of a digest are. */
export function fileOf(dataDir: string, sha256: string, extension: string): string {
  return path.join(dataDir, 'blobs', blobKey(sha256, extension));
}

/** Each blob that rows name of one asset: the original and every rendition. */
export async function filesOfAsset(api: Pick<Api, 'database' | 'dataDir'>, assetId: string) {
  const [original] = await api.database.query<{ sha256: string; extension: string }>(
    'select sha256, extension from asset where id = $1',
    [assetId],
  );
  const renditions = await api.database.query<{ sha256: string; width: number }>(
    'select sha256, width from rendition where asset_id = $1 order by width',
    [assetId],
  );
  return {
    original: fileOf(api.dataDir, original!.sha256, original!.extension),
    renditions: renditions.map(({ sha256, width }) => ({ width, file: fileOf(api.dataDir, sha256, 'webp') })),
  };
}

export const removed = (file: string) => rmSync(file);
