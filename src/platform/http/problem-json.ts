import type { Response } from 'express';
import { describeCode, type ErrorCode } from '../error-codes.ts';
import { Refusal, type ValueIssue } from '../errors.ts';

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  requestId: string;
  ok: false;
  errors?: ValueIssue[];
}

interface ProblemDetails {
  code: ErrorCode;
  detail: string;
  issues?: readonly ValueIssue[];
  /** Facts of this kind of problem, beside the standard members. */
  facts?: Record<string, unknown>;
  headers?: Record<string, string>;
  retryAfterSeconds?: number;
}

/** Answers with RFC 9457 problem details. The path of a request may hold a token, so `instance` names the request instead. */
export function sendProblem(res: Response, publicUrl: string, problem: ProblemDetails): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status, title } = describeCode(problem.code);
  const body: ProblemBody = {
    type: `${publicUrl}/problems/${problem.code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: problem.detail,
    instance: `urn:request:${res.locals.requestId}`,
    code: problem.code,
    requestId: res.locals.requestId,
    ok: false,
    ...(problem.issues?.length && { errors: [...problem.issues] }),
    ...problem.facts,
  };
  // What was set for a success says nothing of this body.
  for (const name of ['ETag', 'Accept-Ranges', 'Content-Range', 'Content-Length']) res.removeHeader(name);
  if (problem.retryAfterSeconds !== undefined) res.set('Retry-After', String(problem.retryAfterSeconds));
  res
    .status(status)
    .set({ 'Cache-Control': 'no-store', ...problem.headers })
    .type('application/problem+json')
    .send(JSON.stringify(body));
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
