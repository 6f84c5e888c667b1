import type { EntityManager } from '@mikro-orm/postgresql';
import { Asset, type AssetsApi, originalUrl } from '../../assets/index.ts';
import type { Seal } from '../seal.entity.ts';

/**
 * Maximum bytes of the preview. It is embedded in the page, so that saved pages are complete. At a width of 640 pixels,
 * previews have about 40 kB.
 */
const MAX_BYTES = 300_000;
const WIDTH_PX = 640;

/** Preview of a sealed picture, embedded in the page. */
export interface SealedPicture {
  /** `data:image/webp;base64,…` */
  dataUrl: string;
  alt: string;
  width: number;
  height: number;
  /** URL of the sealed bytes. */
  originalUrl: string;
}

/**
 * Creates the preview of a sealed picture. Null if the seal isn’t of a picture, or if the picture has other bytes, isn’t
 * public, is too large or can’t be read.
 */
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
