import type { Database } from '../platform/database/database.ts';
import { findOriginal, findRendition } from './asset.sql.ts';
import type { FindPicture } from './media.handler.ts';

/** The pictures of the bank. One that is held back or thrown away is for those who work with the bank. */
export function assetPictures(database: Database): FindPicture {
  return (id, file) =>
    'extension' in file ? findOriginal(database, id, file.extension) : findRendition(database, id, file.widthPx);
}
