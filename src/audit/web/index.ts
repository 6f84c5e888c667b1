import { defineScreens } from '../../web/kit/screens.ts';

/** What everybody has done, for who may look into it. */
export const auditScreens = defineScreens({
  name: 'audit',
  navigation: [{ group: 'System', title: 'Audit', to: '/admin/audit', permission: 'audit:read' }],
  routes: [
    {
      path: '/admin/audit',
      permission: 'audit:read',
      load: () => import('./audit-screen.tsx'),
      within: [{ path: '$entryId', load: () => import('./audit-entry-screen.tsx') }],
    },
  ],
});
