import { totalmem } from 'node:os';

/** Bytes of memory that the service can use: the machine's, or the limit of its container. */
const MEMORY = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const LITTLE = 1_000_000_000;

/** A thread that draws takes 100 MB. The rest is for everything else. */
const BYTES_PER_THREAD = 512_000_000;

/** At 512 MB, 26 megapixels: a progressive JPEG of 48 ended the process. At 1 GB, 50. */
const BYTES_PER_PIXEL = 20;
const MAX_MEGAPIXELS = 50;

/** Sizes of everything that takes much memory, for a number of bytes. docs/operations.md has the table. */
export function sizesFor(memory: number) {
  const isLittle = memory < LITTLE;
  return {
    /** Default number of database connections for requests: the embedded server's count against the same limit. */
    connections: isLittle ? 5 : 20,
    /** PostgreSQL's `shared_buffers`, of the embedded server. */
    sharedBuffers: isLittle ? '32MB' : '128MB',
    /** Number of pictures that are decoded at once. */
    picturesAtOnce: isLittle ? 1 : 2,
    /** Maximum megapixels of a picture that is sent. */
    megapixels: Math.min(MAX_MEGAPIXELS, Math.floor(memory / BYTES_PER_PIXEL / 1_000_000)),
    /** Maximum number of threads that draw. */
    threads: Math.max(1, Math.floor(memory / BYTES_PER_THREAD)),
  };
}

export const SIZES = sizesFor(MEMORY);
