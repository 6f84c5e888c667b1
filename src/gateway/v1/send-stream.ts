import type { Response } from 'express';
import { Refusal } from '../../platform/errors.ts';
import { untilRead } from '../../platform/http/until-read.ts';
import type { StreamedRun } from '../runs/run-task.ts';
import { addRunHeaders } from './answer-headers.ts';
import { tell } from './errors.ts';
import type { EventWriter } from './event-writer.ts';
import type { Heartbeat } from './heartbeat.ts';

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
  readonly warnings: readonly string[];
  readonly signal: AbortSignal;
  /** Aborts when the process cannot wait for the end of it. */
  readonly ending: AbortSignal;
}

/**
 * Sends a run as it comes, each part when there is room for it: a client that reads slowly holds the provider back. A client
 * that goes ends the run. What fails now can no longer be told by a status: it is told in an event, and nothing that looks
 * like an end comes after it.
 * @returns what it failed with, told already; null when it came to its end
 */
export async function sendStream(
  res: Response,
  run: StreamedRun,
  writer: EventWriter,
  { heartbeat, warnings, signal, ending }: SendOptions,
): Promise<unknown> {
  const headers = [...STREAM_HEADERS];
  addRunHeaders(headers, run, warnings);
  const parts = run.parts[Symbol.asyncIterator]();
  if (res.destroyed) {
    await parts.return?.();
    return null;
  }
  res.writeHead(200, headers);
  const stream = heartbeat.keep(res);
  let isOver = false;
  // Not only when the next part comes: that may be a long time.
  const gone = () => void (isOver || parts.return?.()?.catch?.(() => {}));
  res.once('close', gone);
  if (ending.aborted) gone();
  else ending.addEventListener('abort', gone, { once: true });
  try {
    const begin = writer.begin();
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
      if (text !== '' && !res.write(text)) await untilRead(res, signal);
    }
    // Whoever just stops has not said that it is over.
    throw new Error('A run ended without its last part.');
  } catch (error) {
    // To end what goes on is a failure of it too, which says less than why it was ended.
    const failure = ending.aborted && !res.destroyed ? stopping() : error;
    if (!res.destroyed) res.end(writer.failed(tell(failure).body));
    return failure;
  } finally {
    heartbeat.release(res);
    res.off('close', gone);
    if (!isOver) await parts.return?.();
    isOver = true;
  }
}

const stopping = () =>
  new Refusal('SERVICE_UNAVAILABLE', 'The service is stopping. Ask again, and you reach one that goes on.');
