import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../platform/database/database.ts';
import { badUserInput, Refusal } from '../platform/errors/errors.ts';
import { sendTagged, sendTaggedCompressed, sendTaggedJson } from '../platform/http/etag.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import { formatConsistencyProof } from '../proof/consistency-proof.ts';
import { parseDecimal } from '../proof/decimal.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { formatVerifierKey } from '../proof/note.ts';
import { parseTilePath, tileWidth } from '../proof/tiles.ts';
import { type PublishedCheckpoint, readCheckpointsAfter, readPublishedAt } from './log-checkpoint.sql.ts';
import { type LogPath, logDocs } from './log-pages.docs.ts';
import type { KnownLog } from './log-register.ts';
import { LogTree } from './log-tree.ts';
import { PublishedSizes } from './published-sizes.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** Cache header for tiles and entries, which never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cache header for checkpoints: long enough to absorb bursts, short enough that new entries appear soon. */
const SOON_OLD = 'public, max-age=1';
/** Header with which any web page may read the log and audit it. */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** Number of checkpoints per page, about 300 kB. */
const CHECKPOINTS_PER_PAGE = 1_000;

/**
 * HTTP access to the logs in the format of C2SP tlog-tiles, so that existing clients can audit them: each log permanently under
 * its name, and the current one also under `/log`.
 */
export function logPages(database: Database, log: TransparencyLog): Mount[] {
  const published = new PublishedSizes();

  const checkpoint: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log: number } = await namedLog(em, req);
    const found = await log.checkpoint(em, number);
    if (!found) throw new Refusal('NOT_FOUND', 'This log has no published checkpoint yet.');
    await sendCheckpoint(em, res, number, found);
  };

  /**
   * Serves the newest checkpoint with a quorum of cosignatures, an extension of C2SP. On a busy log the newest checkpoint never
   * has its cosignatures yet, so readers who require a quorum would never get one.
   */
  const cosigned: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log: number } = await namedLog(em, req);
    const found = await log.cosignedCheckpoint(em, number);
    if (!found) throw new Refusal('NOT_FOUND', 'No checkpoint of this log has its quorum of cosignatures yet.');
    await sendCheckpoint(em, res, number, found);
  };

  /**
   * Sends a checkpoint with the time of its publication according to this service, which the checkpoint itself doesn't contain.
   */
  async function sendCheckpoint(em: EntityManager, res: Response, log: number, { size, note }: PublishedCheckpoint) {
    const publishedAt = await readPublishedAt(em, log, size);
    res
      .set({
        'Cache-Control': SOON_OLD,
        ...ANY_ORIGIN,
        ...(publishedAt && { 'Last-Modified': publishedAt.toUTCString() }),
      })
      .type('text/plain')
      .send(note);
  }

  /** Serves all checkpoints, an extension of C2SP, so that an auditor can compare the log with each. */
  const checkpoints: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log } = await namedLog(em, req);
    const page = await readCheckpointsAfter(em, log, afterOf(req.query.after), CHECKPOINTS_PER_PAGE);
    const next = page.length === CHECKPOINTS_PER_PAGE ? page.at(-1)!.size : null;
    res.set({ 'Cache-Control': 'no-cache', ...ANY_ORIGIN });
    sendTaggedJson(res, { checkpoints: page.map(({ note }) => note), next });
  };

  /**
   * Serves a consistency proof for readers who saved a checkpoint, in the format that logs send to witnesses, which existing
   * tools can read. It contains the checkpoint as published, without later cosignatures, so it never changes.
   */
  const consistency: RequestHandler = async (req, res) => {
    const [oldSize, size] = sizesOf(req.params);
    const em = database.orm.em.fork();
    const { log } = await namedLog(em, req);
    const [next] = await readCheckpointsAfter(em, log, size - 1, 1);
    if (next?.size !== size) {
      const other = next ? `the next larger one has ${next.size}` : 'there is no larger one';
      throw new Refusal('NOT_FOUND', `No checkpoint of exactly ${size} entries was published; ${other}.`);
    }
    const proof = await new LogTree(log).consistencyProof(em, oldSize, size);
    res
      .set({
        'Cache-Control': IMMUTABLE,
        // Sent as a download, so that following the link doesn't leave the seal's page with the reader's input.
        'Content-Disposition': `attachment; filename="consistency-${oldSize}-${size}.txt"`,
        ...ANY_ORIGIN,
      })
      .type('text/plain')
      .send(formatConsistencyProof({ oldSize, proof, checkpoint: next.note }));
  };

  const tile: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log } = await namedLog(em, req);
    const place = readPath(['tile', ...req.params.path!].join('/'));
    const found = place && (await bytesAt(em, log, published, place));
    if (!found) throw new Refusal('NOT_FOUND', 'The log has no tile at this path, or none of this width yet.');
    res.set({ 'Cache-Control': IMMUTABLE, ...ANY_ORIGIN }).type('application/octet-stream');
    // Hashes can't be compressed.
    if (place.kind === 'entries') await sendTaggedCompressed(res, Buffer.from(found));
    else sendTagged(res, Buffer.from(found));
  };

  const about: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { key, openedAt, genesis } = await namedLog(em, req);
    const logs = await log.all(em);
    res.set({ 'Cache-Control': 'no-cache', ...ANY_ORIGIN });
    sendTaggedJson(res, {
      origin: key.name,
      verifierKey: formatVerifierKey(key),
      openedAt: openedAt.toISOString(),
      genesis: JSON.parse(genesis),
      logs: logs.map((known) => known.key.name),
    });
  };

  /** The log named in the path, otherwise the current one. */
  async function namedLog(em: EntityManager, { params }: Request): Promise<KnownLog> {
    if (params.origin === undefined) return log.identity();
    const logs = await log.all(em);
    const named = logs.find(({ key }) => key.name === params.origin);
    if (named) return named;
    const names = logs.map(({ key }) => key.name).join(', ');
    throw new Refusal('NOT_FOUND', `No log has this name. Available: ${names}.`);
  }

  const link = { title: 'Transparency log', text: 'append-only record of all seals' };
  const served: [LogPath, RequestHandler][] = [
    ['', about],
    ['/checkpoint', checkpoint],
    ['/checkpoint/cosigned', cosigned],
    ['/checkpoints', checkpoints],
    ['/consistency/:old/:size', consistency],
    ['/tile/*path', tile],
  ];
  return [false, true].flatMap((isNamed) =>
    served.map(([path, handler]) => {
      const prefix = isNamed ? '/log/by-name/:origin' : '/log';
      return readOnly(prefix + path, logDocs(path, isNamed), handler, path === '' && !isNamed ? link : undefined);
    }),
  );
}

/**
 * Bytes of a tile or entry bundle. Null for an invalid path, and if no published checkpoint covers all of it: an unpublished
 * entry may still be removed, so it must not be cached as immutable.
 */
async function bytesAt(
  em: EntityManager,
  log: number,
  published: PublishedSizes,
  place: TilePlace,
): Promise<Uint8Array | null> {
  const level = place.kind === 'entries' ? 0 : place.level;
  const isPublished = (size: number) => place.width <= tileWidth(level, place.index, size);
  if (!(await published.has(em, log, isPublished))) return null;
  const tree = new LogTree(log);
  return place.kind === 'entries' ? tree.entryBundle(em, place.index, place.width) : tree.tile(em, place);
}

function afterOf(value: unknown): number {
  if (value === undefined) return 0;
  const after = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
  if (after === null) throw badUserInput('`after` must be the size of a checkpoint, a whole number.');
  return after;
}

function sizesOf({ old, size }: Record<string, string | string[] | undefined>): [old: number, size: number] {
  const [oldSize, newSize] = [sizeIn(old), sizeIn(size)];
  if (!(oldSize >= 1 && oldSize < newSize)) {
    throw badUserInput('The path must end in two sizes of the log: whole numbers from 1, the smaller one first.');
  }
  return [oldSize, newSize];
}

/** Number of entries in a path parameter. NaN if it is invalid. */
function sizeIn(value: string | string[] | undefined): number {
  try {
    return parseDecimal(String(value), 'size');
  } catch (error) {
    if (error instanceof MalformedInput) return Number.NaN;
    throw error;
  }
}

type TilePlace = ReturnType<typeof parseTilePath>;

function readPath(path: string): TilePlace | null {
  try {
    return parseTilePath(path);
  } catch (error) {
    if (error instanceof MalformedInput) return null;
    throw error;
  }
}
