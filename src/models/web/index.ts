import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for the catalogue and its versions. */
export const modelsScreens = defineScreens({
  name: 'models',
  navigation: [{ group: 'Gateway', title: 'Models', to: '/admin/gateway/models', permission: 'models:read-prices' }],
  routes: [
    {
      path: '/admin/gateway/models',
      permission: 'models:read-prices',
      load: () => import('./models-screen.tsx'),
      within: [{ path: 'versions/$number', load: () => import('./catalogue-version-screen.tsx') }],
    },
  ],
});
