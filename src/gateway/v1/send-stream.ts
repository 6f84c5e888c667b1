import type { Response } from 'express';
import { Refusal } from '../../platform/errors/errors.ts';
import { waitForDrain } from '../../platform/http/wait-for-drain.ts';
import type { AdmittedRun, OnAdmitted, StreamedRun } from '../runs/run-task.ts';
import { addAdmittedHeaders, addRunHeaders, addWarnings } from './answer-headers.ts';
import { errorAnswerOf } from './errors.ts';
import type { EventWriter } from './event-writer.ts';
import { failureFacts } from './failure-facts.ts';
import { COMMENT, type Heartbeat } from './heartbeat.ts';

const STREAM_HEADERS = [
  'Content-Type',
  'text/event-stream; charset=utf-8',
  'Cache-Control',
  'no-cache, no-transform',
  // Stops nginx from buffering the stream.
  'X-Accel-Buffering',
  'no',
];

export interface SendOptions {
  readonly heartbeat: Heartbeat;
  /** Maximum milliseconds until the headers are sent, or until the next byte of a silent stream. */
  readonly silentMs: number;
  readonly warnings: readonly string[];
  readonly signal: AbortSignal;
  /** Aborts when the client has left, or when the process stops and can't wait for the end of the stream. */
  readonly ending: AbortSignal;
  /** Cancels a run that is cut off before its first part. */
  cancel(): void;
}

/** Starts a run and resolves with its first part. */
export type StartRun = (onAdmitted: OnAdmitted) => Promise<StreamedRun>;

/**
 * Streams a run, each part when the client has room for it, so that a slow client slows the provider. A disconnect ends the
 * stream.
 *
 * The headers are sent with the first part. Without a part, they are sent after `silentMs`, once the run is admitted, since
 * proxies close silent connections. A later failure is an event, and no regular end follows it.
 *
 * @throws the failure of the run, if the headers weren't sent
 * @returns a later failure, such as that of a run ended by a disconnect; null after a regular end
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
  // Stops reading the parts as soon as the client disconnects or the process stops, without waiting for the next part.
  const stop = () => void (isOver || parts.return?.()?.catch?.(() => {}));
  res.once('close', stop);
  if (ending.aborted) stop();
  else ending.addEventListener('abort', stop, { once: true });
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
    throw new Error('The stream of a run ended without its final part.');
  } catch (error) {
    // Stopping the process also makes the run fail. The client gets the reason of the stop, which says more than that failure.
    const failure = ending.aborted && !res.destroyed ? stopping() : error;
    if (!res.destroyed) res.end(failedEvent(writer, run, failure));
    return failure;
  } finally {
    heartbeat.release(res);
    res.off('close', stop);
    if (!isOver) await parts.return?.();
    isOver = true;
  }
}

/** Waits for the first part, which may take a reasoning model minutes. */
class WaitForFirstPart {
  /** Null until the run is admitted. A refusal before that is sent with its own HTTP status, so no headers are sent yet. */
  admitted: AdmittedRun | null = null;
  /** Null until the headers are sent before the first part. */
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
      // If the wait was cut off, no code reads the parts of a run that starts later, so the run is ended.
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

  /**
   * Cuts off a client that already has its headers, with the reason in the stream. A client without headers can still get a
   * complete answer.
   */
  readonly #onEnding = () => {
    if (!this.stream) return;
    this.#cut.reject(stopping());
    this.#options.cancel();
  };
}

function failedEvent(writer: EventWriter, run: AdmittedRun, error: unknown): string {
  const errorAnswer = errorAnswerOf(error);
  return writer.failed(errorAnswer.body, failureFacts(run, error, errorAnswer));
}

const stopping = () =>
  new Refusal('SERVICE_UNAVAILABLE', 'The service is stopping. Send the request again to reach another process.');
