import { createHash, type Hash, hash } from 'node:crypto';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** What a text was, without the text: enough to tell later whether one that somebody shows is the same. */
export interface ContentDigest {
  readonly byteSize: number;
  readonly sha256: string;
}

/** Of what the caller sent, as JSON and without the task's own instructions. Bytes of files count by their own digest. */
export function promptDigest(prompt: LanguageModelV4Prompt): ContentDigest {
  const text = JSON.stringify(prompt, (_key, value: unknown) =>
    value instanceof Uint8Array ? { byteSize: value.byteLength, sha256: hash('sha256', value) } : value,
  );
  return { byteSize: Buffer.byteLength(text), sha256: hash('sha256', text) };
}

/** Of a text that comes in pieces. A provider may cut one in the middle of a character. */
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

  /** To be asked once. */
  digest(): string {
    return this.#hash.update(this.#half).digest('hex');
  }
}

/** Of what came out: all of it in its order, and the text alone, which is what a caller shows to others. */
export interface OutputDigest extends ContentDigest {
  /** Null where there was no text. */
  readonly textSha256: string | null;
}

/**
 * Counts what comes out while it comes: its bytes, their digest, and about how many tokens they are, for providers that do not
 * say. The text itself is not held.
 */
export class OutputCount {
  readonly #hash = new PiecewiseHash();
  /** Of the text alone, once something else came as well: until then both are one. */
  #textHash: PiecewiseHash | null = null;
  #hasText = false;
  #byteSize = 0;
  #characters = 0;

  /** What the model says. */
  addText(text: string): void {
    this.#add(text);
    this.#textHash?.add(text);
    this.#hasText ||= text !== '';
  }

  /** Its thoughts, and what it gives to tools. */
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

  /** About: four Latin letters are a token, and so is one character of most other scripts, which take three bytes each. */
  get tokens(): number {
    const wide = Math.min(this.#characters, (this.#byteSize - this.#characters) / 2);
    return Math.ceil((this.#characters - wide) / 4 + wide);
  }

  /** To be asked once. */
  digest(): OutputDigest {
    const sha256 = this.#hash.digest();
    const textSha256 = this.#hasText ? (this.#textHash?.digest() ?? sha256) : null;
    return { byteSize: this.#byteSize, sha256, textSha256 };
  }
}
