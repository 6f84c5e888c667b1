import type { Sharp } from 'sharp';
import { SIZES } from '../platform/program/memory.ts';
import { decoded, decoder, inTurn } from './decoder.ts';
import { PictureRefusedError } from './picture-refused-error.ts';
import {
  isAvifSequence,
  isLosslessWebp,
  JPEG,
  type PictureType,
  PNG,
  pictureTypeOf,
  unsupportedTypeNameOf,
  WEBP,
} from './picture-type.ts';
import { isAnimatedPng, isBarePng } from './png-chunks.ts';

/** Ample for a print-quality JPEG. What is sent is held in memory while it is checked. */
export const MAX_PICTURE_BYTES = 20_000_000;

/** WebP cannot be larger, and every picture gets WebP renditions. */
export const MAX_SIDE_PX = 16_383;

/**
 * Optimised Huffman tables make a JPEG a tenth smaller but hold all its coefficients: at 48 megapixels that is 830 MB
 * and 2 s instead of 260 MB and 0.8 s. The lossless WebP encoder is slow above it as well.
 */
const MAX_OPTIMISED_PIXELS = 12_000_000;

/** `width` and `height` are in pixels of the upright picture, after the camera's orientation is applied. */
export interface PictureFacts extends PictureType {
  width: number;
  height: number;
  byteSize: number;
  hasAlpha: boolean;
}

/** A picture as the bank stores it. */
export interface StorablePicture extends PictureType {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * What the bytes are, from their header alone: about a millisecond, whatever the picture's size.
 * Damage further in shows when it is decoded, by `normalisePicture` or `derivePicture`, as the same refusal.
 * @throws PictureRefused
 */
export async function inspectPicture(bytes: Buffer): Promise<PictureFacts> {
  if (bytes.length > MAX_PICTURE_BYTES) {
    throw new PictureRefusedError('TOO_LARGE', `The picture has ${megabytes(bytes.length)} MB; send at most 20 MB.`);
  }
  const type = pictureTypeOf(bytes);
  if (!type) throw notAccepted(bytes);

  const animated = isAnimatedPng(bytes) || isAvifSequence(bytes); // the decoder would show their first frame only
  if (animated) throw tooManyFrames();

  // Limits are ours to check, so that the refusal can name them.
  const header = await decoded(decoder(bytes, { limitInputPixels: false }).metadata());
  const { width, height } = header.autoOrient;
  if (width * height > SIZES.megapixels * 1_000_000 || Math.max(width, height) > MAX_SIDE_PX) {
    throw new PictureRefusedError(
      'TOO_MANY_PIXELS',
      `The picture has ${width} × ${height} pixels. Scale it down to ${SIZES.megapixels} megapixels and 16,383 pixels a side.`,
    );
  }
  if ((header.pages ?? 1) > 1) throw tooManyFrames();
  return { ...type, width, height, byteSize: bytes.length, hasAlpha: header.hasAlpha };
}

/**
 * Draws a sender's picture anew: upright, in sRGB, and without anything that is not a pixel, such as the place where
 * it was taken or a script after its end. A picture without loss stays without loss. The type stays, except that AVIF becomes WebP (encoding AVIF takes seconds)
 * and GIF becomes PNG (which loses nothing).
 * @throws PictureRefused
 */
export async function normalisePicture(bytes: Buffer): Promise<StorablePicture> {
  const { mediaType, width, height } = await inspectPicture(bytes);
  return inTurn(async () => {
    const upright = decoder(bytes).autoOrient();
    const [pipeline, type] = await redraw(upright, mediaType, {
      pixels: width * height,
      isLossless: isLosslessWebp(bytes),
    });
    const { data, info } = await decoded(pipeline.toBuffer({ resolveWithObject: true }));
    return { ...type, bytes: data, width: info.width, height: info.height };
  });
}

async function redraw(
  upright: Sharp,
  mediaType: PictureType['mediaType'],
  { pixels, isLossless }: { pixels: number; isLossless: boolean },
): Promise<[Sharp, PictureType]> {
  switch (mediaType) {
    case 'image/png':
    case 'image/gif':
      return [upright.png(), PNG];
    case 'image/webp':
    case 'image/avif':
      return [upright.webp(isLossless ? losslessWebp(pixels) : { quality: 90 }), WEBP];
    case 'image/jpeg': {
      const source = await upright.metadata();
      return [
        upright.jpeg({
          quality: 92,
          chromaSubsampling: source.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0', // finer than it came is waste
          optimiseCoding: pixels <= MAX_OPTIMISED_PIXELS,
        }),
        JPEG,
      ];
    }
  }
}

/**
 * Options of a WebP with the same pixels, also those that can't be seen. At the default effort, 12 megapixels take 8 s;
 * at effort 0 they take 3 s, for a file a third larger.
 */
function losslessWebp(pixels: number) {
  return { lossless: true, exact: true, effort: pixels <= MAX_OPTIMISED_PIXELS ? 4 : 0 };
}

/**
 * The way in for what a render engine made. A PNG of nothing but pixels is taken byte for byte, so that its digest
 * stays the engine's; anything else is normalised like an upload.
 * @throws PictureRefused
 */
export async function acceptRenderedPicture(bytes: Buffer): Promise<StorablePicture> {
  const { mediaType, extension, width, height } = await inspectPicture(bytes);
  if (mediaType !== PNG.mediaType || !isBarePng(bytes)) return normalisePicture(bytes);
  return { bytes, mediaType, extension, width, height };
}

/**
 * The same, and every pixel of it was decoded: for what somebody else's model gave, of which a header says little.
 * @throws PictureRefused
 */
export async function decodeRenderedPicture(bytes: Buffer): Promise<StorablePicture> {
  const picture = await acceptRenderedPicture(bytes);
  await inTurn(() => decoded(decoder(picture.bytes).resize(8, 8, { fit: 'fill' }).raw().toBuffer()));
  return picture;
}

function notAccepted(bytes: Buffer): PictureRefusedError {
  if (bytes.length === 0) return new PictureRefusedError('NOT_A_PICTURE', 'The file is empty. Send a picture.');
  const name = unsupportedTypeNameOf(bytes);
  if (!name) {
    return new PictureRefusedError('NOT_A_PICTURE', 'The file is not a picture. Send a PNG, JPEG, WebP, AVIF or GIF.');
  }
  return new PictureRefusedError(
    'UNSUPPORTED_TYPE',
    `${name} pictures are not taken. Save it as PNG, JPEG, WebP, AVIF or GIF and send that.`,
  );
}

function tooManyFrames(): PictureRefusedError {
  return new PictureRefusedError(
    'TOO_MANY_FRAMES',
    'The picture is animated. Send one frame of it as a still picture.',
  );
}

function megabytes(byteSize: number): string {
  return (byteSize / 1_000_000).toFixed(1);
}
