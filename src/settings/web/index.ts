import { defineScreens } from '../../web/kit/screens.ts';

/** What can be changed while the service runs, and the secret that integrations show. */
export const settingsScreens = defineScreens({
  name: 'settings',
  navigation: [{ group: 'System', title: 'Settings', to: '/admin/settings', permission: 'settings:read' }],
  routes: [
    {
      path: '/admin/settings',
      permission: 'settings:read',
      load: () => import('./settings-screen.tsx'),
      within: [{ path: '$setting', load: () => import('./setting-screen.tsx') }],
    },
    {
      path: '/admin/settings/marketing-hub/host-settings/integrations-inbound-secret',
      permission: 'settings:read',
      load: () => import('./inbound-secret-screen.tsx'),
    },
  ],
});
