import { totalmem } from 'node:os';

/** Bytes of memory available to the service: the machine's, or the limit of its container. */
const MEMORY = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const LITTLE = 1_000_000_000;

/** Bytes of memory per drawing thread. The thread takes 100 MB; the rest is for everything else. */
const BYTES_PER_THREAD = 512_000_000;

/**
 * Bytes of memory per pixel of an uploaded picture. With 512 MiB this allows 26 megapixels, with 1 GB 50. With fewer bytes per
 * pixel, decoding a large progressive JPEG can exhaust the memory.
 */
const BYTES_PER_PIXEL = 20;
const MAX_MEGAPIXELS = 50;

/** Limits that depend on `memory`, the available bytes. docs/operations.md has the table. */
export function sizesFor(memory: number) {
  const isLittle = memory < LITTLE;
  return {
    /**
     * Default number of database connections for requests. Few with little memory, because the embedded server's memory counts
     * too.
     */
    connections: isLittle ? 5 : 20,
    /** PostgreSQL's `shared_buffers` for the embedded server. */
    sharedBuffers: isLittle ? '32MB' : '128MB',
    /** Number of pictures decoded at once. */
    picturesAtOnce: isLittle ? 1 : 2,
    /** Maximum megapixels of an uploaded picture. */
    megapixels: Math.min(MAX_MEGAPIXELS, Math.floor(memory / BYTES_PER_PIXEL / 1_000_000)),
    /** Maximum number of drawing threads. */
    threads: Math.max(1, Math.floor(memory / BYTES_PER_THREAD)),
  };
}

export const SIZES = sizesFor(MEMORY);
