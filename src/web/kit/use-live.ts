import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { Client as StreamClient } from 'graphql-sse';
import { useEffect, useRef, useState } from 'react';
import { ownHeaders } from './client.ts';
import { onSessionRestored, requestStep, stepFor } from './session.ts';

/** State of a subscription's connection: `AWAY` while it is lost and being retried, `ENDED` after the last event. */
export type LiveState = 'CONNECTING' | 'LIVE' | 'AWAY' | 'ENDED';

/**
 * Average milliseconds before each attempt to reconnect; the real pause is random, up to 30 % shorter or longer. The last value
 * repeats.
 */
const PAUSES = [500, 1_000, 2_000, 5_000, 10_000];

/**
 * True if the session dialog has already opened for a refused stream, so that after "Not now" further attempts don't open it
 * again.
 */
let isAsked = false;

/**
 * Fetches an event stream. If the service refuses the stream because of the session, the session dialog opens, because retries
 * alone would fail without a visible reason. Further refusals in a row don't open it again.
 */
async function fetchStream(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const step = response.ok ? null : stepFor(await codeIn(response.clone()));
  if (step && !isAsked) void requestStep(step);
  isAsked = step !== null;
  return response;
}

async function codeIn(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as { errors?: { extensions?: { code?: string } }[] } | null;
  return body?.errors?.[0]?.extensions?.code;
}

/** Client for subscriptions. Its code is loaded with the first screen that subscribes. */
let streams: Promise<StreamClient> | undefined;
const openStreams = () =>
  (streams ??= import('graphql-sse').then(({ createClient }) =>
    createClient({
      url: '/graphql/stream',
      headers: ownHeaders,
      fetchFn: fetchStream,
      retryAttempts: Number.POSITIVE_INFINITY,
      retry: (retries) =>
        new Promise((resolve) =>
          setTimeout(resolve, PAUSES[Math.min(retries, PAUSES.length - 1)]! * (0.7 + Math.random() * 0.6)),
        ),
    }),
  ));

/**
 * Subscribes while the screen is mounted. The first event contains the current state, so no change is missed after a reconnect.
 * Display the connection's state with `<LiveNotice state={state} />`.
 */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: NoInfer<Variables>,
  onData: (data: Data) => void,
  { pause = false }: { pause?: boolean } = {},
): LiveState {
  const [state, setState] = useState<LiveState>('CONNECTING');
  const [attempt, setAttempt] = useState(0);
  const listener = useRef(onData);
  listener.current = onData;
  const given = JSON.stringify(variables);
  useEffect(() => onSessionRestored(() => setAttempt((count) => count + 1)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts after a new sign-in
  useEffect(() => {
    if (pause) return;
    let end: (() => void) | null = null;
    let isOver = false;
    setState('CONNECTING');
    void openStreams().then((client) => {
      if (isOver) return;
      end = client.subscribe<Data>(
        { query: document.toString(), variables: JSON.parse(given) },
        {
          next({ data, errors }) {
            if (errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) void requestStep('SIGN_IN');
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
