import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeCode } from '../platform/error-codes.ts';

const RETRY_AFTER_SECONDS = 1;
const LOOK_EVERY_MS = 20;

/** Answers while the service is being started or stopped: alive, not ready, and nothing is taken on. */
export function notServing(publicUrl: string, detail: string): RequestListener {
  const { status, title } = describeCode('SERVICE_UNAVAILABLE');
  return (req, res) => {
    const path = req.url?.split('?')[0] ?? '/';
    const requestId = randomUUID();
    const send = (statusCode: number, type: string, body: object) => {
      res.writeHead(statusCode, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
        ...(statusCode === status && { 'Retry-After': String(RETRY_AFTER_SECONDS) }),
        // The next request should find a process that serves.
        Connection: 'close',
      });
      res.end(req.method === 'HEAD' ? undefined : JSON.stringify(body));
    };
    if (path === '/livez') return send(200, 'application/health+json', { status: 'pass' });
    if (path === '/readyz' || path === '/healthz') return send(status, 'application/health+json', { status: 'fail' });
    const code = 'SERVICE_UNAVAILABLE';
    if (path === '/graphql' || path === '/graphql/stream') {
      const extensions = { code, retryable: true, retryAfterMs: RETRY_AFTER_SECONDS * 1000, requestId };
      return send(status, 'application/json', { errors: [{ message: detail, extensions }] });
    }
    const type = `${publicUrl}/problems/service-unavailable`;
    const instance = `urn:request:${requestId}`;
    send(status, 'application/problem+json', { type, title, status, detail, instance, code, requestId, ok: false });
  };
}

/** Counts the requests that are being answered. */
export class InFlight {
  #count = 0;

  constructor(server: Server) {
    server.on('request', (_req, res) => {
      this.#count++;
      res.once('close', () => this.#count--);
    });
  }

  /** Resolves when none is left, or when the time is up. */
  async ended(patienceMs: number): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (this.#count > 0 && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
  }
}
