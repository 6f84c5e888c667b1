import type { Response } from 'express';
import { Refusal } from '../errors/errors.ts';
import { type ProblemBody, type ProblemDetails, problemBody } from './problem-body.ts';

/** Renders a page about a problem, for browsers. */
export interface ProblemPage {
  /** Content-Security-Policy of the page. */
  readonly policy: string;
  html(problem: ProblemBody): Buffer;
}

export interface ProblemOptions {
  publicUrl: string;
  /** Renders problems for browsers. Default: browsers get JSON too. */
  problemPage?: ProblemPage;
}

/**
 * Sends RFC 9457 problem details. When a person opened the address in a browser, sends a page with the same status. Clients that
 * don't prefer HTML explicitly get JSON.
 */
export function sendProblem(res: Response, { publicUrl, problemPage }: ProblemOptions, problem: ProblemDetails): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body = problemBody(problem, { publicUrl, requestId: res.locals.requestId });
  // Removes headers that were set for a successful response.
  for (const name of ['ETag', 'Accept-Ranges', 'Content-Encoding', 'Content-Range', 'Content-Length'])
    res.removeHeader(name);
  if (problem.retryAfterSeconds !== undefined) res.set('Retry-After', String(problem.retryAfterSeconds));
  res.status(body.status).set({ 'Cache-Control': 'no-store', ...problem.headers });
  if (!problemPage || !wantsPage(res)) {
    res.type('application/problem+json').send(JSON.stringify(body));
    return;
  }
  res
    .set({ 'Content-Security-Policy': problemPage.policy, 'X-Robots-Tag': 'noindex' })
    .type('html')
    .send(problemPage.html(body));
}

/** True if a person opened the address in a browser: its `Accept` header then prefers HTML. */
export function wantsPage({ req }: Response): boolean {
  const isLookedAt = req.method === 'GET' || req.method === 'HEAD';
  return isLookedAt && req.accepts(['json', 'html']) === 'html';
}

export function problemOf(refusal: Refusal): ProblemDetails {
  return {
    code: refusal.code,
    detail: refusal.message,
    issues: refusal.issues,
    headers: refusal.headers,
    retryAfterSeconds: refusal.retryAfterSeconds,
  };
}

/** Converts an error thrown by Express to a refusal, and returns a refusal unchanged. Null for other errors. */
export function refusalOfHttpError(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const { status } = (error ?? {}) as { status?: number };
  // Express throws errors with a 4xx status for undecodable paths and headers.
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal('BAD_REQUEST', "The request can't be read. Check its path and headers.");
  }
  return null;
}
