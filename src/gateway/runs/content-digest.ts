import { createHash, hash } from 'node:crypto';
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

/**
 * Counts what comes out while it comes: its bytes, their digest, and about how many tokens they are, for providers that do not
 * say. The text itself is not held.
 */
export class OutputCount {
  readonly #hash = createHash('sha256');
  #byteSize = 0;
  #characters = 0;

  add(text: string): void {
    this.#hash.update(text);
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
  digest(): ContentDigest {
    return { byteSize: this.#byteSize, sha256: this.#hash.digest('hex') };
  }
}
