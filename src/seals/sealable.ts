import type { Asset } from '../assets/index.ts';
import type { SealPredicate } from '../proof/statement.ts';
import type { Disclaimer } from './disclaimer.entity.ts';
import type { SealSubject } from './seal.entity.ts';

/** Bytes to be sealed, by their digest: sealing never needs the bytes themselves. */
export interface Sealable {
  /**
   * Names what is sealed: the same key again gives the seal there is. Its digest is kept for ever. Without one, every call
   * makes a seal.
   */
  key?: string;
  subject: SealSubject;
  name: string;
  sha256: string;
  byteLength: number;
  mediaType: string;
  asset?: Asset | null;
  /** Whose output it is. */
  runId?: string;
  disclaimer?: Disclaimer | null;
  /** What else the statement says of the bytes. */
  claims?: Partial<SealPredicate>;
  ownerToken?: string;
  /** To be kept, encrypted. */
  retain?: Uint8Array;
}
