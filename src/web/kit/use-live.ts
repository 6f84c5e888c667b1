import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { Client as StreamClient } from 'graphql-sse';
import { useEffect, useRef, useState } from 'react';
import { ownHeaders } from './client.ts';
import { onSessionRestored, requestStep, stepFor } from './session.ts';

/** State of a subscription. `AWAY` while disconnected and retrying, `ENDED` after the last event. */
export type LiveState = 'CONNECTING' | 'LIVE' | 'AWAY' | 'ENDED';

/** Milliseconds between attempts. The last value repeats. */
const PAUSES = [500, 1_000, 2_000, 5_000, 10_000];

/** True if the user was already asked to sign in, so that "Not now" isn't asked again at each attempt. */
let isAsked = false;

/** Asks for a sign-in when a stream is refused. Otherwise it would retry forever without a visible reason. */
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

/** Loaded with the first screen that subscribes. */
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
 * Subscribes while the screen is mounted. The first event has the current state, so nothing is missed after a reconnect. Show
 * the state with `<LiveNotice state={state} />`.
 */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
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
