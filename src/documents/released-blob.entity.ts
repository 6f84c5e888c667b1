import { defineEntity, p } from '@mikro-orm/core';

const ReleasedBlobSchema = defineEntity({
  name: 'ReleasedBlob',
  tableName: 'document_released_blob',
  properties: {
    key: p.string().length(80).primary(),
    releasedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Stored bytes of erased documents that possibly no version refers to any more. Deleted from the store, then the row goes. */
export class ReleasedBlob extends ReleasedBlobSchema.class {}
ReleasedBlobSchema.setClass(ReleasedBlob);
