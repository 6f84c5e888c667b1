import { defineScreens } from '../../web/kit/screens.ts';

/** What waits for a person's word, for who has one, and what became of it, for all who run the service. */
export const approvalsScreens = defineScreens({
  name: 'approvals',
  navigation: [
    {
      group: 'Work',
      title: 'Approvals',
      to: '/admin/approvals',
      permission: 'approvals:read',
      badge: 'approvalsWaiting',
    },
  ],
  routes: [
    { path: '/admin/approvals', permission: 'approvals:read', load: () => import('./approvals-screen.tsx') },
    {
      path: '/admin/approvals/$approvalId',
      permission: 'approvals:read',
      load: () => import('./approval-screen.tsx'),
    },
  ],
});
