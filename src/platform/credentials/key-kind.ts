import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { TokenPrefix } from '../auth/token.ts';
import type { Context } from '../context.ts';
import type { Problem } from '../graphql/schema/problem.ts';
import type { IdKind } from '../registry.ts';
import type { BearerKey } from './bearer-key.ts';

/** Default and maximum lifetime of a key. */
export interface Lifetime {
  readonly defaultDays: number;
  readonly maxDays: number;
}

/** Computes and verifies the authentication codes of keys of one kind. */
export interface KeyCodes<Key> {
  of(key: Key): Buffer;
  /** True if the service has stored this key exactly as it is. */
  isProven(em: EntityManager, key: Key): Promise<boolean>;
}

/** Everything that differs between the kinds of bearer keys. */
export interface KeyKind<Key extends BearerKey, Owner extends { id: string }, Conflict extends Problem> {
  readonly idKind: IdKind;
  readonly prefix: TokenPrefix;
  readonly entity: EntityClass<Key>;
  readonly ownerEntity: EntityClass<Owner>;
  /** Property of the key's entity that refers to its owner. */
  readonly owner: keyof Key & string;
  readonly lifetime: Lifetime;
  /** Maximum number of valid keys per owner. */
  readonly most: number;
  /** True to delete an owner's oldest expired or revoked keys once the owner has `most` keys. */
  readonly deletesEnded?: boolean;
  /** Properties of the old key that rotation copies to the new key, in addition to the name. */
  readonly passedOn: readonly (keyof Key & string)[];
  /** Filter for the owners whose keys the caller may change. Default: all owners. */
  visibleOwners?(ctx: Context): FilterQuery<Owner>;
  /** Returns a problem if the owner can't get another key, otherwise null. Can also throw a `Refusal`. */
  obstacle?(ctx: Context, owner: Owner): Conflict | null;
  /** Returns a problem if this caller can't rotate this key, otherwise null. */
  rotationObstacle?(ctx: Context, owner: Owner, key: Key): Conflict | null;
  /** Latest time at which a key issued by this caller may expire. Null for no limit. */
  latestExpiry?(ctx: Context): Promise<Date | null>;
  /** Authentication codes of the rows, without which keys of this kind are refused. Default: keys have none. */
  readonly codes?: KeyCodes<Key>;
  /** Nouns for messages, e.g. `A customer` and `key`. */
  readonly words: { readonly owner: string; readonly key: string };
  conflict(message: string): Conflict;
  /** Events that are published in the transaction of the change. */
  readonly events: {
    issued(ctx: Context, ownerId: string, keyId: string): void;
    rotated(ctx: Context, ownerId: string, keyId: string, newKeyId: string): void;
    revoked(ctx: Context, ownerId: string, keyId: string): void;
  };
}
