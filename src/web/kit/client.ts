import { Client, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import { PERSON_HEADER } from '../../site/pure.ts';
import { requestStep, stepFor } from './session.ts';

/** Header that pages of other origins can't send without a preflight. */
export const OWN_HEADERS = { 'apollo-require-preflight': 'true' };

let shownTo: string | null = null;

/** Remembers the first signed-in user until the page is reloaded. */
export function showTo(actor: string): void {
  shownTo ??= actor;
}

/**
 * Headers of every request of the back office, including files, exports and streams. They name the user of this page; the
 * service refuses the request if another operator has signed in since.
 */
export function ownHeaders(): Record<string, string> {
  return { ...OWN_HEADERS, ...(shownTo !== null && { [PERSON_HEADER]: shownTo }) };
}
export const GRAPHQL_PATH = '/graphql';

/**
 * GraphQL client. The browser sends the session cookie. Results are cached by document and variables so that going back is
 * immediate; each query is still repeated while it is shown.
 */
export const client = new Client({
  url: GRAPHQL_PATH,
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
  fetchOptions: () => ({ headers: ownHeaders() }),
  exchanges: [
    mapExchange({
      onResult(result) {
        const { operation, error } = result;
        // Only for queries: asks the user to sign in, after which all queries repeat. `useMutationOf` does so for mutations.
        if (operation.kind !== 'query' || !error) return result;
        const step = stepFor(error.graphQLErrors[0]?.extensions.code);
        if (step && step !== 'CONFIRM') void requestStep(step);
        // The types of the screens have no null for a field that failed.
        const hasFailed = error.graphQLErrors.some(({ path }) => path?.length === 1);
        return hasFailed ? { ...result, data: undefined } : result;
      },
    }),
    cacheExchange,
    fetchExchange,
  ],
});

const changed = new Set<() => void>();

/** Repeats all queries on the screen after a change. */
export function announceDataChange(): void {
  for (const call of changed) call();
}

export function onDataChange(call: () => void): () => void {
  changed.add(call);
  return () => changed.delete(call);
}
