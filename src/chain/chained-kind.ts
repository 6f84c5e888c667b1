import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainKind } from './chain.entity.ts';

/** A record as read from its table: plain JSON, with identical bytes at each read unless the record is changed. */
export interface StoredRecord {
  id: string;
  record: Readonly<Record<string, unknown>>;
}

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Readers of the records in the chain, by kind. */
    chainedKinds: Partial<Record<ChainKind, ChainedKind>>;
  }
}

/** A kind of records in the chain, declared by the feature that stores them. */
export interface ChainedKind {
  kind: ChainKind;
  /** Table of the records, with the column `id`. */
  table: string;
  /** Top-level members of the record that may be erased later. */
  erasable: readonly string[];
  /** True if members can be erased separately. Each then has its own salt. */
  erasedApart?: boolean;
  /** Reads the existing records with these ids, in any order. */
  read(em: EntityManager, ids: readonly string[]): Promise<readonly StoredRecord[]>;
}
