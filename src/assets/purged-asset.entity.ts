import { defineEntity, p } from '@mikro-orm/core';

const PurgedAssetSchema = defineEntity({
  name: 'PurgedAsset',
  properties: {
    id: p.string().primary(),
    sha256: p.string().length(64),
    purgedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    purgedBy: p.string(),
  },
});

/** Record of a purged picture: its id, its digest, and when and by whom it was purged. It has nothing about the content. */
export class PurgedAsset extends PurgedAssetSchema.class {}
PurgedAssetSchema.setClass(PurgedAsset);

const PurgedBlobSchema = defineEntity({
  name: 'PurgedBlob',
  properties: {
    key: p.string().length(80).primary(),
    assetId: p.string(),
    purgedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Time at which the bytes were deleted from the store. Null until then; maintenance retries.
    goneAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['assetId'] }],
});

/**
 * Stored bytes that no row refers to any more. They are to be deleted from the store, or were deleted recently. A transaction
 * that is about to refer to the same bytes finds this row and stores them again.
 */
export class PurgedBlob extends PurgedBlobSchema.class {}
PurgedBlobSchema.setClass(PurgedBlob);
