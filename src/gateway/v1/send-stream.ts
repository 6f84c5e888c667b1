import type { Response } from 'express';
import { Refusal } from '../../platform/errors/errors.ts';
import { waitForDrain } from '../../platform/http/wait-for-drain.ts';
import type { AdmittedRun, OnAdmitted, StreamedRun } from '../runs/run-task.ts';
import { addAdmittedHeaders, addRunHeaders, addWarnings } from './answer-headers.ts';
import { errorAnswerOf } from './errors.ts';
import type { EventWriter } from './event-writer.ts';
import { failedFacts } from './failed-facts.ts';
import { COMMENT, type Heartbeat } from './heartbeat.ts';

const STREAM_HEADERS = [
  'Content-Type',
  'text/event-stream; charset=utf-8',
  'Cache-Control',
  'no-cache, no-transform',
  // nginx would gather what should go out at once.
  'X-Accel-Buffering',
  'no',
];

export interface SendOptions {
  readonly heartbeat: Heartbeat;
  /** The longest that a client waits for the headers, or for the next byte of a silent stream. */
  readonly silentMs: number;
  readonly warnings: readonly string[];
  readonly signal: AbortSignal;
  /** Aborts when the process cannot wait for the end of it. */
  readonly ending: AbortSignal;
  /** Cancels a run that is cut before its first part. */
  cancel(): void;
}

/** Begins a run and resolves with its first part in hand. */
export type StartRun = (onAdmitted: OnAdmitted) => Promise<StreamedRun>;

/**
 * Sends a run as it comes, each part when there is room for it: a client that reads slowly holds the provider back. A client
 * that goes ends the run. The headers go out with the first part, or after `silentMs` without one, since proxies close a
 * connection that is silent. A failure after that is an event, and nothing that looks like an end follows it.
 *
 * @throws what the run fails with while the headers have not gone out
 * @returns what it failed with after that; null when it came to its end
 */
export async function sendStream(
  res: Response,
  start: StartRun,
  writer: EventWriter,
  options: SendOptions,
): Promise<unknown> {
  const { heartbeat, warnings, signal, ending } = options;
  const waiting = new WaitForFirstPart(res, writer, options);
  let run: StreamedRun;
  try {
    run = await waiting.for(start);
  } catch (error) {
    if (!waiting.admitted || !res.headersSent) throw error;
    heartbeat.release(res);
    if (!res.destroyed) res.end(failedEvent(writer, waiting.admitted, error));
    return error;
  }
  const parts = run.parts[Symbol.asyncIterator]();
  if (res.destroyed) {
    await parts.return?.();
    return null;
  }
  if (!res.headersSent) {
    const headers = [...STREAM_HEADERS];
    addRunHeaders(headers, run, warnings);
    res.writeHead(200, headers);
  }
  const stream = waiting.stream ?? heartbeat.keep(res);
  let isOver = false;
  // Not only when the next part comes: that may be a long time.
  const gone = () => void (isOver || parts.return?.()?.catch?.(() => {}));
  res.once('close', gone);
  if (ending.aborted) gone();
  else ending.addEventListener('abort', gone, { once: true });
  try {
    const begin = writer.begin(run);
    if (begin) res.write(begin);
    for (;;) {
      const next = await parts.next();
      if (res.destroyed) return null;
      if (ending.aborted && next.value?.type !== 'end') throw stopping();
      if (next.done) break;
      stream.isBusy = true;
      const text = writer.part(next.value);
      if (next.value.type === 'end') {
        isOver = true;
        res.end(text);
        return null;
      }
      if (text !== '' && !res.write(text)) await waitForDrain(res, signal);
    }
    throw new Error('A run ended without its last part.');
  } catch (error) {
    // To end what goes on is a failure of it too, which says less than why it was ended.
    const failure = ending.aborted && !res.destroyed ? stopping() : error;
    if (!res.destroyed) res.end(failedEvent(writer, run, failure));
    return failure;
  } finally {
    heartbeat.release(res);
    res.off('close', gone);
    if (!isOver) await parts.return?.();
    isOver = true;
  }
}

/** The time between the request and the first part, which a reasoning model may need minutes for. */
class WaitForFirstPart {
  /** Null as long as the run may still be refused: that has to have a status. */
  admitted: AdmittedRun | null = null;
  /** Null until the headers go out before the first part. */
  stream: { isBusy: boolean } | null = null;
  readonly #res: Response;
  readonly #writer: EventWriter;
  readonly #options: SendOptions;
  readonly #cut = Promise.withResolvers<never>();
  #isDue = false;

  constructor(res: Response, writer: EventWriter, options: SendOptions) {
    this.#res = res;
    this.#writer = writer;
    this.#options = options;
    this.#cut.promise.catch(() => {});
  }

  async for(start: StartRun): Promise<StreamedRun> {
    const { ending, silentMs } = this.#options;
    const timer = setTimeout(() => {
      this.#isDue = true;
      this.#sendHeaders();
    }, silentMs);
    ending.addEventListener('abort', this.#onEnding, { once: true });
    try {
      const starting = start((run) => {
        this.admitted = run;
        this.#sendHeaders();
      });
      // Where it was cut, what comes later has no reader.
      this.#cut.promise.catch(() =>
        starting.then(({ parts }) => parts[Symbol.asyncIterator]().return?.()).catch(() => {}),
      );
      return await Promise.race([starting, this.#cut.promise]);
    } finally {
      clearTimeout(timer);
      ending.removeEventListener('abort', this.#onEnding);
    }
  }

  #sendHeaders(): void {
    const { admitted } = this;
    const res = this.#res;
    if (!this.#isDue || !admitted || res.headersSent || res.destroyed) return;
    const { heartbeat, warnings, ending } = this.#options;
    const headers = [...STREAM_HEADERS];
    addAdmittedHeaders(headers, admitted);
    addWarnings(headers, warnings);
    res.writeHead(200, headers);
    res.write(COMMENT + this.#writer.admitted(admitted));
    this.stream = heartbeat.keep(res);
    if (ending.aborted) this.#onEnding();
  }

  /** A client that has its headers is told why its stream ends. One that has not may still get all of its answer. */
  readonly #onEnding = () => {
    if (!this.stream) return;
    this.#cut.reject(stopping());
    this.#options.cancel();
  };
}

function failedEvent(writer: EventWriter, run: AdmittedRun, error: unknown): string {
  const told = errorAnswerOf(error);
  return writer.failed(told.body, failedFacts(run, error, told));
}

const stopping = () =>
  new Refusal('SERVICE_UNAVAILABLE', 'The service is stopping. Ask again, and you reach one that goes on.');
