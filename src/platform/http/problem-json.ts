import type { Response } from 'express';
import { Refusal } from '../errors/errors.ts';
import { type ProblemBody, type ProblemDetails, problemBody } from './problem-body.ts';

/** Page for a problem, for browsers. */
export interface ProblemPage {
  /** Its Content-Security-Policy. */
  readonly policy: string;
  html(problem: ProblemBody): Buffer;
}

export interface ProblemOptions {
  publicUrl: string;
  /** Default: browsers get JSON too. */
  problemPage?: ProblemPage;
}

/**
 * Answers with RFC 9457 problem details; a browser that was led here gets them as a page, with the same status. Whoever does
 * not prefer HTML by name gets JSON.
 */
export function sendProblem(res: Response, { publicUrl, problemPage }: ProblemOptions, problem: ProblemDetails): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body = problemBody(problem, { publicUrl, requestId: res.locals.requestId });
  // What was set for a success says nothing of this body.
  for (const name of ['ETag', 'Accept-Ranges', 'Content-Range', 'Content-Length']) res.removeHeader(name);
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

/** Whether somebody looks at it: a browser names HTML before everything else when it opens an address. */
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

/** What Express calls its errors, as refusals. Null for an error that is none of its. */
export function refusalOfHttpError(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const { status } = (error ?? {}) as { status?: number };
  // A path that cannot be decoded, a header that cannot be parsed: Express marks them with a 4xx.
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal('BAD_REQUEST', 'The request cannot be read. Check its path and headers.');
  }
  return null;
}
