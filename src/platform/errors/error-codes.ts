import { type ErrorCode, NAMES, type ProblemName } from '../names.ts';

export type { ErrorCode } from '../names.ts';

/**
 * The HTTP status and the title that a code has on REST. A code never changes its meaning; GraphQL carries the same one in
 * `extensions.code` or in a `Problem`.
 */
export function describeCode(code: ErrorCode): ProblemName {
  return NAMES.problems.get(code)!;
}

/** Every code a caller can meet, in the order they were named. */
export function errorCodes(): ErrorCode[] {
  return [...NAMES.problems.keys()];
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return NAMES.problems.has(code as ErrorCode);
}
