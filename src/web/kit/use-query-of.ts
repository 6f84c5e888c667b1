import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { onDataChange } from './client.ts';
import { type Failure, failureOf } from './failure.ts';
import { onSessionRestored } from './session.ts';

/** State of a GraphQL query. */
export interface QueryState<Data> {
  /** Latest result of the query. While none has arrived for the current variables, the result for earlier variables. */
  data: Data | undefined;
  /** True while the query has no result to display. */
  isLoading: boolean;
  /** True while `data` is the result for earlier variables and the result for the current ones is loading. */
  isStale: boolean;
  /** Failure of the last request. `data` is set too if an earlier request succeeded. */
  failure: Failure | null;
  again(): void;
}

/**
 * Runs a query while the screen is mounted. Repeats it after every successful mutation, other announced changes of data,
 * sign-ins and confirmations.
 */
export function useQueryOf<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: NoInfer<Variables>,
  { pause = false }: { pause?: boolean } = {},
): QueryState<Data> {
  const [{ data, error, fetching, stale }, ask] = useQuery<Data, Variables>({
    query: document.toString(),
    variables,
    pause,
  } as Parameters<typeof useQuery<Data, Variables>>[0]);
  const last = useRef<Data | undefined>(undefined);
  if (data !== undefined && data !== null) last.current = data;

  const again = () => ask({ requestPolicy: 'network-only' });
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (pause) return;
    const call = () => latest.current();
    const ends = [onDataChange(call), onSessionRestored(call)];
    return () => {
      for (const end of ends) end();
    };
  }, [pause]);

  const shown = data ?? last.current;
  return {
    data: shown,
    isLoading: shown === undefined && !error,
    isStale: data === undefined && shown !== undefined && (fetching || stale),
    failure: error ? failureOf(error) : null,
    again,
  };
}
