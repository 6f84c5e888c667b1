import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { Client as StreamClient } from 'graphql-sse';
import { useEffect, useRef, useState } from 'react';
import { ownHeaders } from './client.ts';
import { onShownAgain, want, wantedFor } from './session.ts';

/** How a subscription stands: `AWAY` while it is not heard and is tried again, `ENDED` when there is nothing more to come. */
export type LiveState = 'CONNECTING' | 'LIVE' | 'AWAY' | 'ENDED';

/** Between two tries, in milliseconds; the last of them again and again. */
const PAUSES = [500, 1_000, 2_000, 5_000, 10_000];

/** True if it was asked for already: who has said "not now" is not asked at each try. */
let isAsked = false;

/** A stream that is tried again after its session has ended would be tried for ever, and nobody would know why. */
async function heardOut(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const wanted = response.ok ? null : wantedFor(await codeIn(response.clone()));
  if (wanted && !isAsked) void want(wanted);
  isAsked = wanted !== null;
  return response;
}

async function codeIn(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as { errors?: { extensions?: { code?: string } }[] } | null;
  return body?.errors?.[0]?.extensions?.code;
}

/** Loaded with the first screen that listens. */
let streams: Promise<StreamClient> | undefined;
const opened = () =>
  (streams ??= import('graphql-sse').then(({ createClient }) =>
    createClient({
      url: '/graphql/stream',
      headers: ownHeaders,
      fetchFn: heardOut,
      retryAttempts: Number.POSITIVE_INFINITY,
      retry: (retries) =>
        new Promise((resolve) =>
          setTimeout(resolve, PAUSES[Math.min(retries, PAUSES.length - 1)]! * (0.7 + Math.random() * 0.6)),
        ),
    }),
  ));

/**
 * Listens to a subscription while the screen is there. It begins with how things stand, so that whatever happened while it
 * was away is told when it is back. Show the state where it is not `LIVE`: `<LiveNotice state={state} />`.
 */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  heard: (data: Data) => void,
  { pause = false }: { pause?: boolean } = {},
): LiveState {
  const [state, setState] = useState<LiveState>('CONNECTING');
  const [attempt, setAttempt] = useState(0);
  const listener = useRef(heard);
  listener.current = heard;
  const given = JSON.stringify(variables);
  useEffect(() => onShownAgain(() => setAttempt((count) => count + 1)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew once somebody has signed in again
  useEffect(() => {
    if (pause) return;
    let end: (() => void) | null = null;
    let isOver = false;
    setState('CONNECTING');
    void opened().then((client) => {
      if (isOver) return;
      end = client.subscribe<Data>(
        { query: document.toString(), variables: JSON.parse(given) },
        {
          next({ data, errors }) {
            if (errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) void want('SIGN_IN');
            if (data) listener.current(data);
          },
          error: () => setState('AWAY'),
          complete: () => !isOver && setState('ENDED'),
        },
        { connecting: (isAgain) => isAgain && setState('AWAY'), connected: () => setState('LIVE') },
      );
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [document, given, pause, attempt]);
  return state;
}
