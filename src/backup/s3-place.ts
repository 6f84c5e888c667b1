import { Readable } from 'node:stream';
import { StorageFull, StorageUnavailable } from '../platform/storage/blob-store.ts';
import { S3Bucket, type S3Options } from '../platform/storage/s3-bucket.ts';
import { describeS3, type S3Location } from '../platform/storage/s3-location.ts';
import type { BackupPlace, PlacedFile } from './backup-place.ts';
import { PlaceUnavailable } from './place-unavailable.ts';

/** Bytes of an object. A larger file is stored in several, because an object is sent from memory. */
const PART_BYTES = 16 * 1024 * 1024;
/** Object that says in how many parts a file is stored. It is written last: without it, the file doesn't exist. */
const PARTS = '.parts';
const partName = (name: string, at: number) => `${name}.part-${String(at).padStart(5, '0')}`;
const IS_PART = /\.part-\d{5}$/;

/** Backups in an S3-compatible bucket. */
export class S3Place implements BackupPlace {
  readonly title: string;
  readonly #bucket: S3Bucket;

  constructor(location: S3Location, options: S3Options = {}) {
    this.#bucket = new S3Bucket(location, options);
    this.title = describeS3(location);
  }

  async put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let parts = 0;
    let byteSize = 0;
    let last: Uint8Array = new Uint8Array();
    for await (const part of partsOf(bytes)) {
      if (last.length > 0) await this.#call(() => this.#bucket.put(partName(name, parts++), last));
      last = part;
      byteSize += part.length;
    }
    if (parts === 0) return this.#call(() => this.#bucket.put(name, last));
    await this.#call(() => this.#bucket.put(partName(name, parts++), last));
    await this.#call(() => this.#bucket.put(name + PARTS, Buffer.from(JSON.stringify({ parts, byteSize }))));
  }

  async read(name: string): Promise<Readable | null> {
    const whole = await this.#call(() => this.#bucket.get(name));
    if (whole) return whole.body;
    const parts = await this.#partsOf(name);
    return parts && Readable.from(this.#readParts(name, parts.parts), { objectMode: false });
  }

  async *list(folder: string): AsyncIterable<PlacedFile> {
    const objects = this.#bucket.list(`${folder}/`);
    for (;;) {
      const { done, value } = await this.#call(() => objects.next());
      if (done) return;
      const { key, byteSize } = value;
      if (IS_PART.test(key)) continue;
      if (!key.endsWith(PARTS)) {
        yield { name: key, byteSize };
        continue;
      }
      const name = key.slice(0, -PARTS.length);
      const parts = await this.#partsOf(name);
      if (parts) yield { name, byteSize: parts.byteSize };
    }
  }

  async delete(name: string): Promise<void> {
    const parts = await this.#partsOf(name);
    await this.#call(() => this.#bucket.delete(name));
    if (!parts) return;
    await this.#call(() => this.#bucket.delete(name + PARTS));
    for (let at = 0; at < parts.parts; at++) await this.#call(() => this.#bucket.delete(partName(name, at)));
  }

  close(): Promise<void> {
    return this.#bucket.close();
  }

  async #partsOf(name: string): Promise<{ parts: number; byteSize: number } | null> {
    const found = await this.#call(() => this.#bucket.get(name + PARTS));
    if (!found) return null;
    let text = '';
    for await (const chunk of found.body) text += String(chunk);
    return JSON.parse(text) as { parts: number; byteSize: number };
  }

  async *#readParts(name: string, parts: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < parts; at++) {
      const part = await this.#call(() => this.#bucket.get(partName(name, at)));
      // A missing part is noticed by the digest of the file.
      if (part) yield* part.body as AsyncIterable<Uint8Array>;
    }
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof StorageFull) throw new PlaceUnavailable(`${this.title} has no space left.`, { cause });
      if (!(cause instanceof StorageUnavailable)) throw cause;
      // The bucket’s errors are worded for the picture store.
      const message = cause.message.replace('The media store', 'The bucket').replaceAll('STORAGE_URL', 'its URL');
      throw new PlaceUnavailable(message, { cause });
    }
  }
}

/** Cuts bytes into parts of `PART_BYTES`. The last one can be shorter. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let rest = chunk;
    while (length + rest.length >= PART_BYTES) {
      const head = rest.subarray(0, PART_BYTES - length);
      yield Buffer.concat([...chunks, head]);
      rest = rest.subarray(head.length);
      chunks = [];
      length = 0;
    }
    if (rest.length === 0) continue;
    chunks.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
