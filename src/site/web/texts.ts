import type { ReactNode } from 'react';
import { rich } from '../../web/kit/rich.ts';

/** Texts of GraphiQL and of the REST reference. The descriptions of GraphiQL’s prepared operations are next to their queries. */
export const texts = {
  product: 'Imprimatur',
  home: 'Imprimatur, home',
  graphiql: {
    otherPerson: (name: string | null) =>
      `Another person has signed in with this browser. This page was loaded ${name === null ? 'before anyone had signed in' : `by ${name}`}. Nothing was done.`,
    reload: 'Reload the page',
    credential: (header: ReactNode, setting: ReactNode, file: ReactNode) =>
      rich`Operations for operators need the header ${header} with the admin token: ${setting}, or by default the content of the file ${file}.`,
    subscriptionRefused: (status: number, reason: string) => `The subscription was refused: ${status} ${reason}`,
  },
  prepared: {
    title: 'Prepared operations',
    useKey: 'Use the key under Headers',
    more: (signIn: (text: string) => ReactNode, setting: ReactNode, file: ReactNode) =>
      rich`For more, ${signIn('sign in')}, or paste the admin token into Headers: ${setting}, or by default the content of the file ${file}.`,
    person: (name: string) => `You are ${name}. You can run these operations.`,
    personWithRoles: (name: string, roles: string) => `You are ${name}, ${roles}. You can run these operations.`,
    invalid: 'The credential under Headers is not valid. These operations need none.',
    anonymous: 'You are not signed in. These operations need no credential.',
  },
  rest: {
    title: 'REST reference',
    loadFailed: 'The OpenAPI document couldn’t be loaded. Check your network connection, then try again.',
    loadAgain: 'Load the document again',
    contracts: 'Contracts',
    openapi: 'OpenAPI',
    graphiql: 'GraphiQL',
    documents: 'Documents',
  },
};
