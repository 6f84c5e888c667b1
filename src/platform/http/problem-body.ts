import { describeCode, type ErrorCode } from '../errors/error-codes.ts';
import type { ValueIssue } from '../errors/errors.ts';

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

export interface ProblemDetails {
  code: ErrorCode;
  detail: string;
  issues?: readonly ValueIssue[];
  /** Further members of the body that this kind of problem has. */
  facts?: Record<string, unknown>;
  headers?: Record<string, string>;
  retryAfterSeconds?: number | undefined;
}

/**
 * Makes the body of RFC 9457 problem details. `instance` contains the request's id instead of its path, because a path can
 * contain a token.
 */
export function problemBody(
  { code, detail, issues, facts }: ProblemDetails,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
): ProblemBody {
  const { status, title } = describeCode(code);
  return {
    type: `${publicUrl}/problems/${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail,
    instance: `urn:request:${requestId}`,
    code,
    requestId,
    ok: false,
    ...(issues?.length && { errors: [...issues] }),
    ...facts,
  };
}
