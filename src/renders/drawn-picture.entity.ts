import { defineEntity, p } from '@mikro-orm/core';
import { newId } from '../platform/ids.ts';

const DrawnPictureSchema = defineEntity({
  name: 'DrawnPicture',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('drawnPicture')),
    sha256: p.string().length(64).index(),
    extension: p.string().length(8),
    mediaType: p.string(),
    byteSize: p.integer(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3).index(),
  },
});

/**
 * Picture that a response returned as a temporary link instead of its bytes. The row doesn't record who requested the picture, or
 * why.
 */
export class DrawnPicture extends DrawnPictureSchema.class {}
DrawnPictureSchema.setClass(DrawnPicture);
