import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const asDeflated = promisify(deflateRaw);

/** Header of a gzip member (RFC 1952) without name and time, made on an unnamed system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * The end of many bodies, which is compressed once. A flushed stream of deflate can be continued with any that doesn't refer back
 * to it, so only the beginning of each body is compressed for itself.
 */
export class GzipEnd {
  readonly #end: Buffer;
  #deflated: Promise<Buffer> | null = null;

  constructor(end: Buffer) {
    this.#end = end;
  }

  /** Compresses a beginning together with this end. */
  async gzip(begin: Buffer): Promise<Buffer> {
    this.#deflated ??= asDeflated(this.#end, { level: 9 });
    // The flush ends at a byte, and without the mark of the last block.
    const flushed = asDeflated(begin, { finishFlush: constants.Z_SYNC_FLUSH });
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(this.#end, crc32(begin)), 0);
    trailer.writeUInt32LE((begin.length + this.#end.length) % 2 ** 32, 4);
    return Buffer.concat([HEADER, await flushed, await this.#deflated, trailer]);
  }
}
