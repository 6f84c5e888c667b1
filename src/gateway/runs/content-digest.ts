import { createHash, type Hash, hash } from 'node:crypto';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Digest and size of a text, enough to verify a copy later. */
export interface ContentDigest {
  readonly byteSize: number;
  readonly sha256: string;
}

/** Digest of the caller's prompt as JSON, without the task's instructions. Files are replaced by their digests. */
export function promptDigest(prompt: LanguageModelV4Prompt): ContentDigest {
  const text = JSON.stringify(prompt, (_key, value: unknown) =>
    value instanceof Uint8Array ? { byteSize: value.byteLength, sha256: hash('sha256', value) } : value,
  );
  return { byteSize: Buffer.byteLength(text), sha256: hash('sha256', text) };
}

/** Digest of a text in pieces, which a provider may split within a character. */
class PiecewiseHash {
  readonly #hash: Hash;
  #half = '';

  constructor(hash = createHash('sha256'), half = '') {
    this.#hash = hash;
    this.#half = half;
  }

  add(piece: string): void {
    const text = this.#half + piece;
    const last = text.charCodeAt(text.length - 1);
    const isCut = last >= 0xd800 && last <= 0xdbff;
    this.#half = isCut ? text.slice(-1) : '';
    this.#hash.update(isCut ? text.slice(0, -1) : text);
  }

  copy(): PiecewiseHash {
    return new PiecewiseHash(this.#hash.copy(), this.#half);
  }

  /** Digest of everything added so far. Must not be called twice. */
  digest(): string {
    return this.#hash.update(this.#half).digest('hex');
  }
}

/** Digests of an output: of everything in order, and of the text alone, which callers show to others. */
export interface OutputDigest extends ContentDigest {
  /** Null if there was no text. */
  readonly textSha256: string | null;
}

/**
 * Counts an output while it arrives: bytes, digest, and estimated tokens for providers that don't report them. Doesn't keep the
 * text.
 */
export class OutputCount {
  readonly #hash = new PiecewiseHash();
  /** Hash of the text alone. Null while the output consists only of text: `#hash` is then the same. */
  #textHash: PiecewiseHash | null = null;
  #hasText = false;
  #byteSize = 0;
  #characters = 0;

  /** Adds text of the answer. */
  addText(text: string): void {
    this.#add(text);
    this.#textHash?.add(text);
    this.#hasText ||= text !== '';
  }

  /** Adds reasoning, refusals and tool arguments. */
  addOther(text: string): void {
    this.#textHash ??= this.#hasText ? this.#hash.copy() : new PiecewiseHash();
    this.#add(text);
  }

  #add(text: string): void {
    this.#hash.add(text);
    this.#byteSize += Buffer.byteLength(text);
    this.#characters += text.length;
  }

  get isEmpty(): boolean {
    return this.#characters === 0;
  }

  /**
   * Estimated tokens: one for four Latin letters, and one for each character of most other scripts, whose characters have three
   * bytes.
   */
  get tokens(): number {
    const wide = Math.min(this.#characters, (this.#byteSize - this.#characters) / 2);
    return Math.ceil((this.#characters - wide) / 4 + wide);
  }

  /** Digest of everything added so far. Must not be called twice. */
  digest(): OutputDigest {
    const sha256 = this.#hash.digest();
    const textSha256 = this.#hasText ? (this.#textHash?.digest() ?? sha256) : null;
    return { byteSize: this.#byteSize, sha256, textSha256 };
  }
}
