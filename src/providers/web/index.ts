import { defineScreens } from '../../web/kit/screens.ts';

/** Screen for provider keys and the status of providers. */
export const providersScreens = defineScreens({
  name: 'providers',
  navigation: [
    { group: 'Gateway', title: 'Provider keys', to: '/admin/gateway/keys', permission: 'provider-keys:manage' },
  ],
  routes: [
    { path: '/admin/gateway/keys', permission: 'provider-keys:manage', load: () => import('./keys-screen.tsx') },
  ],
});
