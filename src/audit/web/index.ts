import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for the audit trail. */
export const auditScreens = defineScreens({
  name: 'audit',
  navigation: [{ group: 'System', title: 'Audit trail', to: '/admin/audit', permission: 'audit:read' }],
  routes: [
    {
      path: '/admin/audit',
      permission: 'audit:read',
      load: () => import('./audit-screen.tsx'),
      within: [{ path: '$entryId', load: () => import('./audit-entry-screen.tsx') }],
    },
  ],
});
