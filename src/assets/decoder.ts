import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { SIZES } from '../platform/program/memory.ts';
import { repairJpeg } from './jpeg-repair.ts';
import { PictureRefusedError } from './picture-refused-error.ts';

/** 50 megapixels is a large camera's picture and 200 MB of memory. Without a limit, 800 kB of PNG can ask for 1 GB. */
const MAX_PIXELS = 50_000_000;

/** Far more than 50 megapixels take on one core. Only pictures built to be slow reach it. */
const TIMEOUT_SECONDS = 30;

/**
 * A 50-megapixel picture that must be decoded as a whole (interlaced, progressive or rotated) takes 250 to 320 MB. Two at a time
 * keep that bearable, and leave threads of Node's pool of four for files and host names. In a container of 512 MB, two end the
 * process.
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
 * A pipeline on a caller's bytes. Warnings count as damage, because the decoder only warns about missing data. It also warns
 * about harmless errors of phones, which are repaired first.
 */
export function decoder(bytes: Buffer, options: SharpOptions = {}): Sharp {
  return sharp(repairJpeg(bytes), { failOn: 'warning', limitInputPixels: MAX_PIXELS, ...options }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
}

/** Awaits a decoding step. If the bytes made it fail, the error is DAMAGED. */
export async function decoded<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('timeout')) throw cause; // possibly because of load, not the bytes
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
      next(); // passes its slot on directly, so that no other caller can take it
    else running--;
  }
}
