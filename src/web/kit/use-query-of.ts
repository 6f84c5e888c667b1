import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { onChange } from './client.ts';
import { type Failure, failureOf } from './failure.ts';
import { onShownAgain } from './session.ts';

/** What was asked, as a screen shows it. */
export interface Asked<Data> {
  /** The newest answer, or while another page of it is on its way, the one before. */
  data: Data | undefined;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** What is shown is of what was asked before. */
  isStale: boolean;
  /** Set while there is nothing to show, and beside `data` when asking again has failed. */
  failure: Failure | null;
  again(): void;
}

/** Asks while the screen is there: at once, and again after every mutation and every sign-in. */
export function useQueryOf<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  { pause = false }: { pause?: boolean } = {},
): Asked<Data> {
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
    const ends = [onChange(call), onShownAgain(call)];
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
