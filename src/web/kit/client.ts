import { Client, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import { PERSON_HEADER } from '../../site/pure.ts';
import { want, wantedFor } from './session.ts';

/** A page of another origin can't send it unasked. */
export const OWN_HEADERS = { 'apollo-require-preflight': 'true' };

let shownTo: string | null = null;

/** Keeps the person that the back office shows, from its first answer until it is loaded again. */
export function showTo(actor: string): void {
  shownTo ??= actor;
}

/**
 * Headers of every request of the back office, files, exports and streams included. They name the person that this page shows,
 * and the service refuses the request when another operator has signed in meanwhile.
 */
export function ownHeaders(): Record<string, string> {
  return { ...OWN_HEADERS, ...(shownTo !== null && { [PERSON_HEADER]: shownTo }) };
}
export const GRAPHQL_PATH = '/graphql';

/**
 * What everything is asked by. The cookie of the session goes along by itself. Answers are kept by their document and
 * variables, only so that going back shows at once what was there: each is asked again while it is shown.
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
        // `useMutationOf` asks for the sign-in and repeats the mutation. Here, queries ask for it; they are repeated afterwards.
        if (operation.kind !== 'query' || !error) return result;
        const wanted = wantedFor(error.graphQLErrors[0]?.extensions.code);
        if (wanted && wanted !== 'CONFIRM') void want(wanted);
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

/** Something was changed: whatever is on the screen is asked again. */
export function announceChange(): void {
  for (const call of changed) call();
}

export function onChange(call: () => void): () => void {
  changed.add(call);
  return () => changed.delete(call);
}
