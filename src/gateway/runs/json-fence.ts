/**
 * Removes a fence of backticks around the whole text. Models add such a fence if only the prompt asks for JSON, and clients parse
 * the text as JSON. A text with anything but white space outside the fence is returned unchanged.
 */
export function unfenced(text: string): string {
  return FENCED.exec(text)?.[1] ?? text;
}

const FENCED = /^\s*```(?:json)?(?=[\s[{"\d-])\s*([^\s`](?:.*[^\s`])?)\s*```\s*$/is;
const OPENING = /^\s*```(?:json)?(?=[\s[{"\d-])\s*(?=[^\s`])/i;
/** Text that can still become an opening fence. */
const MAY_OPEN = /^\s*(?:`{0,2}|```(?:j|js|jso|json)?\s*)$/i;
const CLOSING = /\s*```\s*$/;
/** The end of a text that can be the beginning of a closing fence. */
const MAY_CLOSE = /\s*`{0,3}\s*$/;

/** Maximum number of characters held back. */
const MOST_HELD = 64;

/**
 * Removes a fence of backticks around a streamed text. Characters at its beginning and end are held back until they can't be part
 * of a fence any more.
 */
export class StreamedFence {
  #state: 'BEGINNING' | 'FENCED' | 'PLAIN' = 'BEGINNING';
  #held = '';

  /** Adds the next piece of the text. @returns the text that can be passed on now */
  push(text: string): string {
    if (this.#state === 'PLAIN') return text;
    this.#held += text;
    if (this.#state === 'BEGINNING') {
      if (MAY_OPEN.test(this.#held) && this.#held.length <= MOST_HELD) return '';
      const opening = OPENING.exec(this.#held)?.[0];
      if (opening === undefined) {
        this.#state = 'PLAIN';
        return this.#release(this.#held.length);
      }
      this.#state = 'FENCED';
      this.#held = this.#held.slice(opening.length);
    }
    const from = Math.max(0, this.#held.length - MOST_HELD);
    return this.#release(from + MAY_CLOSE.exec(this.#held.slice(from))!.index);
  }

  /** Ends the text. @returns the rest that was held back, without the closing fence */
  end(): string {
    if (this.#state === 'FENCED') this.#held = this.#held.replace(CLOSING, '');
    return this.#release(this.#held.length);
  }

  #release(length: number): string {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return text;
  }
}
