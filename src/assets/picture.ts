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

/** 20 MB are enough for a print-quality JPEG. The file is held in memory while it is checked. */
export const MAX_PICTURE_BYTES = 20_000_000;

/** Maximum width and height of a WebP. Every picture gets WebP renditions. */
export const MAX_SIDE_PX = 16_383;

/**
 * Maximum number of pixels of a JPEG whose Huffman tables are optimized, which makes the file a tenth smaller but holds all its
 * coefficients in memory. At 48 megapixels that takes 830 MB and 2 s instead of 260 MB and 0.8 s. The lossless WebP encoder is
 * slow above this limit as well.
 */
const MAX_OPTIMISED_PIXELS = 12_000_000;

/** `width` and `height` are in pixels of the upright picture, after the camera's orientation is applied. */
export interface PictureHeaderFacts extends PictureType {
  width: number;
  height: number;
  byteSize: number;
  hasAlpha: boolean;
}

/** A picture in the form in which the bank stores it. */
export interface StorablePicture extends PictureType {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Reads facts from the header of a picture, in about a millisecond for any size. Damaged pixels are found later, when
 * `normalisePicture` or `derivePicture` decodes them, and cause a `PictureRefusedError` as well.
 * @throws PictureRefusedError
 */
export async function inspectPicture(bytes: Buffer): Promise<PictureHeaderFacts> {
  if (bytes.length > MAX_PICTURE_BYTES) {
    throw new PictureRefusedError(
      'TOO_LARGE',
      `The picture has ${megabytes(bytes.length)} MB, but the maximum is 20 MB.`,
    );
  }
  const type = pictureTypeOf(bytes);
  if (!type) throw notAccepted(bytes);

  const animated = isAnimatedPng(bytes) || isAvifSequence(bytes); // the decoder would only decode the first frame
  if (animated) throw tooManyFrames();

  // The number of pixels is checked here instead of in the decoder, so that the error can name the limits.
  const header = await decoded(decoder(bytes, { limitInputPixels: false }).metadata());
  const { width, height } = header.autoOrient;
  if (width * height > SIZES.megapixels * 1_000_000 || Math.max(width, height) > MAX_SIDE_PX) {
    throw new PictureRefusedError(
      'TOO_MANY_PIXELS',
      `The picture has ${width} × ${height} pixels. Scale it to at most ${SIZES.megapixels} megapixels and 16,383 pixels per side.`,
    );
  }
  if ((header.pages ?? 1) > 1) throw tooManyFrames();
  return { ...type, width, height, byteSize: bytes.length, hasAlpha: header.hasAlpha };
}

/**
 * Re-encodes an uploaded picture: upright, in sRGB, without metadata such as the location, and without bytes after its end. PNG,
 * GIF and lossless WebP stay lossless. The type stays, except that AVIF becomes WebP (encoding AVIF takes seconds) and GIF
 * becomes PNG (which loses nothing).
 * @throws PictureRefusedError
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
          chromaSubsampling: source.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0', // never finer than in the source
          optimiseCoding: pixels <= MAX_OPTIMISED_PIXELS,
        }),
        JPEG,
      ];
    }
  }
}

/**
 * Options for encoding a WebP with identical pixels, including transparent ones. At the default effort, 12 megapixels take 8 s;
 * at effort 0 they take 3 s, for a file a third larger.
 */
function losslessWebp(pixels: number) {
  return { lossless: true, exact: true, effort: pixels <= MAX_OPTIMISED_PIXELS ? 4 : 0 };
}

/**
 * Accepts the output of a render engine. A PNG without metadata is kept byte for byte, so that its digest equals the digest of
 * the engine's output; other pictures are normalized like an upload.
 * @throws PictureRefusedError
 */
export async function acceptRenderedPicture(bytes: Buffer): Promise<StorablePicture> {
  const { mediaType, extension, width, height } = await inspectPicture(bytes);
  if (mediaType !== PNG.mediaType || !isBarePng(bytes)) return normalisePicture(bytes);
  return { bytes, mediaType, extension, width, height };
}

/**
 * Like `acceptRenderedPicture`, but decodes all pixels to find damage: for the output of external models, whose header alone
 * doesn't prove a valid picture.
 * @throws PictureRefusedError
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
    return new PictureRefusedError('NOT_A_PICTURE', 'The file isn’t a picture. Send a PNG, JPEG, WebP, AVIF or GIF.');
  }
  return new PictureRefusedError(
    'UNSUPPORTED_TYPE',
    `${name} pictures aren’t accepted. Save the picture as PNG, JPEG, WebP, AVIF or GIF.`,
  );
}

function tooManyFrames(): PictureRefusedError {
  return new PictureRefusedError(
    'TOO_MANY_FRAMES',
    'The picture is animated. Send a still picture, such as one of its frames.',
  );
}

function megabytes(byteSize: number): string {
  return (byteSize / 1_000_000).toFixed(1);
}
