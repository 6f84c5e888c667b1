import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainKind } from './chain.entity.ts';

/** A record as it is read from where it is kept: plain JSON, and the same bytes each time as long as nobody changes it. */
export interface StoredRecord {
  id: string;
  record: Readonly<Record<string, unknown>>;
}

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Kinds of records in the chain, by the kind. */
    chainedKinds: Partial<Record<ChainKind, ChainedKind>>;
  }
}

/** How the records of a kind are read. */
export interface ChainedKind {
  kind: ChainKind;
  /** The members, at the top of the record, that may have to be erased one day. */
  erasable: readonly string[];
  /** Whether one of them may be erased and another stay: each then has a salt of its own. */
  erasedApart?: boolean;
  /** Those that are there, in any order. */
  read(em: EntityManager, ids: readonly string[]): Promise<readonly StoredRecord[]>;
}
