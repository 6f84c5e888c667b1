import type { Asset } from '../assets/index.ts';
import type { SealPredicate } from '../proof/statement.ts';
import type { Disclaimer } from './disclaimer.entity.ts';
import type { SealSubject } from './seal.entity.ts';

/** Content to seal, by its digest. Sealing doesn't need the bytes themselves. */
export interface Sealable {
  /**
   * Identifies the content: sealing the same key again returns the existing seal. The key's digest is kept forever. Without a
   * key, every call creates a seal.
   */
  key?: string;
  subject: SealSubject;
  name: string;
  sha256: string;
  byteLength: number;
  mediaType: string;
  asset?: Asset | null;
  /** Run that returned the sealed text. */
  runId?: string;
  disclaimer?: Disclaimer | null;
  /** Additional claims of the statement. */
  claims?: Partial<SealPredicate>;
  ownerToken?: string;
  /** Text to store, in plain form; it is encrypted when written. */
  retain?: Uint8Array;
}
