import type { FindPicture, PictureSource } from '../assets/index.ts';
import type { Database } from '../platform/database/database.ts';

const ORIGINAL = {
  name: 'render_original',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type, 'byteSize', byte_size,
           'maxAgeSeconds', floor(extract(epoch from expires_at - now()))::int)
         from render where id = $1 and extension = $2 and asset_id is null and (expires_at is null or expires_at > now())`,
};

const DRAWN = {
  name: 'drawn_picture',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type, 'byteSize', byte_size,
           'maxAgeSeconds', floor(extract(epoch from expires_at - now()))::int)
         from drawn_picture where id = $1 and extension = $2 and expires_at > now()`,
};

/** The pictures that are in no bank, by the ids of their renders. They come as they were drawn and in no other width. */
export const renderPictures = (database: Database) => originals(database, ORIGINAL);

/** The pictures that were handed out by a link, by their own ids. */
export const drawnPictures = (database: Database) => originals(database, DRAWN);

function originals(database: Database, statement: typeof ORIGINAL): FindPicture {
  return async (id, file) => {
    if (!('extension' in file)) return null;
    return (await database.readValue<PictureSource | undefined>(statement, [id, file.extension])) ?? null;
  };
}
