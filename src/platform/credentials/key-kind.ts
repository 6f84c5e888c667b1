import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { TokenPrefix } from '../auth/token.ts';
import type { Context } from '../context.ts';
import type { Problem } from '../graphql/schema/problem.ts';
import type { IdKind } from '../registry.ts';
import type { BearerKey } from './bearer-key.ts';

/** Allowed lifetimes of a key. */
export interface Lifetime {
  readonly defaultDays: number;
  readonly maxDays: number;
}

/** Everything that differs between kinds of keys. */
export interface KeyKind<Key extends BearerKey, Owner extends { id: string }, Conflict extends Problem> {
  readonly idKind: IdKind;
  readonly prefix: TokenPrefix;
  readonly entity: EntityClass<Key>;
  readonly ownerEntity: EntityClass<Owner>;
  /** The property of a key that refers to its owner. */
  readonly owner: keyof Key & string;
  readonly lifetime: Lifetime;
  /** Maximum number of working keys per owner. */
  readonly most: number;
  /** True to delete the oldest ended keys once an owner has `most` rows. */
  readonly deletesEnded?: boolean;
  /** Properties that rotation copies to the new key, in addition to the name. */
  readonly passedOn: readonly (keyof Key & string)[];
  /** Condition of the owners whose keys the caller may change. Default: all. */
  visibleOwners?(ctx: Context): FilterQuery<Owner>;
  /** Returns the problem if the owner can't get another key, otherwise null. Can also throw a `Refusal`. */
  obstacle?(ctx: Context, owner: Owner): Conflict | null;
  /** Returns the problem if this caller can't rotate this key, otherwise null. */
  rotationObstacle?(ctx: Context, owner: Owner, key: Key): Conflict | null;
  /** Latest time at which a key of this issuer may expire. Null for no limit. */
  latestExpiry?(ctx: Context): Promise<Date | null>;
  /** Words for messages, e.g. `A customer` and `key`. */
  readonly words: { readonly owner: string; readonly key: string };
  conflict(message: string): Conflict;
  /** Published in the transaction of the change. */
  readonly events: {
    issued(ctx: Context, ownerId: string, keyId: string): void;
    rotated(ctx: Context, ownerId: string, keyId: string, newKeyId: string): void;
    revoked(ctx: Context, ownerId: string, keyId: string): void;
  };
}
