import { registerNames } from '../platform/registry.ts';

export const providerNames = registerNames({
  ids: {
    providerKey: { prefix: 'pky', node: 'ProviderKey' },
    ownServer: { prefix: 'osv', node: 'OwnServer' },
  },
  permissions: {
    'provider-keys:manage': {
      title: "Set, test and remove the service's keys for providers of models",
      roles: ['ADMIN'],
    },
    'provider-keys:unmetered': { title: 'Test keys without a limit, as only the service itself does', roles: [] },
    'own-provider-keys:manage': {
      title: 'Set, test and remove own keys for providers of models, and an own server',
      roles: ['CUSTOMER'],
    },
  },
  problems: {
    PROVIDER_ERROR: {
      status: 502,
      title: 'The provider of the model failed',
      cause: 'The provider answered with an error of its own, and so did those that may stand in for it.',
      advice: 'Try again after a while. The run in the log has every attempt.',
    },
    PROVIDER_TIMEOUT: {
      status: 504,
      title: 'The provider of the model took too long',
      cause: 'The provider gave no answer in time.',
      advice: 'Try again, or ask for less at once.',
    },
    ADDRESS_NOT_ALLOWED: {
      status: 422,
      title: 'This address may not be called',
      cause:
        'The service calls no address inside its own network, and none that is not https, unless an operator has allowed it.',
      advice: 'Give a public https address, or ask the operator to allow this one.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    providers: typeof providerNames;
  }
}
