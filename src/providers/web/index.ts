import { defineScreens } from '../../web/kit/screens.ts';

/** Keys for the providers of models, and how those stand. */
export const providersScreens = defineScreens({
  name: 'providers',
  navigation: [{ group: 'Gateway', title: 'Keys', to: '/admin/gateway/keys', permission: 'provider-keys:manage' }],
  routes: [
    { path: '/admin/gateway/keys', permission: 'provider-keys:manage', load: () => import('./keys-screen.tsx') },
  ],
});
