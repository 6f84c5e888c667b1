import { type ErrorCode, type ProblemDefinition, REGISTRY } from '../registry.ts';

export type { ErrorCode } from '../registry.ts';

/**
 * HTTP status and title of a problem code. A code never changes its meaning. GraphQL has the same codes in `extensions.code` and
 * `Problem.code`.
 */
export function describeCode(code: ErrorCode): ProblemDefinition {
  return REGISTRY.problems.get(code)!;
}

/** All problem codes, in the order of registration. */
export function errorCodes(): ErrorCode[] {
  return [...REGISTRY.problems.keys()];
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return REGISTRY.problems.has(code as ErrorCode);
}
