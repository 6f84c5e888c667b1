import type { Asset } from '../assets/index.ts';
import type { SealPredicate } from '../proof/statement.ts';
import type { Disclaimer } from './disclaimer.entity.ts';
import type { SealSubject } from './seal.entity.ts';

/** Content to seal, by its digest. Sealing doesn't need the bytes themselves. */
export interface Sealable {
  /**
   * Identifies the content: sealing with the same key again returns the existing seal. The key's digest is kept forever. Without
   * a key, every call creates a seal.
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
  /** The sealed bytes as text, to store with the seal. Only for content without words and names. */
  content?: string;
  disclaimer?: Disclaimer | null;
  /** Additional claims for the signed statement. */
  claims?: Partial<SealPredicate>;
  ownerToken?: string;
  /** Text to store with the seal, not yet encrypted. */
  retain?: Uint8Array;
}
