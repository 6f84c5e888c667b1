import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type RedactionMap, type RestoreFormat, restore, TextRestorer } from '../../../redaction/index.ts';
import { restoredCitation, restoredSource } from './restored-answer.ts';

type StreamPart = LanguageModelV4StreamPart;
type Delta = Extract<StreamPart, { delta: string }>;

/** Restores redacted data in a stream. A placeholder that is split waits for its other part, at most until its text ends. */
export class RestoredParts implements AsyncIterableIterator<StreamPart> {
  readonly #source: AsyncIterator<StreamPart>;
  readonly #map: RedactionMap;
  readonly #ofText: RestoreFormat;
  /** Open texts by kind of part and id. */
  readonly #texts = new Map<string, { restored: TextRestorer; last: Delta }>();
  readonly #ready: StreamPart[] = [];

  constructor(source: AsyncIterable<StreamPart>, map: RedactionMap, ofText: RestoreFormat) {
    this.#source = source[Symbol.asyncIterator]();
    this.#map = map;
    this.#ofText = ofText;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<StreamPart, undefined>> {
    for (;;) {
      const part = this.#ready.shift();
      if (part) return { done: false, value: part };
      const result = await this.#source.next();
      if (result.done) return { done: true, value: undefined };
      this.#take(result.value);
    }
  }

  /** Ends the source at once: a reader that stops doesn't wait for parts that are still held back. */
  async return(): Promise<IteratorResult<StreamPart, undefined>> {
    this.#ready.length = 0;
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  #take(part: StreamPart): void {
    switch (part.type) {
      case 'text-delta':
        this.#emit(part, this.#ofText);
        return;
      case 'reasoning-delta':
        this.#emit(part, 'TEXT');
        return;
      case 'tool-input-delta':
        this.#emit(part, 'JSON');
        return;
      case 'text-end':
        this.#finish(`text-delta ${part.id}`);
        if (!part.citations) break;
        this.#ready.push({ ...part, citations: part.citations.map((one) => restoredCitation(one, this.#map)) });
        return;
      case 'reasoning-end':
        this.#finish(`reasoning-delta ${part.id}`);
        break;
      case 'tool-input-end':
        this.#finish(`tool-input-delta ${part.id}`);
        break;
      case 'tool-call':
        this.#finish(`tool-input-delta ${part.toolCallId}`);
        this.#ready.push({ ...part, input: restore(part.input, this.#map, 'JSON') });
        return;
      case 'source':
        this.#ready.push(restoredSource(part, this.#map));
        return;
      case 'finish':
        for (const key of [...this.#texts.keys()]) this.#finish(key);
        break;
    }
    this.#ready.push(part);
  }

  #emit(part: Delta, spelling: RestoreFormat): void {
    const key = `${part.type} ${part.id}`;
    const known = this.#texts.get(key) ?? { restored: new TextRestorer(this.#map, spelling), last: part };
    known.last = part;
    this.#texts.set(key, known);
    const delta = known.restored.push(part.delta);
    if (delta !== '') this.#ready.push({ ...part, delta });
  }

  #finish(key: string): void {
    const known = this.#texts.get(key);
    if (!known) return;
    this.#texts.delete(key);
    const delta = known.restored.end();
    if (delta !== '') this.#ready.push({ ...known.last, delta });
  }
}
