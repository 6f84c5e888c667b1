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

/** What is left of a picture that was erased for good: that there was one, and which bytes it had. Nothing of what it showed. */
export class PurgedAsset extends PurgedAssetSchema.class {}
PurgedAssetSchema.setClass(PurgedAsset);

const PurgedBlobSchema = defineEntity({
  name: 'PurgedBlob',
  properties: {
    key: p.string().length(80).primary(),
    assetId: p.string(),
    purgedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Null until the bytes are off the disk: upkeep goes on with what was left.
    goneAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['assetId'] }],
});

/**
 * Bytes that no row names any more, to be deleted, or deleted a while ago. Whoever is about to name the same bytes finds the row
 * here and puts them once more.
 */
export class PurgedBlob extends PurgedBlobSchema.class {}
PurgedBlobSchema.setClass(PurgedBlob);
