import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeCode } from '../platform/errors/error-codes.ts';
import { problemBody } from '../platform/http/problem-body.ts';
import { escapeHtml, PLAIN_PAGE } from '../site/index.ts';
import { texts } from './texts.ts';

const RETRY_AFTER_SECONDS = 1;
const POLL_EVERY_MS = 20;

/**
 * Answers requests while the service starts or stops. The liveness check succeeds, the readiness check fails, and other requests
 * are refused.
 */
export function unavailableListener(publicUrl: string, detail: string): RequestListener {
  const code = 'SERVICE_UNAVAILABLE';
  const { status } = describeCode(code);
  const page = PLAIN_PAGE.page(
    texts.notServing,
    `<h1>${texts.notServing}</h1>\n<p class="lead">${escapeHtml(detail)}</p>`,
  );
  return (req, res) => {
    const path = req.url?.split('?')[0] ?? '/';
    const requestId = randomUUID();
    const answer = (statusCode: number, type: string, body: string | Buffer, more: Record<string, string> = {}) => {
      res.writeHead(statusCode, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
        ...(statusCode === status && { 'Retry-After': String(RETRY_AFTER_SECONDS) }),
        // Closes the connection, so that the client's next request can reach a process that accepts requests.
        Connection: 'close',
        ...more,
      });
      res.end(req.method === 'HEAD' ? undefined : body);
    };
    const send = (statusCode: number, type: string, body: object) => answer(statusCode, type, JSON.stringify(body));
    if (path === '/livez') return send(200, 'application/health+json', { status: 'pass' });
    if (path === '/readyz' || path === '/healthz') return send(status, 'application/health+json', { status: 'fail' });
    // Browsers get a page that reloads itself, so that users see the service as soon as it is available. Browsers list HTML
    // first.
    if (req.method === 'GET' && req.headers.accept?.startsWith('text/html')) {
      const again = { 'Content-Security-Policy': PLAIN_PAGE.policy, Refresh: String(RETRY_AFTER_SECONDS + 1) };
      return answer(status, 'text/html', page, again);
    }
    if (path === '/graphql' || path === '/graphql/stream') {
      const extensions = { code, retryable: true, retryAfterMs: RETRY_AFTER_SECONDS * 1000, requestId };
      return send(status, 'application/json', { errors: [{ message: detail, extensions }] });
    }
    send(status, 'application/problem+json', problemBody({ code, detail }, { publicUrl, requestId }));
  };
}

/** Counts requests whose response hasn't been sent. */
export class InFlight {
  #count = 0;

  constructor(server: Server) {
    server.on('request', (_req, res) => {
      this.#count++;
      res.once('close', () => this.#count--);
    });
  }

  /** Resolves when all requests have ended, or after `patienceMs`. */
  async ended(patienceMs: number): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (this.#count > 0 && performance.now() < deadline) await sleep(POLL_EVERY_MS);
  }
}
