import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for partners and their links. */
export const partnersScreens = defineScreens({
  name: 'partners',
  navigation: [{ group: 'People', title: 'Partners', to: '/admin/partners', permission: 'partners:manage' }],
  routes: [
    {
      path: '/admin/partners',
      permission: 'partners:manage',
      load: () => import('./partners-screen.tsx'),
      within: [{ path: 'new-link', load: () => import('./new-link-screen.tsx') }],
    },
    {
      path: '/admin/partners/$partnerId',
      permission: 'partners:manage',
      load: () => import('./partner-screen.tsx'),
      within: [{ path: 'new-link', load: () => import('./partner-link-screen.tsx') }],
    },
  ],
});
