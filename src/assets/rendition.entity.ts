import { defineEntity, p } from '@mikro-orm/core';
import { Asset } from './asset.entity.ts';

const RenditionSchema = defineEntity({
  name: 'Rendition',
  properties: {
    asset: () => p.manyToOne(Asset).ref().primary().deleteRule('cascade'),
    width: p.integer().primary(),
    // Blob checks look up the renditions of each digest.
    sha256: p.string().length(64).index(),
    byteSize: p.integer(),
    height: p.integer(),
  },
});

/** A smaller WebP of an asset. */
export class Rendition extends RenditionSchema.class {}
RenditionSchema.setClass(Rendition);
