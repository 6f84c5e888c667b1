import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import type { Contributions } from '../platform/contributions.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { newId } from '../platform/ids.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import type { HashedLink } from '../proof/chain.ts';
import { type AnchorLog, ChainAnchors } from './anchors.ts';
import { type BlindedRecord, blinded } from './blinding.ts';
import type { ChainKind } from './chain.entity.ts';
import {
  deleteBlindings,
  eraseSalts,
  findErasedUntil,
  findHead,
  findPlaces,
  insertAct,
  insertPending,
  readActs,
  readBlindings,
  readDeletedRanges,
  readLinks,
} from './chain.sql.ts';
import type { ChainedKind, StoredRecord } from './chained-kind.ts';
import { linkBatch } from './link-batch.ts';

/** What was done to the log itself. */
export interface LogAct {
  act: 'ERASURE' | 'RETENTION';
  [member: string]: unknown;
}

const ACTS: ChainedKind = { kind: 'ACT', erasable: [], read: readActs };

/** The chain over records of every kind. Each feature contributes how its own records are read. */
export class Chain {
  readonly #contributed: () => Contributions['chainedKinds'];
  #known: ReadonlyMap<ChainKind, ChainedKind> | null = null;
  readonly anchors: ChainAnchors;

  /** @param contributed called at the first use, when every feature is composed */
  constructor(log: AnchorLog, contributed: () => Contributions['chainedKinds']) {
    this.anchors = new ChainAnchors({ head: (em) => this.head(em), ...log });
    this.#contributed = contributed;
  }

  get #kinds(): ReadonlyMap<ChainKind, ChainedKind> {
    this.#known ??= new Map([ACTS, ...Object.values(this.#contributed())].map((one) => [one.kind, one]));
    return this.#known;
  }

  /** Links a batch, unless another process does. Gives how many waited, null where another has its turn. */
  linkBatch(ctx: Context): Promise<number | null> {
    return ctx.afresh().transactional(({ em }) => linkBatch(em, this.#kinds, { waits: false }));
  }

  /** Links all that waits by now, waiting for whoever has the turn. */
  async linkAll(ctx: Context): Promise<void> {
    await outsideRequests(async () => {
      const more = () => ctx.afresh().transactional(({ em }) => linkBatch(em, this.#kinds, { waits: true }));
      while ((await more())! > 0) if (ctx.signal.aborted) return;
    });
  }

  /** Records as they are hashed and exported, by their ids. */
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

  /** The records of a kind as they stand, blinded. */
  async records(em: EntityManager, kind: ChainKind, ids: readonly string[]): Promise<Map<string, BlindedRecord>> {
    const chained = this.#kinds.get(kind);
    return chained ? this.blinded(em, kind, await chained.read(em, ids)) : new Map();
  }

  /** Notes what is done to the log, in the transaction that does it. */
  async note({ em, principal }: Context, act: LogAct): Promise<void> {
    const id = newId('chainAct');
    const record = { ...act, at: (await databaseTime(em)).toISOString(), by: principal.actor };
    await insertAct(em, id, record);
    await insertPending(em, 'ACT', id);
  }

  /**
   * Forgets the salts of records whose erasable members are about to be erased, in the transaction that erases them: the digest
   * can be computed as before, and nobody can find out any more what they were. They have to be linked.
   */
  async forgetSalts(em: EntityManager, kind: ChainKind, ids: readonly string[]): Promise<void> {
    await this.forgetSaltsOf(em, kind, this.#kinds.get(kind)!.erasable, ids);
  }

  /**
   * The same of some members alone. Where one salt is for all, that one is forgotten, and with it every member's.
   * @returns of which records all erasable members have to be erased
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

  /** Salts of records that are not kept any more. Their entries stay. */
  async dropSalts(em: EntityManager, kind: ChainKind, fromId: string, untilId: string): Promise<void> {
    await deleteBlindings(em, { kind, fromId, untilId });
  }

  head(em: EntityManager): Promise<HashedLink | null> {
    return findHead(em);
  }

  /** Entries in their order, at the most `limit`. */
  entries(em: EntityManager, after: number, upTo: number, limit: number): Promise<HashedLink[]> {
    return readLinks(em, { after, upTo, limit });
  }

  /** The first and the last place of records whose ids lie in a range; null where none is linked. */
  placesOf(
    em: EntityManager,
    kind: ChainKind,
    fromId: string,
    untilId: string,
  ): Promise<{ first: number; last: number } | null> {
    return findPlaces(em, { kind, fromId, untilId });
  }

  /** Which ids of a kind were let go of when their time was over: half-open ranges. */
  letGo(em: EntityManager, kind: ChainKind): Promise<{ fromId: string; untilId: string }[]> {
    return readDeletedRanges(em, kind);
  }

  /** The id up to which a member of records was erased before; null if it never was. */
  erasedUntil(em: EntityManager, kind: ChainKind, member: string): Promise<string | null> {
    return findErasedUntil(em, kind, member);
  }
}
