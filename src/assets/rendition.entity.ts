import { defineEntity, p } from '@mikro-orm/core';
import { Asset } from './asset.entity.ts';

const RenditionSchema = defineEntity({
  name: 'Rendition',
  properties: {
    asset: () => p.manyToOne(Asset).ref().primary().deleteRule('cascade'),
    width: p.integer().primary(),
    // Indexed, because integrity checks of blobs look up renditions by digest.
    sha256: p.string().length(64).index(),
    byteSize: p.integer(),
    height: p.integer(),
  },
});

/** A copy of an asset as WebP, in a certain width. Pictures are never enlarged. */
export class Rendition extends RenditionSchema.class {}
RenditionSchema.setClass(Rendition);
