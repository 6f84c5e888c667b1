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
  /** Facts of this kind of problem, beside the standard members. */
  facts?: Record<string, unknown>;
  headers?: Record<string, string>;
  retryAfterSeconds?: number | undefined;
}

/** RFC 9457 problem details. The path of a request may hold a token, so `instance` names the request instead. */
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
