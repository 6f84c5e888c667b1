import type { Database } from '../platform/database/database.ts';
import type { FindPicture, PictureSource } from './media.handler.ts';

const ORIGINAL = {
  name: 'asset_original',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type, 'byteSize', byte_size,
                                   'isWithheld', status not in ('LIVE', 'ARCHIVED'))
         from asset where id = $1 and extension = $2`,
};

/** The smallest rendition that is wide enough, or the largest there is: a small picture is never blown up. */
const RENDITION = {
  name: 'asset_rendition',
  text: `select json_build_object('sha256', rendition.sha256, 'extension', 'webp', 'mediaType', 'image/webp',
                                   'byteSize', rendition.byte_size, 'isWithheld', asset.status not in ('LIVE', 'ARCHIVED'))
         from rendition join asset on asset.id = rendition.asset_id
         where asset.id = $1
         order by rendition.width >= $2 desc, abs(rendition.width - $2) limit 1`,
};

/** The pictures of the bank. One that is held back or thrown away is for those who work with the bank. */
export function assetPictures(database: Database): FindPicture {
  return async (id, file) => {
    const found =
      'extension' in file
        ? await database.readValue<PictureSource | undefined>(ORIGINAL, [id, file.extension])
        : await database.readValue<PictureSource | undefined>(RENDITION, [id, file.widthPx]);
    return found ?? null;
  };
}
