import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for the inbox of approvals, and for one approval. */
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
