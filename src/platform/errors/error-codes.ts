import { type ErrorCode, type ProblemDefinition, REGISTRY } from '../registry.ts';

export type { ErrorCode } from '../registry.ts';

/**
 * Definition of a problem code: HTTP status, title, cause and advice. A code never changes its meaning. GraphQL has the same
 * codes in `extensions.code` and `Problem.code`.
 */
export function describeCode(code: ErrorCode): ProblemDefinition {
  return REGISTRY.problems.get(code)!;
}

/** Problem codes of the platform and of all loaded features, in the order of registration. */
export function errorCodes(): ErrorCode[] {
  return [...REGISTRY.problems.keys()];
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return REGISTRY.problems.has(code as ErrorCode);
}
