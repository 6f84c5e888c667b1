import { type ErrorCode, type ProblemDefinition, REGISTRY } from '../registry.ts';

export type { ErrorCode } from '../registry.ts';

/**
 * The HTTP status and the title that a code has on REST. A code never changes its meaning; GraphQL carries the same one in
 * `extensions.code` or in a `Problem`.
 */
export function describeCode(code: ErrorCode): ProblemDefinition {
  return REGISTRY.problems.get(code)!;
}

/** Every code a caller can meet, in the order they were named. */
export function errorCodes(): ErrorCode[] {
  return [...REGISTRY.problems.keys()];
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return REGISTRY.problems.has(code as ErrorCode);
}
