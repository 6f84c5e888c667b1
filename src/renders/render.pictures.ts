import type { FindPicture } from '../assets/index.ts';
import type { Database } from '../platform/database/database.ts';
import { findDrawnPicture, findFile } from './render.sql.ts';

/** Finds pictures that aren't in the bank, by the ids of their renders. They have no other width than the one they were drawn in. */
export function renderPictures(database: Database): FindPicture {
  return async (id, file) => ('extension' in file ? findFile(database, id, file.extension) : null);
}

/** Finds pictures that were handed out by a link, by their own ids. */
export function drawnPictures(database: Database): FindPicture {
  return async (id, file) => ('extension' in file ? findDrawnPicture(database, id, file.extension) : null);
}
