import { defineScreens } from '../../web/kit/screens.ts';

/** What has to be asked of whom before something is written outside. */
export const publishingScreens = defineScreens({
  name: 'publishing',
  navigation: [{ group: 'House', title: 'Publishing', to: '/admin/publishing', permission: 'publishing:read' }],
  routes: [{ path: '/admin/publishing', permission: 'publishing:read', load: () => import('./publishing-screen.tsx') }],
});
