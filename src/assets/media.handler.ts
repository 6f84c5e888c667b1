import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../platform/errors/errors.ts';
import { hasAlready, sendNothing } from '../platform/http/etag.ts';
import { type IdKind, kindOfId } from '../platform/ids.ts';
import { BlobDamaged, blobKey } from '../platform/storage/blob-store.ts';
import { BlobFault, type CheckedBlobs } from '../platform/storage/checked-blobs.ts';

const FILE = /^(?:original\.(?<extension>png|jpg|webp)|(?<width>320|640|1280)\.webp)$/;

/**
 * Content security policy: disables everything that a picture opened as a page could do. Inline styles are allowed, because
 * browsers use them to lay out such a page; without them the picture would be cropped and each style reported as a violation.
 */
const POLICY = "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'";

/** The stored file of a picture's URL. */
export interface PictureSource {
  sha256: string;
  extension: string;
  mediaType: string;
  byteSize: number;
  /**
   * Maximum number of seconds that caches may keep the file, such as its remaining lifetime. Null or absent for no such limit.
   */
  maxAgeSeconds?: number | null;
  /** True if the picture is hidden: callers who can't see hidden pictures get 404. */
  isWithheld?: boolean;
}

export interface MediaHandlerOptions {
  blobs: CheckedBlobs;
  /** True if the caller can see withheld pictures. Called only when a withheld picture is requested. */
  mayLook: (req: Request) => Promise<boolean>;
  /** Seconds that caches may keep a picture. A cached picture can't be recalled. */
  keptSeconds: () => Promise<number>;
}

/** Requested file: the original with this extension, or a rendition of about this width. */
export type PictureFile = { extension: string } | { widthPx: number };

/** Finds the stored file of a picture by the id in its URL. Null if the picture doesn't exist or has no such file. */
export type FindPicture = (id: string, file: PictureFile) => Promise<PictureSource | null>;

/**
 * Serves the bytes of pictures. Their `ETag` is the digest in the database, so caches revalidate a picture without its bytes
 * being read. A trashed or quarantined picture is withheld at once by this handler, and by caches when they revalidate.
 */
export class MediaHandler {
  readonly #blobs: CheckedBlobs;
  readonly #mayLook: MediaHandlerOptions['mayLook'];
  readonly #keptSeconds: MediaHandlerOptions['keptSeconds'];
  readonly #finders: Partial<Record<IdKind, FindPicture>> = {};

  constructor({ blobs, mayLook, keptSeconds }: MediaHandlerOptions) {
    this.#blobs = blobs;
    this.#mayLook = mayLook;
    this.#keptSeconds = keptSeconds;
  }

  /** Registers the function that finds pictures with ids of this kind. */
  serve(kind: IdKind, find: FindPicture): void {
    this.#finders[kind] = find;
  }

  /** Handler of `/media/:id/:file`. */
  get handler(): RequestHandler {
    return (req, res) => this.send(req, res, String(req.params.id), String(req.params.file));
  }

  /**
   * Sends a picture.
   * @param isRotating true if the same URL can return another picture next time. Range requests are disabled then, because the
   * rest of a broken download could come from another picture.
   * @throws Refusal NOT_FOUND if the picture doesn't exist, is withheld from the caller, or its bytes are missing;
   * INTERNAL_SERVER_ERROR if the bytes are damaged
   */
  async send(req: Request, res: Response, id: string, file: string, { isRotating = false } = {}): Promise<void> {
    const source = await this.#find(id, file);
    // To callers who can't see hidden pictures, a withheld picture looks exactly like one that never existed.
    if (!source || (source.isWithheld && !(await this.#mayLook(req))))
      throw new Refusal('NOT_FOUND', 'No such picture. Check the id and the file name.');
    const key = blobKey(source.sha256, source.extension);

    res.set({
      ETag: `"${source.sha256}"`,
      'Content-Type': source.mediaType,
      'Accept-Ranges': isRotating ? 'none' : 'bytes',
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (!res.get('Cache-Control')) res.set('Cache-Control', cacheControlOf(source, await this.#keptSeconds()));
    if (hasAlready(req, res)) {
      sendNothing(res);
      return;
    }

    const { byteSize } = source;
    const ranges = !isRotating && wantsRange(req, source) ? req.range(byteSize, { combine: true }) : undefined;
    if (ranges === -1) {
      res.removeHeader('Content-Type');
      res
        .status(416)
        .set({ 'Content-Range': `bytes */${byteSize}`, 'Cache-Control': 'no-store' })
        .end();
      return;
    }
    const range = Array.isArray(ranges) && ranges.length === 1 && ranges.type === 'bytes' ? ranges[0] : undefined;
    const { stream } = await this.#blobs.read(key, byteSize, range).catch((error) => {
      throw error instanceof BlobFault ? refusalOf(error) : error;
    });
    if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${byteSize}`);
    res.set('Content-Length', String(range ? range.end - range.start + 1 : byteSize));
    if (req.method === 'HEAD') {
      stream.destroy();
      res.end();
      return;
    }
    await pipe(stream, res);
  }

  /**
   * Reads a whole picture, for code that displays it itself. Null if the picture doesn't exist, is withheld or is larger than
   * `maxBytes`, and if its bytes are missing or damaged, which is logged.
   */
  async whole(id: string, file: PictureFile, maxBytes: number): Promise<{ mediaType: string; bytes: Buffer } | null> {
    const kind = kindOfId(id);
    const source = kind && (await this.#finders[kind]?.(id, file));
    if (!source || source.isWithheld || source.byteSize > maxBytes) return null;
    const { sha256, extension, mediaType, byteSize } = source;
    try {
      const { stream } = await this.#blobs.read(blobKey(sha256, extension), byteSize);
      return { mediaType, bytes: await buffer(stream) };
    } catch (error) {
      if (error instanceof BlobFault || error instanceof BlobDamaged) return null;
      throw error;
    }
  }

  async #find(id: string, file: string): Promise<PictureSource | null> {
    const groups = FILE.exec(file)?.groups;
    const kind = kindOfId(id);
    const find = kind && this.#finders[kind];
    if (!groups || !find) return null;
    return find(id, groups.extension ? { extension: groups.extension } : { widthPx: Number(groups.width) });
  }
}

const FOREVER_SECONDS = 31_536_000;

function cacheControlOf({ maxAgeSeconds, isWithheld }: PictureSource, keptSeconds: number): string {
  if (isWithheld) return 'private, no-store';
  const seconds = Math.min(maxAgeSeconds ?? FOREVER_SECONDS, keptSeconds);
  return seconds === FOREVER_SECONDS ? `public, max-age=${seconds}, immutable` : `public, max-age=${seconds}`;
}

function refusalOf(cause: BlobFault): Refusal {
  return cause.condition === 'MISSING'
    ? new Refusal(
        'NOT_FOUND',
        'The bytes of this picture are missing. An operator can find the cause in the server log.',
        { cause },
      )
    : new Refusal('INTERNAL_SERVER_ERROR', 'The bytes of this picture are damaged. Send an operator the request id.', {
        cause,
      });
}

/** True if a GET may get a range: if it has no header `If-Range`, or if that header names these bytes. */
function wantsRange(req: Request, { sha256 }: PictureSource): boolean {
  const held = req.get('if-range');
  return req.method === 'GET' && (held === undefined || held === `"${sha256}"`);
}

/** Error codes of a stream whose client disconnected: while the file was being sent, or before anything was sent. */
const GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

/** Sends a stream to a client. It isn't an error if the client disconnects. */
async function pipe(stream: Readable, res: Response): Promise<void> {
  try {
    await pipeline(stream, res);
  } catch (error) {
    // `pipeline` leaves the stream and its file open when the client disconnected before the first byte.
    stream.destroy();
    if (!GONE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
