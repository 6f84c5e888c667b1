import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import type { Contributions } from '../platform/contributions.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { newId } from '../platform/ids.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import type { HashedLink } from '../proof/chain.ts';
import { ActLog } from './act-log.ts';
import { AnchorSequence } from './anchor-sequence.ts';
import { type AnchorLog, ChainAnchors } from './anchors.ts';
import { type BlindedRecord, blinded } from './blinding.ts';
import type { ChainKind } from './chain.entity.ts';
import {
  deleteBlindings,
  eraseSalts,
  findErasedUntil,
  findHead,
  findLastAct,
  findLink,
  findPlaces,
  hasPending,
  insertAct,
  insertPending,
  isPending,
  readActs,
  readBlindings,
  readDeletedRanges,
  readLinks,
  readUnlinkedIds,
} from './chain.sql.ts';
import type { ChainedKind, StoredRecord } from './chained-kind.ts';
import { linkBatch } from './link-batch.ts';
import { isInPlace, matchesEntry } from './record-match.ts';
import { RememberedAnchor } from './remembered-anchor.ts';
import { RememberedSigning } from './remembered-signing.ts';

/** An act on the records of the chain, such as an erasure. */
export interface LogAct {
  act: 'ERASURE' | 'RETENTION';
  [member: string]: unknown;
}

const ACTS: ChainedKind = { kind: 'ACT', table: 'chain_act', erasable: [], read: readActs };

/** True for the refusal of a record that doesn’t match the chain. */
export const isRecordChanged = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'RECORD_CHANGED';

/** Refusal to use a record that doesn’t match the chain. */
export const recordChanged = (id: string) =>
  new Refusal(
    'RECORD_CHANGED',
    `The record of ${id} doesn’t match the chain of records, so it can’t be used as evidence. Tell the operator.`,
  );

const notLinkedYet = (id: string) =>
  new Refusal('SERVICE_UNAVAILABLE', `The record of ${id} isn’t in the chain of records yet. Try again shortly.`, {
    retryAfterSeconds: 2,
  });

/** The hash chain over records of every kind. Each feature contributes a reader for its own records. */
export class Chain {
  readonly #contributed: () => Contributions['chainedKinds'];
  #known: ReadonlyMap<ChainKind, ChainedKind> | null = null;
  readonly anchors: ChainAnchors;
  readonly acts: ActLog;

  /** @param contributed called at the first use, after all features are composed */
  constructor(log: AnchorLog, dataDir: string, contributed: () => Contributions['chainedKinds']) {
    const sequence = new AnchorSequence({ ...log, remembered: new RememberedAnchor(dataDir) });
    this.anchors = new ChainAnchors({ head: (em) => this.head(em), sequence, ...log });
    this.acts = new ActLog({ signer: log.signer, remembered: new RememberedSigning(dataDir) });
    this.#contributed = contributed;
  }

  get #kinds(): ReadonlyMap<ChainKind, ChainedKind> {
    this.#known ??= new Map([ACTS, ...Object.values(this.#contributed())].map((one) => [one.kind, one]));
    return this.#known;
  }

  /**
   * Adds one batch of queued records to the chain, unless another process is adding. Returns the number of records taken from
   * the queue; null if another process has the lock.
   */
  linkBatch(ctx: Context): Promise<number | null> {
    return ctx.fork().transactional(({ em }) => linkBatch(em, this.#kinds, { waits: false }));
  }

  /** True if records wait to be added to the chain. */
  hasPending(ctx: Context): Promise<boolean> {
    return hasPending(ctx.database);
  }

  /** Adds all queued records to the chain, and waits for other processes that do so. */
  async linkAll(ctx: Context): Promise<void> {
    await outsideRequests(async () => {
      const more = () => ctx.fork().transactional(({ em }) => linkBatch(em, this.#kinds, { waits: true }));
      while ((await more())! > 0) if (ctx.signal.aborted) return;
    });
  }

  /** Returns records by id, in the form in which they are hashed and exported. */
  async blinded(
    em: EntityManager,
    kind: ChainKind,
    kept: readonly StoredRecord[],
  ): Promise<Map<string, BlindedRecord>> {
    const chained = this.#kinds.get(kind)!;
    const blindings =
      chained.erasable.length > 0
        ? await readBlindings(
            em,
            kind,
            kept.map(({ id }) => id),
          )
        : null;
    return new Map(kept.map((one) => [one.id, blinded(chained, one, blindings?.get(one.id))]));
  }

  /** Reads records of a kind by id, in the form in which they are hashed and exported. */
  async records(em: EntityManager, kind: ChainKind, ids: readonly string[]): Promise<Map<string, BlindedRecord>> {
    const chained = this.#kinds.get(kind);
    return chained ? this.blinded(em, kind, await chained.read(em, ids)) : new Map();
  }

  /** Records and signs an act on the records, such as an erasure, in the transaction of the act. */
  async note({ em, principal }: Context, act: LogAct): Promise<void> {
    const id = newId('chainAct');
    const record = { ...act, at: (await databaseTime(em)).toISOString(), by: principal.actor };
    await insertAct(em, id, await this.acts.signed(record));
    await insertPending(em, 'ACT', id);
  }

  /**
   * Deletes the salts of records in the chain whose erasable members are about to be erased, in the same transaction. Digests can
   * still be verified, but the erased values can't be guessed.
   */
  async forgetSalts(em: EntityManager, kind: ChainKind, ids: readonly string[]): Promise<void> {
    await this.forgetSaltsOf(em, kind, this.#kinds.get(kind)!.erasable, ids);
  }

  /**
   * Deletes the salts of some members of records. A salt that all members share is deleted for all of them.
   * @returns ids of the records whose erasable members must all be erased
   */
  async forgetSaltsOf(
    em: EntityManager,
    kind: ChainKind,
    members: readonly string[],
    ids: readonly string[],
  ): Promise<string[]> {
    const records = [...(await this.records(em, kind, ids)).values()];
    const salted = records.filter(({ salt, salts }) => salt !== null || members.some((member) => salts?.[member]));
    const rows = salted.map(({ id, record, salts }) => {
      const commitments = Object.entries((record.commitments ?? {}) as Record<string, string>);
      const kept = Object.entries(salts ?? {}).filter(([member]) => !members.includes(member));
      const isKept = (member: string) => kept.some(([other]) => other === member);
      return {
        id,
        commitments: Object.fromEntries(commitments.filter(([member]) => !isKept(member))),
        salts: kept.length > 0 ? Object.fromEntries(kept) : null,
      };
    });
    await eraseSalts(em, kind, rows);
    return salted.filter(({ salt }) => salt !== null).map(({ id }) => id);
  }

  /** Deletes the salts of records that are deleted. The chain entries of these records stay. */
  async dropSalts(em: EntityManager, kind: ChainKind, fromId: string, untilId: string): Promise<void> {
    await deleteBlindings(em, { kind, fromId, untilId });
  }

  /**
   * Reads a record and checks it against the chain: its digest against its entry, and the entry against its neighbours. A queued
   * record is added to the chain first. Returns all members whose values are proven, so members that were erased are left out.
   * Null if the record doesn't exist.
   * @throws Refusal RECORD_CHANGED if the record or the chain was changed; SERVICE_UNAVAILABLE if it can't be added to the chain now
   */
  async verified(ctx: Context, kind: ChainKind, id: string): Promise<Readonly<Record<string, unknown>> | null> {
    const { em } = ctx.fork();
    let entry = await findLink(em, kind, id);
    if (!entry && (await isPending(em, kind, id))) await this.linkAll(ctx);
    // Another process can have added it between the two reads.
    entry ??= await findLink(em, kind, id);
    if (!entry && (await isPending(em, kind, id))) throw notLinkedYet(id);
    const record = (await this.records(em, kind, [id])).get(id);
    if (!record) return null;
    const fault = entry ? await this.#faultOf(em, entry, record) : 'NO_ENTRY';
    if (!fault) return { ...record.record, ...record.erasable };
    ctx.logger.error({ kind, id, seq: entry?.seq ?? null, fault }, 'a record does not match the chain');
    throw recordChanged(id);
  }

  async #faultOf(em: EntityManager, { seq, digest }: HashedLink, record: BlindedRecord): Promise<string | null> {
    if (!matchesEntry(record, digest)) return 'RECORD_CHANGED';
    const head = await this.head(em);
    const beside = await this.entries(em, Math.max(seq - 2, 0), seq + 1, 3);
    return isInPlace(seq, beside, head?.seq ?? 0) ? null : 'CHAIN_BROKEN';
  }

  head(em: EntityManager): Promise<HashedLink | null> {
    return findHead(em);
  }

  /** Reads at most `limit` chain entries after number `after` up to and including `upTo`, in order. */
  entries(em: EntityManager, after: number, upTo: number, limit: number): Promise<HashedLink[]> {
    return readLinks(em, { after, upTo, limit });
  }

  /** First and last sequence number of records in a range of ids. Null if none is in the chain. */
  placesOf(
    em: EntityManager,
    kind: ChainKind,
    fromId: string,
    untilId: string,
  ): Promise<{ first: number; last: number } | null> {
    return findPlaces(em, { kind, fromId, untilId });
  }

  /** Sequence number of the newest act on records of a kind in a range of ids. Null if there was none. */
  lastAct(em: EntityManager, kind: ChainKind, fromId: string, untilId: string): Promise<number | null> {
    return findLastAct(em, { kind, fromId, untilId });
  }

  /** Kinds of records in the chain, with their tables. */
  get kinds(): readonly ChainedKind[] {
    return [...this.#kinds.values()];
  }

  /** The next `limit` ids of records after the id `after`, and those of them that are neither in the chain nor waiting for it. */
  unlinked(
    em: EntityManager,
    { kind, table }: ChainedKind,
    after: string,
    limit: number,
  ): Promise<{ last: string | null; unlinked: string[] }> {
    return readUnlinkedIds(em, { kind, table, after, limit });
  }

  /**
   * Ranges of ids of a kind whose records were deleted when their retention ended. Each range includes its start and excludes its
   * end.
   */
  deletedRanges(em: EntityManager, kind: ChainKind): Promise<{ fromId: string; untilId: string }[]> {
    return readDeletedRanges(em, kind);
  }

  /** The id before which a member was erased from all records. Null if the member was never erased. */
  erasedUntil(em: EntityManager, kind: ChainKind, member: string): Promise<string | null> {
    return findErasedUntil(em, kind, member);
  }
}
