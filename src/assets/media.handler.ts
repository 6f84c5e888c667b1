import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { type BlobStore, blobKey } from '../platform/storage/blob-store.ts';

const FILE = /^(?:original\.(?<extension>png|jpg|webp)|(?<width>320|640|1280)\.webp)$/;

/** Where the bytes behind a link are. */
interface Source {
  sha256: string;
  extension: string;
  mediaType: string;
}

const ORIGINAL = {
  name: 'media_original',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type)
         from (select id, sha256, extension, media_type from asset where status in ('LIVE', 'ARCHIVED')
               union all
               select id, sha256, extension, media_type from render where asset_id is null) picture
         where id = $1 and extension = $2`,
};

/** The smallest rendition that is wide enough, or the largest there is: a small picture is never blown up. */
const RENDITION = {
  name: 'media_rendition',
  text: `select json_build_object('sha256', rendition.sha256, 'extension', 'webp', 'mediaType', 'image/webp')
         from rendition join asset on asset.id = rendition.asset_id
         where asset.id = $1 and asset.status in ('LIVE', 'ARCHIVED')
         order by rendition.width >= $2 desc, abs(rendition.width - $2) limit 1`,
};

/**
 * Serves the bytes of pictures. They never change under a link, so they may be kept for ever; a picture that is withdrawn
 * stops being served from here at once.
 */
export class MediaHandler {
  readonly #database: Database;
  readonly #store: BlobStore;

  constructor(database: Database, store: BlobStore) {
    this.#database = database;
    this.#store = store;
  }

  /** For `/media/:id/:file`. */
  get handler(): RequestHandler {
    return (req, res) => this.send(req, res, String(req.params.id), String(req.params.file));
  }

  /** @throws Refusal NOT_FOUND when there is no such picture, or its bytes are gone. */
  async send(req: Request, res: Response, id: string, file: string): Promise<void> {
    const source = await this.#find(id, file);
    if (!source) throw new Refusal('NOT_FOUND', 'No such picture.');
    const key = blobKey(source.sha256, source.extension);

    res.set({
      ETag: `"${source.sha256}"`,
      'Content-Type': source.mediaType,
      'Accept-Ranges': 'bytes',
      // A picture opened by itself must not be able to do anything, whatever is in its bytes.
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (!res.get('Cache-Control')) res.set('Cache-Control', 'public, max-age=31536000, immutable');
    if (req.fresh) {
      res.status(304).end();
      return;
    }

    const whole = await this.#store.read(key);
    if (!whole)
      throw new Refusal('NOT_FOUND', 'The bytes of this picture are missing. The operator can see it in the log.');
    const ranges = wantsRange(req, source) ? req.range(whole.byteSize, { combine: true }) : undefined;
    if (ranges === -1) {
      whole.stream.destroy();
      res.removeHeader('Content-Type');
      res
        .status(416)
        .set({ 'Content-Range': `bytes */${whole.byteSize}`, 'Cache-Control': 'no-store' })
        .end();
      return;
    }
    const range = Array.isArray(ranges) && ranges.length === 1 && ranges.type === 'bytes' ? ranges[0] : undefined;
    if (!range) {
      res.set('Content-Length', String(whole.byteSize));
      if (req.method === 'HEAD') {
        whole.stream.destroy();
        res.end();
        return;
      }
      await pipe(whole.stream, res);
      return;
    }
    whole.stream.destroy();
    const part = await this.#store.read(key, range);
    if (!part) throw new Refusal('NOT_FOUND', 'The bytes of this picture are missing.');
    res.status(206).set({
      'Content-Range': `bytes ${range.start}-${range.end}/${part.byteSize}`,
      'Content-Length': String(range.end - range.start + 1),
    });
    await pipe(part.stream, res);
  }

  async #find(id: string, file: string): Promise<Source | null> {
    const groups = FILE.exec(file)?.groups;
    if (!groups || (!isId('asset', id) && !isId('render', id))) return null;
    const found = groups.extension
      ? await this.#database.readValue<Source | undefined>(ORIGINAL, [id, groups.extension])
      : await this.#database.readValue<Source | undefined>(RENDITION, [id, Number(groups.width)]);
    return found ?? null;
  }
}

/** With `If-Range`, only who has the beginning of these very bytes gets the rest of them. */
function wantsRange(req: Request, { sha256 }: Source): boolean {
  const held = req.get('if-range');
  return req.method === 'GET' && (held === undefined || held === `"${sha256}"`);
}

/** A reader that goes away in the middle is no error of ours. */
async function pipe(stream: NodeJS.ReadableStream, res: Response): Promise<void> {
  try {
    await pipeline(stream, res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
