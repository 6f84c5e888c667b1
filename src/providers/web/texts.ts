import type { ReactNode } from 'react';
import { rich } from '../../web/kit/rich.ts';

/** Texts of the screens for provider keys. */
export const texts = {
  key: {
    service: 'This service',
    acceptedNow: 'Accepted just now',
    refusedNow: 'Refused just now',
    result: (message: string, ms: number) => `${message} (${ms} ms)`,
    refusedSince: (date: ReactNode) => rich`Refused since ${date}`,
    notRefused: 'Not refused',
    test: 'Test',
    testLabel: (name: string) => `Test ${name}`,
    delete: 'Delete',
    deleteLabel: (name: string) => `Delete ${name}`,
  },
  deleteKey: {
    title: (provider: string) => `Delete the key for ${provider}?`,
    action: 'Delete key',
    done: (provider: string) => `Deleted the key for ${provider}.`,
    text: (hint: ReactNode) =>
      rich`The key ending in ${hint} is deleted and no longer used within a second. The key from the environment, if set, is used instead.`,
  },
  list: {
    title: 'Provider keys',
    lead: 'Keys for calling model providers. Only the end of a key is shown. Customers set their own keys and servers themselves.',
    provider: 'Provider',
    owner: 'Owner',
    customers: 'Customers',
    status: 'Status',
    refused: 'Refused',
    empty: 'No provider keys yet.',
    setFirst: 'Set first key',
    noMatch: 'No provider keys match these filters.',
    endsIn: 'Ends in',
    set: 'Set',
    actions: 'Actions',
  },
  set: {
    action: 'Set key',
    done: (provider: string) => `The key for ${provider} is set. Test it to check that the provider accepts it.`,
    title: 'Set key',
    provider: 'Provider of the key',
    key: 'Key',
    showInput: 'Show input',
    hint: 'Replaces the current key. Used for all customers without their own key. It can’t be shown again.',
  },
  status: {
    title: 'Provider status',
    noKeys:
      'No provider has a key of this service. If the sandbox is on, it simulates texts. The embedded engine draws pictures.',
    hint: (date: ReactNode) =>
      rich`From recent calls, as of ${date}. After repeated failures, a provider is skipped for a while and fallbacks answer.`,
    PASS: 'Accepts calls',
    WARN: 'Skipped for now',
    FAIL: 'Doesn’t respond',
    UNKNOWN: 'Not called since the service started',
  },
};
