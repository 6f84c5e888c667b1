import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ProviderFailure } from '../../providers/index.ts';
import type { CitedAnswer } from './citations/cited-answer.ts';
import { citedAnswerOf } from './citations/citing.ts';
import { GatheredOutput } from './held-output.ts';
import { type OpenedStream, truncated } from './open-stream.ts';
import { type FoundMismatch, mismatchOf, outputInvalid } from './output-check.ts';
import type { ReasoningKeeper } from './reasoning/reasoning-keeper.ts';
import type { RunContext } from './run-context.ts';
import type { RunFinisher } from './run-finisher.ts';
import type { Finish, RunPartReader } from './run-part-reader.ts';
import type { RunPart } from './run-task.ts';

/**
 * Streams the parts of a run on demand, so that a slow reader slows the provider. It ends once: with the end of the provider's
 * stream, or with a failure. A disconnect or the deadline ends it even while no part is read. The end is recorded before the
 * reader gets it.
 */
export class RunStream implements AsyncIterableIterator<RunPart> {
  readonly #run: RunContext;
  readonly #finisher: RunFinisher;
  readonly #reasoning: Pick<ReasoningKeeper, 'keep'>;
  readonly #opened: OpenedStream;
  readonly #queue: RunPart[];
  /** Collects the parts of a held run. Null if parts are passed on. */
  readonly #gathered: GatheredOutput | null;
  #pending: Promise<IteratorResult<LanguageModelV4StreamPart>> | null;
  #finish: Finish | null;
  #failing: Promise<never> | null = null;
  #hasEnded = false;
  #succeeding = false;

  constructor(run: RunContext, finisher: RunFinisher, opened: OpenedStream, reasoning: Pick<ReasoningKeeper, 'keep'>) {
    this.#reasoning = reasoning;
    this.#run = run;
    this.#finisher = finisher;
    this.#opened = opened;
    this.#queue = opened.held;
    this.#pending = opened.pending;
    this.#finish = opened.finish;
    this.#gathered = run.isHeld ? new GatheredOutput() : null;
    const { signal } = run;
    const stop = () => void this.#fail(signal.reason).catch(() => {});
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<RunPart>> {
    const { reader } = this.#opened;
    for (;;) {
      if (this.#failing) return this.#failing;
      const part = this.#queue.shift();
      if (part && this.#gathered) {
        this.#gathered.add(part);
        continue;
      }
      if (part) return { done: false, value: part };
      if (this.#hasEnded) return DONE;
      if (this.#finish) return this.#succeed(this.#finish);
      const beganMs = performance.now();
      try {
        const result = await (this.#pending ?? this.#opened.source.next());
        this.#pending = null;
        if (result.done) throw truncated();
        this.#finish = reader.take(result.value, this.#queue);
      } catch (error) {
        return this.#fail(error);
      } finally {
        this.#run.waitedMs += performance.now() - beganMs;
      }
    }
  }

  /** Called when the reader leaves. Aborts the provider's stream and settles the output so far. */
  async return(): Promise<IteratorResult<RunPart>> {
    this.#queue.length = 0;
    if (!this.#hasEnded && !this.#failing && !this.#succeeding) {
      this.#run.abandon();
      await this.#failing!.catch(() => {});
    }
    this.#hasEnded = true;
    return DONE;
  }

  async #succeed(finish: Finish): Promise<IteratorResult<RunPart>> {
    const { reader } = this.#opened;
    let mismatch: FoundMismatch | null;
    let cited: CitedAnswer | null;
    try {
      mismatch = await mismatchOf(this.#run, { text: reader.text, finish });
      cited = await citedAnswerOf(this.#run, { text: reader.text, native: reader.quotations, finish });
    } catch (error) {
      return this.#fail(error);
    }
    if (mismatch?.isStrict) return this.#fail(outputInvalid(mismatch));
    // While the answer is checked, the reader can leave, or the deadline pass.
    if (this.#failing) return this.#failing;
    this.#succeeding = true;
    const end = await this.#finisher.succeed(this.#run, {
      finish,
      outputTokens: reader.output.tokens,
      output: reader.output.digest(),
      answer: {
        ...(this.#gathered?.output ?? { ...answerTextOf(reader), reasoning: '', toolCalls: [], citations: [] }),
        ...(cited && { cited }),
      },
      mismatch,
    });
    const returned = {
      text: reader.reasoning,
      calls: reader.toolCalls.map(({ id, signature }) => ({ id, signature })),
    };
    const carried = await this.#reasoning.keep(this.#run, end.held !== null, returned);
    this.#hasEnded = true;
    return {
      done: false,
      value: { type: 'end', end: carried === null ? end : { ...end, encryptedReasoning: carried } },
    };
  }

  /**
   * Records the first failure, and rejects with its RunFailed. If the run's end is already recorded or being recorded, rejects
   * with the given error instead.
   */
  #fail(error: unknown): Promise<never> {
    // A reader that leaves while the end is recorded already has the complete answer.
    if (this.#hasEnded || this.#succeeding) return Promise.reject(error);
    if (!this.#failing) {
      const { source } = this.#opened;
      this.#failing = this.#writeFailure(this.#run.failureOf(error));
      // Marks the rejection as handled: if the reader has left, no caller awaits it.
      this.#failing.catch(() => {});
      this.#run.abandon();
      void Promise.resolve(source.return?.()).catch(() => {});
    }
    return this.#failing;
  }

  async #writeFailure(failure: ProviderFailure): Promise<never> {
    const { reader } = this.#opened;
    throw await this.#finisher.fail(this.#run, {
      failure,
      usage: this.#finish?.usage ?? failure.usage ?? undefined,
      // Parts of a held run never reach the caller.
      isDelivered: this.#gathered === null,
      outputTokens: reader.output.tokens,
      output: reader.output.isEmpty ? null : reader.output.digest(),
      answer: answerTextOf(reader),
    });
  }
}

const answerTextOf = ({ text, refusal }: RunPartReader) => ({ text, ...(refusal !== '' && { refusal }) });

const DONE = { done: true, value: undefined } as const;
