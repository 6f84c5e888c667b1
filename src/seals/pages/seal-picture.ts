import type { EntityManager } from '@mikro-orm/postgresql';
import { Asset, AssetStatus, type AssetsApi, originalUrl } from '../../assets/index.ts';
import type { Seal } from '../seal.entity.ts';

/**
 * Maximum size of a picture embedded in the page. The page with its verifier then stays below 160 kB when it is sent, also with a
 * time stamp and status changes.
 */
const MAX_BYTES = 14_000;
/** Widths of previews, best first. A photograph usually fits at 320 pixels, a drawing at 640. */
const WIDTHS_PX = [640, 320] as const;

const PUBLIC: readonly string[] = [AssetStatus.LIVE, AssetStatus.ARCHIVED];

/** A sealed picture and its preview. */
export interface SealedPicture {
  /** `data:image/webp;base64,…`, so that saved pages are complete. Null if no preview is small enough. */
  dataUrl: string | null;
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
  if (!asset || asset.sha256 !== seal.sha256 || !PUBLIC.includes(asset.status)) return null;
  const { id, alt, width, height, extension } = asset;
  return {
    dataUrl: await previewOf(media, id, extension),
    alt,
    width,
    height,
    originalUrl: originalUrl(publicUrl, asset),
  };
}

async function previewOf(media: AssetsApi['media'], id: string, extension: string): Promise<string | null> {
  for (const file of [...WIDTHS_PX.map((widthPx) => ({ widthPx })), { extension }]) {
    const picture = await media.whole(id, file, MAX_BYTES);
    if (picture) return `data:${picture.mediaType};base64,${picture.bytes.toString('base64')}`;
  }
  return null;
}
