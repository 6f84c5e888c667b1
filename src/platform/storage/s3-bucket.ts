import { createHash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { asStorageError, isCorruptedUpload, isMissing } from './s3-errors.ts';
import type { S3Location } from './s3-location.ts';

export interface S3Options {
  /**
   * Milliseconds of silence after which a request is repeated. Not a limit of its duration, so large objects pass slow lines.
   */
  silenceMs?: number;
  /** Maximum number of attempts of a request. */
  attempts?: number;
  /** Maximum number of connections. */
  connections?: number;
  /** HTTP proxy for requests to this address. Null for a direct connection. */
  proxyOf?: (url: URL) => URL | null;
}

export interface S3ObjectFacts {
  key: string;
  byteSize: number;
  /** Time when the object was stored, in whole seconds of the store's clock. */
  storedAt: Date;
}

export interface S3Object extends S3ObjectFacts {
  /** Changes when the object is stored again. Not a digest: ETags of large or encrypted objects aren't MD5. */
  revision: string;
  /** Bytes from `start` on. Read them to their end or destroy them, because they hold a connection. */
  body: Readable;
}

/**
 * Stores often answer a large object or a listing after some seconds. A dead connection should be noticed while a caller still
 * waits.
 */
const SILENCE_MS = 10_000;
const ATTEMPTS = 3;
const CONNECT_MS = 5_000;
/**
 * Connections of a process. Each picture that is being sent holds one, so fewer would let some slow readers keep out all others.
 */
const CONNECTIONS = 1_000;

/**
 * Plain objects in an S3-compatible store. Keys are relative to the prefix of the location. Uses only what all stores implement:
 * no conditional writes, no deletion of several objects at once, no checksums except Content-MD5.
 *
 * All methods throw `StorageUnavailable`, whose message tells an operator what to do, and `put` also throws `StorageFull`.
 */
export class S3Bucket {
  readonly location: S3Location;
  readonly #options: S3Options;
  #connecting: Promise<Connection> | undefined;

  /** Loads the SDK and looks for credentials only at the first request. */
  constructor(location: S3Location, options: S3Options = {}) {
    this.location = location;
    this.#options = options;
  }

  /** Stores an object. The store verifies its MD5. The object is readable at once, and an error leaves no part of it. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const md5 = createHash('md5').update(bytes).digest('base64');
    await this.#call(async ({ client, sdk }) => {
      const command = () =>
        new sdk.PutObjectCommand({
          ...this.#at(key),
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentMD5: md5,
        });
      for (let attempt = 1; ; attempt++) {
        try {
          return await client.send(command());
        } catch (error) {
          // The SDK doesn't repeat these, because it can't know that the bytes were changed on their way.
          if (!isCorruptedUpload(error) || attempt === (this.#options.attempts ?? ATTEMPTS)) throw error;
        }
      }
    });
  }

  /** Opens an object, from the byte `start` on. Null if it doesn't exist. */
  async get(key: string, start = 0): Promise<S3Object | null> {
    const found = await this.#unlessMissing(({ client, sdk }) =>
      client.send(new sdk.GetObjectCommand({ ...this.#at(key), ...(start > 0 && { Range: `bytes=${start}-` }) })),
    );
    if (!found) return null;
    const body = found.Body as Readable;
    // Without a listener, a connection that breaks before the body is read would end the process. The reader gets the error, too.
    body.on('error', () => {});
    const total = start > 0 ? totalOf(found.ContentRange, start) : found.ContentLength;
    if (total === undefined) {
      body.destroy();
      throw asStorageError({ name: start > 0 ? 'RangeIgnored' : 'LengthMissing' }, this.location);
    }
    const revision = [found.ETag, found.LastModified?.getTime(), found.VersionId, total].join(' ');
    return { key, byteSize: total, storedAt: found.LastModified ?? new Date(0), revision, body };
  }

  /** Facts of an object. Null if it doesn't exist. */
  async head(key: string): Promise<S3ObjectFacts | null> {
    const found = await this.#unlessMissing(({ client, sdk }) => client.send(new sdk.HeadObjectCommand(this.#at(key))));
    return found && { key, byteSize: found.ContentLength ?? 0, storedAt: found.LastModified ?? new Date(0) };
  }

  /** Lists objects whose keys start with these characters, in the order of their keys. */
  async *list(keyStart = ''): AsyncGenerator<S3ObjectFacts> {
    const { bucket } = this.location;
    const prefix = this.#keyOf(keyStart);
    const cut = this.#keyOf('').length;
    let token: string | undefined;
    do {
      const page = await this.#call(({ client, sdk }) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token })),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (!Key || !LastModified) continue;
        yield { key: Key.slice(cut), byteSize: Size ?? 0, storedAt: LastModified };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  /** Copies an object within the bucket, which renews its time. False if it doesn't exist. */
  async copy(from: string, to: string): Promise<boolean> {
    const source = [this.location.bucket, ...this.#keyOf(from).split('/')].map(encodeURIComponent).join('/');
    const done = await this.#unlessMissing(({ client, sdk }) =>
      client.send(new sdk.CopyObjectCommand({ ...this.#at(to), CopySource: source })),
    );
    return done !== null;
  }

  /** Deletes an object. A missing object isn't an error. */
  async delete(key: string): Promise<void> {
    await this.#unlessMissing(({ client, sdk }) => client.send(new sdk.DeleteObjectCommand(this.#at(key))));
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    await connecting?.then(
      ({ client }) => client.destroy(),
      () => {},
    );
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.location.bucket, Key: this.#keyOf(key) };
  }

  #keyOf(key: string): string {
    return this.location.prefix === '' ? key : `${this.location.prefix}/${key}`;
  }

  async #unlessMissing<T>(call: (connection: Connection) => Promise<T>): Promise<T | null> {
    return this.#call((connection) =>
      call(connection).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );
  }

  async #call<T>(call: (connection: Connection) => Promise<T>): Promise<T> {
    this.#connecting ??= connect(this.location, this.#options);
    try {
      return await call(await this.#connecting);
    } catch (error) {
      throw asStorageError(error, this.location);
    }
  }
}

interface Connection {
  client: S3Client;
  sdk: typeof import('@aws-sdk/client-s3');
}

/** Creates a client. The SDK is loaded here, because most installations don't need it and it takes a tenth of a second. */
async function connect(location: S3Location, options: S3Options): Promise<Connection> {
  const { silenceMs = SILENCE_MS, attempts = ATTEMPTS, connections = CONNECTIONS, proxyOf = () => null } = options;
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, isPathStyle } = location;
  const proxy = proxyOf(new URL(endpoint ?? `https://s3.${region ?? 'us-east-1'}.amazonaws.com`));
  const agent = {
    keepAlive: true,
    maxSockets: connections,
    ...(proxy && { proxyEnv: { http_proxy: proxy.href, https_proxy: proxy.href } }),
  };
  const client = new sdk.S3Client({
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    forcePathStyle: isPathStyle,
    // Many stores don't implement the SDK's own checksums. Blobs are verified by their SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Some stores ignore this header, and the SDK then waits for six seconds.
    expectContinueHeader: false,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  });
  return { client, sdk };
}

/** Size of the whole object, of which the store returned the part from `start` on. Undefined if it returned something else. */
function totalOf(contentRange: string | undefined, start: number): number | undefined {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(contentRange ?? '') ?? [];
  return first !== undefined && Number(first) === start ? Number(total) : undefined;
}
