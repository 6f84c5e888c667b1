import { useEffect, useRef, useState } from 'react';
import explainRoute from '../../../../schema/operations/explain-route.graphql?raw';
import type { Explanation, SanctuaryData } from '../../pure.ts';
import { errorMessage, requestGraphql } from '../requests.ts';
import { explainInput, type PlaygroundState, searchOf, stateOf } from '../state.ts';

/**
 * Changes within this number of milliseconds share one entry of the browser’s history, so that dragging a slider doesn’t add a
 * hundred entries.
 */
const HISTORY_STEP_MS = 1_000;

/** The playground’s settings, kept in the page’s address, and the gateway’s routing decision for them. */
export function usePlayground({ facts, search, explanation: first }: SanctuaryData) {
  const [state, setState] = useState(() => stateOf(search, facts));
  const [explanation, setExplanation] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const explainedSearch = useRef(first ? searchOf(state, facts) : null);
  const changedAt = useRef(-HISTORY_STEP_MS);

  useEffect(() => {
    const back = () => setState(stateOf(location.search, facts));
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [facts]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` repeats the request
  useEffect(() => {
    const wanted = searchOf(state, facts);
    if (explainedSearch.current === wanted) return;
    explainedSearch.current = null;
    const abort = new AbortController();
    requestGraphql<{ explainRoute: Explanation }>(
      explainRoute,
      { input: explainInput(state, facts) },
      abort.signal,
    ).then(
      ({ data }) => {
        explainedSearch.current = wanted;
        setExplanation(data.explainRoute);
        setProblem(null);
      },
      (error) => {
        if (!abort.signal.aborted) setProblem(errorMessage(error));
      },
    );
    return () => abort.abort();
  }, [state, facts, attempt]);

  const change = (changes: Partial<PlaygroundState>) => {
    // The new settings are written to a query string and read again, so that they equal those that a reload of the address would
    // give.
    const next = stateOf(searchOf({ ...state, ...changes }, facts), facts);
    const wanted = searchOf(next, facts);
    const address = `${location.pathname}${wanted === '' ? '' : `?${wanted}`}${location.hash}`;
    const now = performance.now();
    const isSameStep = now - changedAt.current < HISTORY_STEP_MS;
    changedAt.current = now;
    if (isSameStep) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    setState(next);
  };

  return { state, explanation, problem, change, retry: () => setAttempt(attempt + 1) };
}

export type UpdatePlayground = (changes: Partial<PlaygroundState>) => void;
