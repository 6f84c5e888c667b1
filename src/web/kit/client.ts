import { Client, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import { PERSON_HEADER } from '../../site/pure.ts';
import { requestStep, stepFor } from './session.ts';

/** Header that pages of other origins can't send without a CORS preflight request. */
export const OWN_HEADERS = { 'apollo-require-preflight': 'true' };

let shownTo: string | null = null;

/** Remembers which user the page is displayed to, until it is reloaded. Only the first call has an effect. */
export function showTo(actor: string): void {
  shownTo ??= actor;
}

/**
 * Headers of the back office's requests, including exports and streams. Once the page's user is known, the headers name this
 * user. The service then refuses requests after another operator has signed in.
 */
export function ownHeaders(): Record<string, string> {
  return { ...OWN_HEADERS, ...(shownTo !== null && { [PERSON_HEADER]: shownTo }) };
}
export const GRAPHQL_PATH = '/graphql';

/**
 * GraphQL client. The browser sends the session cookie. Results are cached by document and variables. A cached result is
 * displayed at once, and its query is sent again to update it.
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
        // If a query is refused because the session has ended or another person has signed in, asks the user to sign in or
        // reload. Queries are repeated after the sign-in. `useMutationOf` handles refused mutations.
        if (operation.kind !== 'query' || !error) return result;
        const step = stepFor(error.graphQLErrors[0]?.extensions.code);
        if (step && step !== 'CONFIRM') void requestStep(step);
        // A result with a failed root field counts as missing, because the types of the screens have no null for it.
        const hasFailed = error.graphQLErrors.some(({ path }) => path?.length === 1);
        return hasFailed ? { ...result, data: undefined } : result;
      },
    }),
    cacheExchange,
    fetchExchange,
  ],
});

const changed = new Set<() => void>();

/** Repeats all queries of the displayed screen after a change. */
export function announceDataChange(): void {
  for (const call of changed) call();
}

export function onDataChange(call: () => void): () => void {
  changed.add(call);
  return () => changed.delete(call);
}
