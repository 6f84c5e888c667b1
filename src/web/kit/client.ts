import { Client, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import { want } from './session.ts';

/** A page of another origin cannot send it unasked. Every request of the back office has it, files and streams too. */
export const OWN_HEADERS = { 'apollo-require-preflight': 'true' };
export const GRAPHQL_PATH = '/graphql';

/**
 * What everything is asked by. The cookie of the session goes along by itself. Answers are kept by their document and
 * variables, only so that going back shows at once what was there: each is asked again while it is shown.
 */
export const client = new Client({
  url: GRAPHQL_PATH,
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
  fetchOptions: { headers: OWN_HEADERS },
  exchanges: [
    mapExchange({
      onResult({ operation, error }) {
        // A mutation waits for it and is sent again; what is only read is asked again once somebody has signed in.
        if (
          operation.kind === 'query' &&
          error?.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')
        )
          void want('SIGN_IN');
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
