import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for settings and the inbound secret of integrations. */
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
