import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { TokenPrefix } from '../auth/token.ts';
import type { Context } from '../context.ts';
import type { Problem } from '../graphql/schema/problem.ts';
import type { IdKind } from '../registry.ts';
import type { BearerKey } from './bearer-key.ts';

/** Lifetimes with which a key can be issued. */
export interface Lifetime {
  readonly defaultDays: number;
  readonly maxDays: number;
}

/** Description of one kind of key. */
export interface KeyKind<Key extends BearerKey, Owner extends { id: string }, Conflict extends Problem> {
  readonly idKind: IdKind;
  readonly prefix: TokenPrefix;
  readonly entity: EntityClass<Key>;
  readonly ownerEntity: EntityClass<Owner>;
  /** The property of a key that refers to its owner. */
  readonly owner: keyof Key & string;
  readonly lifetime: Lifetime;
  /** Working keys of one owner. */
  readonly most: number;
  /** If true, the oldest ended keys are deleted once an owner has `most` rows. */
  readonly deletesEnded?: boolean;
  /** Properties that a key passes on to its successor, in addition to its name. */
  readonly passedOn: readonly (keyof Key & string)[];
  /** Owners whose keys the caller may change. Default: all. */
  visibleOwners?(ctx: Context): FilterQuery<Owner>;
  /** Why the owner can't get another key. It may throw a `Refusal` as well. */
  obstacle?(ctx: Context, owner: Owner): Conflict | null;
  /** Why this key can't be rotated by this caller. */
  rotationObstacle?(ctx: Context, owner: Owner, key: Key): Conflict | null;
  /** The latest time at which a key of this issuer may expire. */
  latestExpiry?(ctx: Context): Promise<Date | null>;
  /** The words for messages, e.g. `A customer` and `key`. */
  readonly words: { readonly owner: string; readonly key: string };
  conflict(message: string): Conflict;
  /** Published in the transaction of the change. */
  readonly events: {
    issued(ctx: Context, ownerId: string, keyId: string): void;
    rotated(ctx: Context, ownerId: string, keyId: string, newKeyId: string): void;
    revoked(ctx: Context, ownerId: string, keyId: string): void;
  };
}
