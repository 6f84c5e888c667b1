import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { SIZES } from '../platform/program/memory.ts';
import { mendJpeg } from './jpeg-mending.ts';
import { PictureRefusedError } from './picture-refused-error.ts';

/** 50 megapixels is a large camera's picture and 200 MB of memory. Without a limit, 800 kB of PNG can ask for 1 GB. */
const MAX_PIXELS = 50_000_000;

/** Far beyond what 50 megapixels take on one core; only a picture built to be slow gets here. */
const TIMEOUT_SECONDS = 30;

/**
 * One 50-megapixel picture that has to be decoded as a whole (interlaced, progressive or turned) takes 250 to 320 MB.
 * Two at a time keep that bearable, and leave threads of Node's pool of four to files and host names. In a container of
 * 512 MB two end the process.
 */
const PICTURES_AT_ONCE = SIZES.picturesAtOnce;

// libvips opens more than pictures: SVG, which is a document that can point elsewhere, and in other builds PDF and all
// that ImageMagick knows. Only these five, only from memory, and for the whole process, whoever calls sharp.
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
sharp.cache(false); // no picture is decoded twice soon; the cache only holds memory
sharp.concurrency(1); // threads inside one pipeline gain little; several pipelines at once gain more

/**
 * A pipeline on a caller's bytes. Warnings count as damage, because the decoder only warns about missing data. It also
 * warns about faults of phones that lose no pixel: those are mended first.
 */
export function decoder(bytes: Buffer, options: SharpOptions = {}): Sharp {
  return sharp(mendJpeg(bytes), { failOn: 'warning', limitInputPixels: MAX_PIXELS, ...options }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
}

/** Awaits something that decodes, and says DAMAGED when the bytes were the reason that it failed. */
export async function decoded<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('timeout')) throw cause; // our load, perhaps; not the bytes
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
      next(); // hands its place on, so that nobody can slip in between
    else running--;
  }
}
