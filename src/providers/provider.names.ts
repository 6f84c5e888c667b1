import { defineNames } from '../platform/names.ts';

export const providerNames = defineNames({
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
    PROVIDER_ERROR: { status: 502, title: 'The provider of the model failed' },
    PROVIDER_TIMEOUT: { status: 504, title: 'The provider of the model took too long' },
    ADDRESS_NOT_ALLOWED: { status: 422, title: 'This address may not be called' },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    providers: typeof providerNames;
  }
}
