import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for seals and the transparency log. */
export const sealScreens = defineScreens({
  name: 'seals',
  navigation: [{ group: 'Proof', title: 'Seals', to: '/admin/seals', permission: 'seals:list' }],
  routes: [
    { path: '/admin/seals', permission: 'seals:list', load: () => import('./seals-screen.tsx') },
    { path: '/admin/seals/log', permission: 'seals:list', load: () => import('./log-screen.tsx') },
    { path: '/admin/seals/$sealId', permission: 'seals:list', load: () => import('./seal-screen.tsx') },
  ],
});
