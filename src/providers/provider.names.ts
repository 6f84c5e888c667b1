import { registerNames } from '../platform/registry.ts';

export const providerNames = registerNames({
  ids: {
    providerKey: { prefix: 'pky', node: 'ProviderKey' },
    ownServer: { prefix: 'osv', node: 'OwnServer' },
  },
  permissions: {
    'provider-keys:manage': {
      title: "Set, test and delete the service's provider keys",
      roles: ['ADMIN'],
    },
    'provider-keys:unmetered': { title: 'Test provider keys without a limit (service only)', roles: [] },
    'own-provider-keys:manage': {
      title: 'Set, test and delete own provider keys and own servers',
      roles: ['CUSTOMER'],
    },
  },
  problems: {
    PROVIDER_ERROR: {
      status: 502,
      title: 'Provider failed',
      cause: 'The call to the provider failed, and no other deployment could answer.',
      advice: 'Try again later. The run lists every attempt.',
    },
    PROVIDER_TIMEOUT: {
      status: 504,
      title: 'Provider timed out',
      cause: 'The provider didn’t answer, or didn’t complete its answer, in time.',
      advice: 'Try again, or request less output.',
    },
    ADDRESS_NOT_ALLOWED: {
      status: 422,
      title: 'The service may not call this address',
      cause:
        'The address is private or doesn’t use https and no operator has allowed it, or it has a form that is never allowed. The message says which.',
      advice: 'Use a public https URL, or ask an operator to allow a private host.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    providers: typeof providerNames;
  }
}
