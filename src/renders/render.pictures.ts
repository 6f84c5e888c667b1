import type { FindPicture } from '../assets/index.ts';
import type { Database } from '../platform/database/database.ts';
import { findDrawnPicture, findFile } from './render.sql.ts';

/**
 * Finds pictures that aren't in the bank, by the id of their render. These pictures have no renditions, only the original file.
 */
export function renderPictures(database: Database): FindPicture {
  return async (id, file) => ('extension' in file ? findFile(database, id, file.extension) : null);
}

/** Finds pictures that were returned as links, by their id. */
export function drawnPictures(database: Database): FindPicture {
  return async (id, file) => ('extension' in file ? findDrawnPicture(database, id, file.extension) : null);
}
