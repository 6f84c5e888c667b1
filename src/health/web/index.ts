import { defineScreens } from '../../web/kit/screens.ts';

/** Screen for the capabilities of this installation. */
export const healthScreens = defineScreens({
  name: 'health',
  navigation: [{ group: 'System', title: 'Capabilities', to: '/admin/capabilities', permission: 'facilities:read' }],
  routes: [
    { path: '/admin/capabilities', permission: 'facilities:read', load: () => import('./capabilities-screen.tsx') },
  ],
});
