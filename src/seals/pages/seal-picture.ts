import type { EntityManager } from '@mikro-orm/postgresql';
import { Asset, type AssetsApi, originalUrl } from '../../assets/index.ts';
import type { Seal } from '../seal.entity.ts';

/** Within the page, so that it asks nobody and is whole when it is saved: a picture of 640 pixels has some 40 kB. */
const MAX_BYTES = 300_000;
const WIDTH_PX = 640;

/** The picture that was sealed, as its page shows it. */
export interface SealedPicture {
  /** `data:image/webp;base64,…` */
  dataUrl: string;
  alt: string;
  width: number;
  height: number;
  /** Of the bytes that were sealed. */
  originalUrl: string;
}

/** Null for a seal of something else, and for a picture that is not given out any more. */
export async function sealedPicture(
  em: EntityManager,
  media: AssetsApi['media'],
  seal: Seal,
  publicUrl: string,
): Promise<SealedPicture | null> {
  const asset = seal.asset && (await em.findOne(Asset, seal.asset.id));
  if (!asset || asset.sha256 !== seal.sha256) return null;
  const { id, alt, width, height, extension } = asset;
  const shown =
    (await media.whole(id, { widthPx: WIDTH_PX }, MAX_BYTES)) ?? (await media.whole(id, { extension }, MAX_BYTES));
  return (
    shown && {
      dataUrl: `data:${shown.mediaType};base64,${shown.bytes.toString('base64')}`,
      alt,
      width,
      height,
      originalUrl: originalUrl(publicUrl, asset),
    }
  );
}
