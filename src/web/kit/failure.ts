import type { CombinedError } from '@urql/core';
import type { Fault } from './fault-list.tsx';

/** Why there is no answer, as far as a person can do something about it. */
export type Failure =
  /** Nothing was heard: the network, or the service is being started. */
  | { kind: 'AWAY' }
  /** The service has failed. The id finds it in the log. */
  | { kind: 'BROKEN'; requestId: string | null }
  /** It was understood and refused, in the service's own words. */
  | { kind: 'REFUSED'; code: string; message: string; issues: readonly Fault[] };

/** Codes that tell of a fault of ours, not of something that whoever asks can change. */
const OURS = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'CLOCK_DIFFERS', 'STORAGE_FULL']);

export function failureOf(error: Pick<CombinedError, 'graphQLErrors' | 'networkError'>): Failure {
  const [first] = error.graphQLErrors;
  if (!first) return { kind: 'AWAY' };
  const { code, requestId, issues } = first.extensions as {
    code?: string;
    requestId?: string;
    issues?: readonly Fault[];
  };
  if (!code || OURS.has(code)) return { kind: 'BROKEN', requestId: requestId ?? null };
  return {
    kind: 'REFUSED',
    code,
    message: first.message,
    issues: issues ?? [],
  };
}
