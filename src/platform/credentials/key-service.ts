import { type EntityClass, type EntityDTO, type FilterQuery, LockMode } from '@mikro-orm/core';
import { issuersOf } from '../auth/principal.ts';
import { hintOf, newToken } from '../auth/token.ts';
import type { Context } from '../context.ts';
import { databaseTime } from '../database/database-time.sql.ts';
import { digestOf } from '../encryption/secrets.ts';
import { InputInvalid, NotFound, type Problem } from '../graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued, noNote } from '../idempotency/issue-once.ts';
import type { KeyedInput } from '../idempotency/request-hash.ts';
import { newId } from '../ids.ts';
import type { BearerKey } from './bearer-key.ts';
import type { KeyKind } from './key-kind.ts';
import { DEFAULT_OVERLAP_HOURS, keyIssues } from './key-rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const lockMode = LockMode.PESSIMISTIC_WRITE;

/** A new key with its token, which is returned only once. */
export interface IssuedKey<Key> {
  key: Key;
  token: string;
  alreadyIssued: false;
}

/** Result of a repeated request: the current state of the key that an earlier request with the same idempotency key issued. */
interface AlreadyIssuedKey<Key> {
  key: Key;
  token: null;
  alreadyIssued: true;
}

export type KeyIssueResult<Key> = IssuedKey<Key> | AlreadyIssuedKey<Key>;

interface IssueRequest<Key, Owner> {
  ownerId: string;
  name: string | null;
  lifetimeDays?: number | null | undefined;
  /** Values of columns that only this kind of key has. */
  values: Partial<Key>;
  /** Returns a problem if the request isn't valid for this owner, otherwise null. The owner's row is locked. */
  faultOf?(owner: Owner): InputInvalid | null;
  /** Stores the id of the issued key under its idempotency key. Default: stores nothing. */
  note?: NoteIssued | undefined;
}

interface NewKey<Key> {
  id: string;
  now: Date;
  lifetimeDays: number | null | undefined;
  values: Partial<Key>;
}

interface RotateRequest {
  keyId: string;
  overlapHours?: number | null | undefined;
  lifetimeDays?: number | null | undefined;
  idempotencyKey?: string | null | undefined;
}

/**
 * Issues, rotates and revokes bearer keys of one kind. All times come from the database's clock, which also decides whether a key
 * is valid. If the clock of a process were used and ran ahead, a replaced key would stay valid for too long.
 */
export class KeyService<Key extends BearerKey, Owner extends { id: string }, Conflict extends Problem> {
  readonly #kind: KeyKind<Key, Owner, Conflict>;
  readonly #onChange: () => void;

  /** @param onChange called when cached keys may be outdated */
  constructor(kind: KeyKind<Key, Owner, Conflict>, onChange: () => void) {
    this.#kind = kind;
    this.#onChange = onChange;
  }

  /** Issues a key. The owner's other keys stay valid. */
  async issue(
    ctx: Context,
    { ownerId, name, lifetimeDays, values, faultOf, note = noNote }: IssueRequest<Key, Owner>,
  ): Promise<IssuedKey<Key> | NotFound | InputInvalid | Conflict> {
    const issues = keyIssues({ name, lifetimeDays }, this.#kind.lifetime);
    if (issues.length > 0) return new InputInvalid(issues);
    return ctx.transactional(async (inner) => {
      const owner = await this.#lockedOwner(inner, ownerId);
      if (!owner) return new NotFound(ownerId);
      const now = await databaseTime(inner.em);
      const problem = faultOf?.(owner) ?? (await this.#obstacle(inner, owner, now));
      if (problem) return problem;
      const id = newId(this.#kind.idKind);
      const columns = { ...values, name: name?.trim() ?? null, lineageId: id };
      const issued = await this.#create(inner, owner, { id, now, lifetimeDays, values: columns });
      this.#kind.events.issued(inner, owner.id, id);
      await note(inner, id);
      return issued;
    });
  }

  /**
   * Issues a key once per idempotency key. A repeated request gets the key without its token.
   * @param input the whole input of the mutation that issues keys of this kind
   */
  issueOnce<Result>(
    ctx: Context,
    input: KeyedInput,
    issue: (note: NoteIssued) => Promise<Result>,
  ): Promise<Result | AlreadyIssuedKey<Key> | InputInvalid | IdempotencyKeyReused> {
    return this.#once<Result>(ctx, 'issue', input, issue);
  }

  /**
   * Issues a key that replaces another key, once per idempotency key. The old key stays valid for the overlap, but never longer
   * than its own expiry.
   */
  rotate(
    ctx: Context,
    request: RotateRequest,
  ): Promise<KeyIssueResult<Key> | NotFound | InputInvalid | Conflict | IdempotencyKeyReused> {
    return this.#once(ctx, 'rotate', request, (note) => this.#rotate(ctx, request, note));
  }

  async #rotate(
    ctx: Context,
    { keyId, overlapHours, lifetimeDays }: RotateRequest,
    note: NoteIssued,
  ): Promise<IssuedKey<Key> | NotFound | InputInvalid | Conflict> {
    const { lifetime, conflict, words, events, passedOn } = this.#kind;
    const issues = keyIssues({ overlapHours, lifetimeDays }, lifetime);
    if (issues.length > 0) return new InputInvalid(issues);
    const result = await ctx.transactional(async (inner) => {
      const known = await this.#findKey(inner, keyId);
      // Locks the owner before the key. If another rotation locked them in the reverse order, the two could wait for each other.
      const owner = known && (await this.#lockedOwner(inner, this.#ownerIdOf(known)));
      const key = owner && (await this.#findKey(inner, keyId, true));
      if (!key) return new NotFound(keyId);
      // The time is read after locking, so that the second of two concurrent callers sees that the first has already replaced the
      // key.
      const now = await databaseTime(inner.em);
      if (key.revokedAt || key.expiresAt <= now) {
        return conflict(`The ${words.key} is expired or revoked. Issue a new one.`);
      }
      if ((await this.#kind.codes?.isProven(inner.em, key)) === false) {
        return conflict(`The ${words.key} was changed outside of the service. Issue a new one.`);
      }
      const problem = this.#kind.rotationObstacle?.(inner, owner, key) ?? (await this.#obstacle(inner, owner, now));
      if (problem) return problem;
      const copied = Object.fromEntries(passedOn.map((property) => [property, key[property]]));
      const values = {
        ...copied,
        name: key.name ?? null,
        lineageId: key.lineageId ?? key.id,
      } as unknown as Partial<Key>;
      const issued = await this.#create(inner, owner, { id: newId(this.#kind.idKind), now, lifetimeDays, values });
      const ends = new Date(now.getTime() + (overlapHours ?? DEFAULT_OVERLAP_HOURS) * HOUR_MS);
      if (ends < key.expiresAt) {
        key.expiresAt = ends;
        this.#code(key);
      }
      events.rotated(inner, owner.id, key.id, issued.key.id);
      await note(inner, issued.key.id);
      return issued;
    });
    this.#onChange();
    return result;
  }

  /**
   * Revokes a key. It is refused from the next request on, in other processes within a second. Revoking a revoked key changes
   * nothing.
   */
  async revoke(ctx: Context, keyId: string): Promise<Key | NotFound> {
    const result = await ctx.transactional(async (inner) => {
      const key = await this.#findKey(inner, keyId, true);
      const owner = key && (await inner.em.findOne(this.#kind.ownerEntity, this.#ownerWhere(inner, key)));
      if (!key || !owner) return new NotFound(keyId);
      if (key.revokedAt) return key;
      key.revokedAt = await databaseTime(inner.em);
      if (this.#kind.codes) key.authenticationCode = null;
      this.#kind.events.revoked(inner, owner.id, keyId);
      return key;
    });
    this.#onChange();
    return result;
  }

  #once<Result>(
    ctx: Context,
    verb: 'issue' | 'rotate',
    input: KeyedInput,
    issue: (note: NoteIssued) => Promise<Result>,
  ): Promise<Result | AlreadyIssuedKey<Key> | InputInvalid | IdempotencyKeyReused> {
    const { idKind } = this.#kind;
    return issueOnce<Result | AlreadyIssuedKey<Key>>(ctx, {
      mutation: `${verb}${idKind[0]!.toUpperCase()}${idKind.slice(1)}`,
      input,
      issue,
      again: async (afresh, keyId) => {
        const key = await this.#findKey(afresh, keyId);
        const owner = key && (await afresh.em.findOne(this.#kind.ownerEntity, this.#ownerWhere(afresh, key)));
        return owner && { key, token: null, alreadyIssued: true };
      },
    });
  }

  #findKey({ em }: Context, id: string, isLocked = false): Promise<Key | null> {
    const where = { id } as FilterQuery<Key>;
    return em.findOne(this.#kind.entity, where, isLocked ? { lockMode, refresh: true } : {}) as Promise<Key | null>;
  }

  /** Sets the authentication code of a key that is created or changed. */
  #code(key: Key): void {
    if (this.#kind.codes) key.authenticationCode = this.#kind.codes.of(key);
  }

  #ownerIdOf(key: Key): string {
    return (key[this.#kind.owner] as { id: string }).id;
  }

  #ownerWhere(ctx: Context, key: Key): FilterQuery<Owner> {
    return this.#whereOwner(ctx, this.#ownerIdOf(key));
  }

  #whereOwner(ctx: Context, id: string): FilterQuery<Owner> {
    return { $and: [{ id }, this.#kind.visibleOwners?.(ctx) ?? {}] } as unknown as FilterQuery<Owner>;
  }

  /** Locks the key's owner, so that no concurrent request issues a key while the owner's keys are counted. */
  #lockedOwner(ctx: Context, id: string): Promise<Owner | null> {
    return ctx.em.findOne(this.#kind.ownerEntity, this.#whereOwner(ctx, id), { lockMode }) as Promise<Owner | null>;
  }

  async #obstacle(ctx: Context, owner: Owner, now: Date): Promise<Conflict | null> {
    const { most, words, conflict, obstacle } = this.#kind;
    const found = obstacle?.(ctx, owner);
    if (found) return found;
    if (await this.#hasRoom(ctx, owner, now)) return null;
    return conflict(`${words.owner} can have at most ${most} working ${words.key}s. Revoke one that isn't used.`);
  }

  async #hasRoom({ em }: Context, owner: Owner, now: Date): Promise<boolean> {
    const { entity, most, deletesEnded, owner: property } = this.#kind;
    const working = { [property]: owner.id, revokedAt: null, expiresAt: { $gt: now } } as unknown as FilterQuery<Key>;
    if ((await em.count(entity, working)) >= most) return false;
    if (!deletesEnded) return true;
    const all = { [property]: owner.id } as unknown as FilterQuery<Key>;
    const keys = (await em.find(entity, all, { orderBy: { id: 'asc' } as never })) as Key[];
    const ended = keys.filter(({ revokedAt, expiresAt }) => revokedAt || expiresAt <= now);
    for (const key of ended.slice(0, Math.max(0, keys.length - (most - 1)))) em.remove(key);
    return true;
  }

  async #create(ctx: Context, owner: Owner, { id, now, lifetimeDays, values }: NewKey<Key>): Promise<IssuedKey<Key>> {
    const { entity, owner: property, prefix, lifetime, latestExpiry } = this.#kind;
    const token = newToken(prefix);
    const wanted = now.getTime() + (lifetimeDays ?? lifetime.defaultDays) * DAY_MS;
    const latest = await latestExpiry?.(ctx);
    const key = ctx.em.create(
      entity as EntityClass<BearerKey>,
      {
        ...(values as EntityDTO<BearerKey>),
        id,
        [property]: owner,
        tokenHash: digestOf(token),
        hint: hintOf(token),
        issuedBy: ctx.principal.actor,
        issuers: issuersOf(ctx.principal),
        expiresAt: new Date(Math.min(wanted, latest?.getTime() ?? wanted)),
        revokedAt: null,
        lastUsedAt: null,
      } as never,
    );
    this.#code(key as Key);
    await ctx.em.persist(key).flush();
    return { key: key as Key, token, alreadyIssued: false };
  }
}
