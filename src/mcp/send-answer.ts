import type { Response as HttpResponse } from 'express';
import { toRefusal } from '../platform/errors/errors.ts';
import type { StreamLimits } from '../platform/http/open-streams.ts';
import { waitForDrain } from '../platform/http/wait-for-drain.ts';

/** Response headers of a stream, equal to those of the SDK's own streams. */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};
const COMMENT = ': keepalive\n\n';

export interface SendAnswerOptions {
  readonly limits: Pick<StreamLimits, 'heartbeatMs'>;
  readonly signal: AbortSignal;
  /** Id of the JSON-RPC message that is answered. */
  readonly id: unknown;
  /** True if the client accepts an event stream. */
  readonly takesStream: boolean;
}

/**
 * Sends the answer to an MCP message. If it takes longer than `heartbeatMs` and the client accepts streams, it is sent as a
 * stream: comments keep the connection open, because proxies close a connection that is silent for a minute.
 */
export async function sendAnswer(
  res: HttpResponse,
  answering: Promise<Response>,
  { limits, signal, id, takesStream }: SendAnswerOptions,
): Promise<void> {
  const { heartbeatMs } = limits;
  let beat: NodeJS.Timeout | undefined;
  const open = () => {
    if (res.headersSent || res.destroyed) return;
    // The response is excluded from the measured latency, because the duration of a stream says nothing about latency.
    res.locals.isStream = true;
    res.writeHead(200, STREAM_HEADERS);
    res.write(COMMENT);
    beat = setInterval(() => res.writableNeedDrain || res.write(COMMENT), heartbeatMs);
    res.once('close', () => clearInterval(beat));
  };
  const silence = takesStream ? setTimeout(open, heartbeatMs) : undefined;
  try {
    const response = await answering;
    clearTimeout(silence);
    clearInterval(beat);
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      open();
      clearInterval(beat);
      for await (const chunk of response.body!) {
        if (res.destroyed) return;
        if (!res.write(chunk)) await waitForDrain(res, signal);
      }
      res.end();
      return;
    }
    const text = response.ok ? await response.text() : refusedText(res, await response.text());
    if (res.destroyed) return;
    if (res.headersSent) {
      res.end(eventOf(text));
      return;
    }
    res.status(response.status).setHeader('Cache-Control', 'no-store');
    for (const [name, value] of response.headers) if (name !== 'cache-control') res.setHeader(name, value);
    res.end(text);
  } catch (error) {
    if (!res.headersSent) throw error;
    if (!res.destroyed) res.end(eventOf(JSON.stringify(errorOf(res, id, error))));
  } finally {
    clearTimeout(silence);
    clearInterval(beat);
  }
}

const eventOf = (json: string) => `event: message\ndata: ${json}\n\n`;

function errorOf(res: HttpResponse, id: unknown, error: unknown) {
  const { message, code } = toRefusal(error);
  const data = { code, requestId: res.locals.requestId };
  return { jsonrpc: '2.0', id: id ?? null, error: { code: -32_603, message, data } };
}

/** Adds the service's error code and the request id to an error of the MCP protocol. */
function refusedText(res: HttpResponse, text: string): string {
  const { error, ...message } = JSON.parse(text);
  const data = { code: 'BAD_REQUEST', requestId: res.locals.requestId, ...error.data };
  return JSON.stringify({ ...message, error: { ...error, data } });
}
