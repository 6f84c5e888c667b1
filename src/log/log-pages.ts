import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../platform/database/database.ts';
import { badUserInput, Refusal } from '../platform/errors/errors.ts';
import { sendTaggedJson } from '../platform/http/etag.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import { formatConsistencyProof } from '../proof/consistency-proof.ts';
import { parseDecimal } from '../proof/decimal.ts';
import { Malformed } from '../proof/malformed.ts';
import { formatVerifierKey } from '../proof/note.ts';
import { parseTilePath, tileWidth } from '../proof/tiles.ts';
import { type PublishedCheckpoint, readCheckpointsAfter, readPublishedAt } from './log-checkpoint.sql.ts';
import { type LogPath, logDocs } from './log-pages.docs.ts';
import type { KnownLog } from './log-register.ts';
import { LogTree } from './log-tree.ts';
import { PublishedSizes } from './published-sizes.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** A tile of a width has the same bytes for ever. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Long enough to bear a crowd, short enough that a new entry is soon seen. */
const SOON_OLD = 'public, max-age=1';
/** Anybody may audit the log from any page. */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** Checkpoints in one answer: some 300 kB. */
const CHECKPOINTS_PER_PAGE = 1_000;

/**
 * A log over HTTP, as C2SP tlog-tiles lays it out, so that existing clients can audit it: under its name for ever, and in
 * front of everything while it is the one that is written.
 */
export function logPages(database: Database, log: TransparencyLog): Mount[] {
  const published = new PublishedSizes();

  const checkpoint: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log: number } = await namedLog(em, req);
    const found = await log.checkpoint(em, number);
    if (!found) throw new Refusal('NOT_FOUND', 'This log has published no checkpoint.');
    await sendCheckpoint(em, res, number, found);
  };

  /**
   * Beyond C2SP: the newest one that enough witnesses have seen. On a busy log the newest of all never has its cosignatures
   * yet, and whoever asks for a quorum would never be shown one.
   */
  const cosigned: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log: number } = await namedLog(em, req);
    const found = await log.cosignedCheckpoint(em, number);
    if (!found) throw new Refusal('NOT_FOUND', 'No checkpoint of this log has its quorum of cosignatures.');
    await sendCheckpoint(em, res, number, found);
  };

  /** With when it was published, which a checkpoint itself does not say: the word of this service. */
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

  /** Beyond C2SP: every checkpoint there ever was, so that an auditor can hold the log to all of them. */
  const checkpoints: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log } = await namedLog(em, req);
    const page = await readCheckpointsAfter(em, log, afterOf(req.query.after), CHECKPOINTS_PER_PAGE);
    const next = page.length === CHECKPOINTS_PER_PAGE ? page.at(-1)!.size : null;
    res.set({ 'Cache-Control': 'no-cache', ...ANY_ORIGIN });
    sendTaggedJson(res, { checkpoints: page.map(({ note }) => note), next });
  };

  /**
   * That a later tree of this log continues an earlier one, for a reader who kept a checkpoint. In the form in which a log
   * tells a witness, so that it is read by what exists; the checkpoint in it is the one that was published, without the
   * cosignatures that came later, and the same for ever.
   */
  const consistency: RequestHandler = async (req, res) => {
    const [oldSize, size] = sizesOf(req.params);
    const em = database.orm.em.fork();
    const { log } = await namedLog(em, req);
    const [next] = await readCheckpointsAfter(em, log, size - 1, 1);
    if (next?.size !== size) {
      const other = next ? `the next larger one is of ${next.size}` : 'there is no larger one';
      throw new Refusal('NOT_FOUND', `No checkpoint of exactly ${size} entries was published; ${other}.`);
    }
    const proof = await new LogTree(log).consistencyProof(em, oldSize, size);
    res
      .set({
        'Cache-Control': IMMUTABLE,
        // Followed from the page of a seal, it must not take the place of what the reader gave there.
        'Content-Disposition': `attachment; filename="consistency-${oldSize}-${size}.txt"`,
        ...ANY_ORIGIN,
      })
      .type('text/plain')
      .send(formatConsistencyProof({ oldSize, proof, checkpoint: next.note }));
  };

  const tile: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const { log } = await namedLog(em, req);
    const found = await bytesAt(em, log, published, ['tile', ...req.params.path!].join('/'));
    if (!found) throw new Refusal('NOT_FOUND', 'The log has no tile there, or not of this width yet.');
    res
      .set({ 'Cache-Control': IMMUTABLE, ...ANY_ORIGIN })
      .type('application/octet-stream')
      .send(Buffer.from(found));
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

  /** The one with the name in the path, else the one that is written. */
  async function namedLog(em: EntityManager, { params }: Request): Promise<KnownLog> {
    if (params.origin === undefined) return log.identity();
    const logs = await log.all(em);
    const named = logs.find(({ key }) => key.name === params.origin);
    if (named) return named;
    const names = logs.map(({ key }) => key.name).join(', ');
    throw new Refusal('NOT_FOUND', `There is no log of this name. There are: ${names}.`);
  }

  const link = { title: 'Log', text: 'the transparency log that every seal stands in' };
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
 * Null for what no published checkpoint covers, too: what is served as immutable has to be signed for, and an entry that was
 * written and never published may still be taken back.
 */
async function bytesAt(
  em: EntityManager,
  log: number,
  published: PublishedSizes,
  path: string,
): Promise<Uint8Array | null> {
  const place = readPath(path);
  if (!place) return null;
  const level = place.kind === 'entries' ? 0 : place.level;
  const isPublished = (size: number) => place.width <= tileWidth(level, place.index, size);
  if (!(await published.has(em, log, isPublished))) return null;
  const tree = new LogTree(log);
  return place.kind === 'entries' ? tree.entryBundle(em, place.index, place.width) : tree.tile(em, place);
}

function afterOf(value: unknown): number {
  if (value === undefined) return 0;
  const after = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
  if (after === null) throw badUserInput('`after` is the size of a checkpoint: a whole number.');
  return after;
}

function sizesOf({ old, size }: Record<string, string | string[] | undefined>): [old: number, size: number] {
  const [oldSize, newSize] = [sizeIn(old), sizeIn(size)];
  if (!(oldSize >= 1 && oldSize < newSize)) {
    throw badUserInput('The path ends in two sizes of the log: whole numbers from 1 on, the smaller one first.');
  }
  return [oldSize, newSize];
}

/** NaN when it is none. */
function sizeIn(value: string | string[] | undefined): number {
  try {
    return parseDecimal(String(value), 'size');
  } catch (error) {
    if (error instanceof Malformed) return Number.NaN;
    throw error;
  }
}

function readPath(path: string): ReturnType<typeof parseTilePath> | null {
  try {
    return parseTilePath(path);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}
