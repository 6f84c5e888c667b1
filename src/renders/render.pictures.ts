import type { FindPicture, PictureSource } from '../assets/index.ts';
import type { Database } from '../platform/database/database.ts';

const ORIGINAL = {
  name: 'render_original',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type, 'byteSize', byte_size)
         from render where id = $1 and extension = $2 and asset_id is null`,
};

/** The pictures that are in no bank, by the ids of their renders. They come as they were drawn and in no other width. */
export function renderPictures(database: Database): FindPicture {
  return async (id, file) => {
    if (!('extension' in file)) return null;
    return (await database.readValue<PictureSource | undefined>(ORIGINAL, [id, file.extension])) ?? null;
  };
}
