import type { Database } from '../platform/database/database.ts';
import { findOriginal, findRendition } from './asset.sql.ts';
import type { FindPicture, PictureSource } from './media.handler.ts';
import type { RenditionRemaker } from './rendition-remaker.ts';

/** Seconds that caches keep a rendition of another width that is served while the requested one can't be created. */
const SUBSTITUTE_SECONDS = 60;

/** Finds the files of pictures in the bank. Files of trashed and quarantined pictures are marked as withheld. */
export function assetPictures(database: Database, remaker: RenditionRemaker): FindPicture {
  return (id, file) =>
    'extension' in file ? findOriginal(database, id, file.extension) : renditionOf(database, remaker, id, file.widthPx);
}

async function renditionOf(
  database: Database,
  remaker: RenditionRemaker,
  id: string,
  widthPx: number,
): Promise<PictureSource | null> {
  const found = await findRendition(database, id, widthPx);
  if (!found || found.isMadeFor) return found;
  const again = (await remaker.remake(id)) ? await findRendition(database, id, widthPx) : found;
  return again && (again.isMadeFor ? again : { ...again, maxAgeSeconds: SUBSTITUTE_SECONDS });
}
