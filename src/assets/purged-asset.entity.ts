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

/** Record of a purged picture: its id and digest, and nothing about its content. */
export class PurgedAsset extends PurgedAssetSchema.class {}
PurgedAssetSchema.setClass(PurgedAsset);

const PurgedBlobSchema = defineEntity({
  name: 'PurgedBlob',
  properties: {
    key: p.string().length(80).primary(),
    assetId: p.string(),
    purgedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Null until the bytes are deleted from the store. Maintenance retries.
    goneAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['assetId'] }],
});

/**
 * Bytes without a referring row that are to be deleted, or were deleted recently. A transaction that claims the same bytes finds
 * the row here and stores them again.
 */
export class PurgedBlob extends PurgedBlobSchema.class {}
PurgedBlobSchema.setClass(PurgedBlob);
