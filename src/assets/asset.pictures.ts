import type { Database } from '../platform/database/database.ts';
import { findOriginal, findRendition } from './asset.sql.ts';
import type { FindPicture, PictureSource } from './media.handler.ts';
import type { RenditionRemaker } from './rendition-remaker.ts';

/** Duration for which caches keep a rendition of another width. It is replaced as soon as the right one can be made. */
const STAND_IN_SECONDS = 60;

/** The pictures of the bank. One that is held back or thrown away is for those who work with the bank. */
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
  return again && (again.isMadeFor ? again : { ...again, maxAgeSeconds: STAND_IN_SECONDS });
}
