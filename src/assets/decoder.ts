import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { SIZES } from '../platform/program/memory.ts';
import { repairJpeg } from './jpeg-repair.ts';
import { PictureRefusedError } from './picture-refused-error.ts';

/**
 * The picture of a large camera has 50 megapixels and needs 200 MB of memory. Without this limit, a PNG of 800 kB could need 1
 * GB.
 */
const MAX_PIXELS = 50_000_000;

/** Far more seconds than decoding 50 megapixels takes on one core. Only pictures made to be slow reach this limit. */
const TIMEOUT_SECONDS = 30;

/**
 * A 50-megapixel picture that must be decoded as a whole (interlaced, progressive or rotated) takes 250 to 320 MB. Decoding at
 * most two such pictures at a time bounds the memory, and leaves two of the four threads of Node's pool for files and DNS. With
 * little memory, such as 512 MB, only one is decoded at a time, because two would end the process.
 */
const PICTURES_AT_ONCE = SIZES.picturesAtOnce;

// libvips can open more than pictures: SVG, which can refer to other files, and in other builds PDF and all formats of
// ImageMagick. Only these five formats are allowed, only from memory, for every use of sharp in this process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
sharp.cache(false); // no picture is decoded twice in a short time, so the cache would only use memory
sharp.concurrency(1); // threads within one pipeline gain little; several pipelines at once gain more

/**
 * Creates a sharp pipeline on untrusted bytes. Warnings of the decoder are errors here, because it only warns about missing data.
 * It also warns about harmless errors in JPEGs of phones, so these are repaired first.
 */
export function decoder(bytes: Buffer, options: SharpOptions = {}): Sharp {
  return sharp(repairJpeg(bytes), { failOn: 'warning', limitInputPixels: MAX_PIXELS, ...options }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
}

/**
 * Awaits a decoding step. Throws a `PictureRefusedError` with the reason DAMAGED if the step fails for another reason than a
 * timeout.
 */
export async function decoded<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    // A timeout doesn't prove that the bytes are damaged: high load can cause it as well.
    if (cause instanceof Error && cause.message.startsWith('timeout')) throw cause;
    throw PictureRefusedError.damaged(cause);
  }
}

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` when fewer than `PICTURES_AT_ONCE` others are running. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PICTURES_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next)
      next(); // gives its slot to the longest waiting caller, so that no other can take it
    else running--;
  }
}
