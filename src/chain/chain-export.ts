import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { NotReplayed } from '../platform/database/read-replica.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import type { HashedLink } from '../proof/chain.ts';
import { anchorIssuer, parseAnchorStatement } from '../proof/chain-anchor.ts';
import {
  type EntryLine,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportLine,
  type ExportTrailer,
  RecordAbsence,
  type RecordLine,
} from '../proof/chain-export.ts';
import { timeInId } from '../proof/record-times.ts';
import type { ChainAnchor, ChainAnchors } from './anchors.ts';
import type { BlindedRecord } from './blinding.ts';
import type { ChainKind } from './chain.entity.ts';
import type { Chain } from './chain.ts';
import { type AnchorRow, findAnchoredBefore, findAnchoredFrom, readAnchorRows } from './chain-anchor.sql.ts';
import { ChainFrozen } from './chain-frozen.ts';

export interface ExportRequest {
  kind: ChainKind;
  /** The filter that was requested, as it appears in the export. */
  filter: Record<string, unknown>;
  /** Range of ids to export, including `fromId` and excluding `untilId`. Null for no bound. */
  fromId: string | null;
  untilId: string | null;
  issuer: string;
  /** Finds which of these ids have a record: true if the record matches the filter, false if it doesn't. */
  choose(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /** Reads the Sigstore bundles of records by id, if records of this kind have them. */
  bundles?(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}

/** Number of chain entries per read. With their records they have a few megabytes at most. */
const AT_ONCE = 250;

/**
 * Creates an export, line by line: all entries of the chain from the first requested one to an anchored one at or after the
 * last requested one, with the requested records. If no anchor can be made, the export ends with the newest entry. Each part is
 * a separate short statement, so a slow reader blocks no other work.
 */
export async function* exportLines(chain: Chain, ctx: Context, request: ExportRequest): AsyncGenerator<ExportLine> {
  const { em } = ctx.fork();
  const { kind, filter, issuer } = request;
  const range = await outsideRequests(() => rangeOf(chain, ctx, request));
  yield {
    type: 'header',
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    kind,
    filter,
    exportedAt: (await outsideRequests(() => databaseTime(em))).toISOString(),
    issuer: range?.anchor ? issuerOf(range.anchor) : issuer,
    first: range?.first ?? 0,
  };
  const deleted = await outsideRequests(() => chain.deletedRanges(em, kind));
  let last: HashedLink | null = null;
  let entries = 0;
  let records = 0;
  for (let after = (range?.first ?? 1) - 1; range && after < range.upTo; after = last!.seq) {
    ctx.signal.throwIfAborted();
    const lines = await outsideRequests(() => readPart(chain, ctx, request, deleted, { after, upTo: range.upTo }));
    if (lines.length === 0) break;
    await outsideRequests(() => addAnchors(em, lines, range.upTo));
    for (const line of lines) {
      entries++;
      if (line.type === 'record') records++;
      yield line;
    }
    last = lines.at(-1)!.entry;
  }
  yield {
    type: 'trailer',
    entries,
    records,
    last: last && { seq: last.seq, hash: last.hash },
    ...(range ? anchorOf(range) : { anchor: null, note: 'The chain contains no record that matches the request.' }),
  };
}

interface ExportRange {
  first: number;
  upTo: number;
  anchor: ChainAnchor | null;
  note: string | null;
}

/** First and last chain entry of the export. Null if no record in the range of ids is in the chain. */
async function rangeOf(
  chain: Chain,
  ctx: Context,
  { kind, fromId, untilId }: ExportRequest,
): Promise<ExportRange | null> {
  await chain.linkAll(ctx);
  const { em } = ctx.fork();
  const head = await chain.head(em);
  if (!head) return null;
  const isAll = fromId === null && untilId === null;
  // `~` sorts after every id, so it means no upper bound.
  const places = isAll ? { first: 1, last: head.seq } : await chain.placesOf(em, kind, fromId ?? '', untilId ?? '~');
  if (!places) return null;
  // An act that explains a missing or erased record comes after it, and belongs to the export.
  const lastAct = isAll ? null : await chain.lastAct(em, kind, fromId ?? '', untilId ?? '~');
  // An anchor from after the requested time proves that no record of this time was left out at the end.
  const until = untilId === null ? null : timeInId(untilId);
  const end = until === null ? null : await findAnchoredFrom(em, new Date(until));
  const last = Math.max(places.last, lastAct ?? 0, end ?? 0);
  const first = fromId === null ? 1 : await beginningOf(em, fromId, places.first);
  const anchor = await anchorCovering(chain.anchors, ctx, last);
  if (typeof anchor === 'object') return { first, upTo: anchor.seq, anchor, note: null };
  return { first, upTo: head.seq, anchor: null, note: anchor };
}

/**
 * The entry from which an export proves that no earlier one is in its range of time: the last one that was anchored before this
 * time, otherwise the first of the chain.
 */
async function beginningOf(em: EntityManager, fromId: string, first: number): Promise<number> {
  const from = timeInId(fromId);
  return (from === null ? null : await findAnchoredBefore(em, first, new Date(from))) ?? 1;
}

const NOT_YET = 'The transparency log doesn’t accept entries now, so the last entry of the export isn’t anchored yet.';

/** The anchor at or after an entry, which is made if necessary. A sentence if that is impossible. */
async function anchorCovering(anchors: ChainAnchors, ctx: Context, seq: number): Promise<ChainAnchor | string> {
  const { em } = ctx.fork();
  const known = await anchors.covering(em, seq);
  if (known) return known;
  try {
    await anchors.anchor(ctx);
    return (await anchors.covering(em, seq)) ?? NOT_YET;
  } catch (error) {
    ctx.logger.warn({ err: error }, 'the chain could not be anchored for an export');
    return error instanceof ChainFrozen ? `The chain doesn’t continue its last anchor. ${error.reason}` : NOT_YET;
  }
}

/** The issuer that an anchor names. It differs from the service’s address if that was changed since. */
function issuerOf({ bundle }: ChainAnchor): string {
  const { payload } = JSON.parse(bundle).dsseEnvelope;
  return anchorIssuer(parseAnchorStatement(Buffer.from(payload, 'base64')));
}

/** Adds the anchors of the entries, except for the last entry of the export, whose anchor is in the trailer. */
async function addAnchors(em: EntityManager, lines: readonly (RecordLine | EntryLine)[], upTo: number): Promise<void> {
  const bySeq = new Map(lines.map((line) => [line.entry.seq, line]));
  const last = Math.min(lines.at(-1)!.entry.seq, upTo - 1);
  let after = { seq: lines[0]!.entry.seq, id: '' };
  for (let anchors: AnchorRow[] = []; ; after = anchors.at(-1)!) {
    anchors = await readAnchorRows(em, after, AT_ONCE, last);
    for (const { seq, statement, signature, keyId } of anchors) {
      const line = bySeq.get(seq)!;
      const anchor = { statement, signature: Buffer.from(signature).toString('base64'), keyId };
      line.anchors = [...(line.anchors ?? []), anchor];
    }
    if (anchors.length < AT_ONCE) return;
  }
}

function anchorOf({ anchor, note }: ExportRange): Pick<ExportTrailer, 'anchor' | 'note'> {
  if (!anchor) return { anchor: null, ...(note !== null && { note }) };
  return { anchor: { seq: anchor.seq, hash: anchor.hash, bundle: JSON.parse(anchor.bundle) } };
}

/** Reads the next lines, from the read replica if it has replayed all of them. */
function readPart(
  chain: Chain,
  ctx: Context,
  request: ExportRequest,
  deleted: readonly { fromId: string; untilId: string }[],
  part: { after: number; upTo: number },
): Promise<(RecordLine | EntryLine)[]> {
  return ctx.readLagging(async (database) => {
    const lines = await read(chain, database.orm.em.fork(), request, deleted, part);
    if (database.isReplica && lines.length < Math.min(AT_ONCE, part.upTo - part.after)) throw new NotReplayed();
    return lines;
  });
}

async function read(
  chain: Chain,
  em: EntityManager,
  { kind, choose, bundles }: ExportRequest,
  deleted: readonly { fromId: string; untilId: string }[],
  { after, upTo }: { after: number; upTo: number },
): Promise<(RecordLine | EntryLine)[]> {
  const entries = await chain.entries(em, after, upTo, AT_ONCE);
  const idsOf = (of: ChainKind) => entries.filter((entry) => entry.kind === of).map(({ subjectId }) => subjectId);
  const ids = idsOf(kind);
  const there = ids.length > 0 ? await choose(em, ids) : new Map<string, boolean>();
  const requested = ids.filter((id) => there.get(id));
  const records = requested.length > 0 ? await chain.records(em, kind, requested) : new Map<string, BlindedRecord>();
  const proofs = requested.length > 0 ? await bundles?.(em, requested) : undefined;
  // Acts on the records, such as erasures, are part of every export.
  const acts = idsOf('ACT');
  const done = acts.length > 0 ? await chain.records(em, 'ACT', acts) : new Map<string, BlindedRecord>();
  const absenceOf = ({ kind: ofKind, subjectId }: HashedLink): RecordAbsence => {
    if (ofKind !== kind || there.has(subjectId))
      return ofKind === 'ACT' ? RecordAbsence.MISSING : RecordAbsence.NOT_ASKED;
    const isDeleted = deleted.some(({ fromId, untilId }) => subjectId >= fromId && subjectId < untilId);
    return isDeleted ? RecordAbsence.NOT_KEPT : RecordAbsence.MISSING;
  };
  return entries.map((entry) => {
    const kept = entry.kind === kind ? records.get(entry.subjectId) : done.get(entry.subjectId);
    if (!kept) return { type: 'entry', entry, absent: absenceOf(entry) };
    const { record, erasable, salt, erasedAt } = kept;
    // Salts of members without a value are left out, since they have nothing to reveal.
    const salts = Object.entries(kept.salts ?? {}).filter(([member]) => member in erasable);
    const optional = {
      ...(salt !== null && { salt }),
      ...(salts.length > 0 && { salts: Object.fromEntries(salts) }),
      ...(erasedAt !== null && { erasedAt }),
    };
    const bundle = proofs?.get(entry.subjectId);
    return { type: 'record', entry, record, erasable, ...optional, ...(bundle !== undefined && { bundle }) };
  });
}
