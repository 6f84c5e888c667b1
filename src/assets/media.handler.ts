import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../platform/errors/errors.ts';
import { hasAlready, sendNothing } from '../platform/http/etag.ts';
import { type IdKind, kindOfId } from '../platform/ids.ts';
import { blobKey } from '../platform/storage/blob-store.ts';
import { BlobFault, type CheckedBlobs } from '../platform/storage/checked-blobs.ts';

const FILE = /^(?:original\.(?<extension>png|jpg|webp)|(?<width>320|640|1280)\.webp)$/;

/**
 * A picture opened by itself must not be able to do anything, whatever is in its bytes. The page that a browser makes around
 * it lays it out with styles of its own; without them it is cropped, and each is reported as a violation.
 */
const POLICY = "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'";

/** Where the bytes behind a link are. */
export interface PictureSource {
  sha256: string;
  extension: string;
  mediaType: string;
  byteSize: number;
  /** Of what is not there for ever: how long it may still be kept. */
  maxAgeSeconds?: number | null;
  /** Whether strangers find nothing there. */
  isWithheld?: boolean;
}

export interface MediaHandlerOptions {
  blobs: CheckedBlobs;
  /** Whether whoever asks may look at what strangers do not find. Only asked about that. */
  mayLook: (req: Request) => Promise<boolean>;
  /** How long a picture may be kept by caches, which nobody can call it back from. */
  keptSeconds: () => Promise<number>;
}

/** What a link asks for: the bytes as they came, in their format, or a rendition of about this width. */
export type PictureFile = { extension: string } | { widthPx: number };

/** Finds a picture by the id in its link; null when there is none, or it has no such file. */
export type FindPicture = (id: string, file: PictureFile) => Promise<PictureSource | null>;

/**
 * Serves the bytes of pictures. They never change under a link, so who has them is told that they are still the same; a picture
 * that is thrown away or held back stops being served from here at once, and by caches when they ask again.
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

  /** Serves the pictures of things of one kind, as whoever owns them finds them. */
  serve(kind: IdKind, find: FindPicture): void {
    this.#finders[kind] = find;
  }

  /** For `/media/:id/:file`. */
  get handler(): RequestHandler {
    return (req, res) => this.send(req, res, String(req.params.id), String(req.params.file));
  }

  /**
   * @param isRotating whether the address may give another picture the next time. Then there are no parts of it to be had: the
   * rest of a download that broke off would be the rest of another picture.
   * @throws Refusal NOT_FOUND when there is no such picture or its bytes are gone, INTERNAL_SERVER_ERROR when they are not the
   *   ones that were stored.
   */
  async send(req: Request, res: Response, id: string, file: string, { isRotating = false } = {}): Promise<void> {
    const source = await this.#find(id, file);
    // Of what is withheld a stranger learns no more than of what there never was.
    if (!source || (source.isWithheld && !(await this.#mayLook(req))))
      throw new Refusal('NOT_FOUND', 'No such picture.');
    const key = blobKey(source.sha256, source.extension);

    res.set({
      ETag: `"${source.sha256}"`,
      'Content-Type': source.mediaType,
      'Accept-Ranges': isRotating ? 'none' : 'bytes',
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (!res.get('Cache-Control')) res.set('Cache-Control', keepingOf(source, await this.#keptSeconds()));
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
   * A picture for who shows it themselves; null when there is none, when it is larger than that, or when its bytes are not
   * the ones that were stored, which is logged already.
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
      if (error instanceof BlobFault) return null;
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

const FOR_EVER_SECONDS = 31_536_000;

function keepingOf({ maxAgeSeconds, isWithheld }: PictureSource, keptSeconds: number): string {
  if (isWithheld) return 'private, no-store';
  const seconds = Math.min(maxAgeSeconds ?? FOR_EVER_SECONDS, keptSeconds);
  return seconds === FOR_EVER_SECONDS ? `public, max-age=${seconds}, immutable` : `public, max-age=${seconds}`;
}

function refusalOf(cause: BlobFault): Refusal {
  return cause.condition === 'MISSING'
    ? new Refusal('NOT_FOUND', 'The bytes of this picture are missing. The operator can see it in the log.', { cause })
    : new Refusal('INTERNAL_SERVER_ERROR', 'The bytes of this picture are damaged. Tell the operator the request id.', {
        cause,
      });
}

/** With `If-Range`, only who has the beginning of these very bytes gets the rest of them. */
function wantsRange(req: Request, { sha256 }: PictureSource): boolean {
  const held = req.get('if-range');
  return req.method === 'GET' && (held === undefined || held === `"${sha256}"`);
}

/** Errors of a stream whose reader disconnected: in the middle, or before anything was sent. */
const GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

/** Sends a stream. A reader that disconnects isn't an error. */
async function pipe(stream: Readable, res: Response): Promise<void> {
  try {
    await pipeline(stream, res);
  } catch (error) {
    // `pipeline` leaves it open when the reader disconnected before the first byte, and with it its file.
    stream.destroy();
    if (!GONE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
