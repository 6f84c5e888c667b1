import sharp from 'sharp';
import { type PaintedPicture } from './paint.ts';

/**
 * Lossless PNG, sRGB, no metadata. Level 6 with adaptive filters takes a tenth of a second for a megapixel: level 9
 * needs ten times that for a tenth less, and without filters a smooth picture grows by a third or more.
 */
export function encodePng({ width, height, data }: PaintedPicture): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6, adaptiveFiltering: true, palette: false })
    .toBuffer();
}
