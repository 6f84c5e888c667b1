import type { Context } from '../../../platform/context.ts';
import type { EndedRun, RunPart, StreamedRun } from '../run-task.ts';
import { finishReasonWith, isCutOff, MOST_TEXT } from './external-action-answer.ts';
import type { ExternalActionGate, IsExternalTool } from './external-action-gate.ts';

/** Characters of arguments after which no further piece is kept. Such arguments are too long to be filed. */
const MOST_ARGUMENTS = 300_000;
const DONE = { done: true, value: undefined } as const;

interface KeptCall {
  readonly id: string;
  readonly name: string;
  text: string;
}

/**
 * Streams the parts of a run without the calls of tools that write to external systems. The first piece of a call has the tool's
 * name, so each piece is passed on or kept at once. Kept calls are filed when the run has succeeded and is recorded; those of a
 * failed or abandoned run are dropped.
 */
export class ExternalActionStream implements AsyncIterableIterator<RunPart> {
  readonly #gate: ExternalActionGate;
  readonly #ctx: Context;
  readonly #runId: string;
  readonly #parts: AsyncIterator<RunPart>;
  #isExternal: IsExternalTool | undefined;
  /** Withheld calls by their index in the model's answer. */
  readonly #withheld = new Map<number, KeptCall>();
  /** New index of each call that is passed on, by its index in the model's answer. New indexes have no gaps. */
  readonly #passed = new Map<number, number>();
  #text = '';

  constructor(gate: ExternalActionGate, ctx: Context, run: StreamedRun) {
    this.#gate = gate;
    this.#ctx = ctx;
    this.#runId = run.id;
    this.#parts = run.parts[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<RunPart>> {
    for (;;) {
      const next = await this.#parts.next();
      if (next.done) return next;
      const part = next.value;
      switch (part.type) {
        case 'text':
          if (this.#text.length < MOST_TEXT) this.#text += part.text.slice(0, MOST_TEXT - this.#text.length);
          return next;
        case 'tool-call-start': {
          this.#isExternal ??= await this.#gate.externalToolsFor(this.#ctx);
          if (this.#isExternal?.(part.name)) {
            this.#withheld.set(part.index, { id: part.id, name: part.name, text: '' });
            continue;
          }
          const index = this.#passed.size;
          this.#passed.set(part.index, index);
          return index === part.index ? next : { done: false, value: { ...part, index } };
        }
        case 'tool-call-delta': {
          const withheld = this.#withheld.get(part.index);
          if (withheld) {
            if (withheld.text.length <= MOST_ARGUMENTS) withheld.text += part.argumentsText;
            continue;
          }
          const index = this.#passed.get(part.index) ?? part.index;
          return index === part.index ? next : { done: false, value: { ...part, index } };
        }
        case 'end':
          return this.#withheld.size === 0 ? next : { done: false, value: await this.#ended(part.end) };
        default:
          return next;
      }
    }
  }

  async return(): Promise<IteratorResult<RunPart>> {
    await this.#parts.return?.();
    return DONE;
  }

  async #ended(end: EndedRun): Promise<RunPart> {
    const calling = { runId: this.#runId, text: this.#text, isCutOff: isCutOff(end) };
    const calls = [...this.#withheld.values()].map(({ id, name, text }) => ({ id, name, argumentsText: text }));
    const outward = await this.#gate.file(this.#ctx, calling, calls);
    const finishReason = finishReasonWith(end.finishReason, this.#passed.size);
    return { type: 'end', end: { ...end, finishReason, outward } };
  }
}
