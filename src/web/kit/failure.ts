import type { CombinedError } from '@urql/core';
import type { InputIssue } from './issue-list.tsx';

/** Why a request has no result, grouped by what the user can do about it. */
export type Failure =
  /** No usable answer arrived, e.g. because the network failed or the service is starting. */
  | { kind: 'AWAY' }
  /** The service failed for a reason that the user can't fix. `requestId` finds the request in the server log. */
  | { kind: 'BROKEN'; requestId: string | null }
  /** The service refused the request, with a message of its own. */
  | { kind: 'REFUSED'; code: string; message: string; issues: readonly InputIssue[] };

/** Error codes of failures that the user can't fix. */
const SERVER_ERRORS = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'CLOCK_DIFFERS', 'STORAGE_FULL']);

export function failureOf(error: Pick<CombinedError, 'graphQLErrors' | 'networkError'>): Failure {
  const [first] = error.graphQLErrors;
  if (!first) return { kind: 'AWAY' };
  const { code, requestId, issues } = first.extensions as {
    code?: string;
    requestId?: string;
    issues?: readonly InputIssue[];
  };
  if (!code || SERVER_ERRORS.has(code)) return { kind: 'BROKEN', requestId: requestId ?? null };
  return {
    kind: 'REFUSED',
    code,
    message: first.message,
    issues: issues ?? [],
  };
}
