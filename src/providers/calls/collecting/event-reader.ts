import { StringDecoder } from 'node:string_decoder';
import type { Collector, Json } from './collector.ts';

const DONE = '[DONE]';

/** Reads the events of a stream into a collector. */
export class EventReader {
  readonly #collector: Collector;
  readonly #decoder = new StringDecoder('utf8');
  /** The line that isn't complete yet. */
  #line = '';
  #data: string | null = null;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  /** Length of the line that isn't complete yet. */
  get lineLength(): number {
    return this.#line.length;
  }

  /**
   * @returns true if an event that ended in this chunk contains some of the answer
   * @throws ReportedInStream; SyntaxError for data that isn't JSON
   */
  push(chunk: Buffer): boolean {
    const text = this.#line + this.#decoder.write(chunk);
    let hasContent = false;
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end);
      at = end + 1;
      if (line === '') hasContent = this.#dispatch() || hasContent;
      else if (line.startsWith('data:')) {
        const data = line.slice(line[5] === ' ' ? 6 : 5);
        this.#data = this.#data === null ? data : `${this.#data}\n${data}`;
      }
    }
    this.#line = text.slice(at);
    return hasContent;
  }

  /** The complete answer. Null if the stream ended too early. @throws ReportedInStream, SyntaxError */
  whole(): Json | null {
    this.#dispatch();
    return this.#collector.whole();
  }

  #dispatch(): boolean {
    const data = this.#data;
    this.#data = null;
    return data !== null && data !== '' && data !== DONE && this.#collector.take(JSON.parse(data));
  }
}
