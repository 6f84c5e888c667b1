import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for operators, invitations, tokens and the user's own sessions. */
export const operatorsScreens = defineScreens({
  name: 'operators',
  navigation: [{ group: 'People', title: 'Operators', to: '/admin/operators', permission: 'operators:read' }],
  routes: [
    { path: '/admin/operators', permission: 'operators:read', load: () => import('./operators-screen.tsx') },
    {
      path: '/admin/operators/invitations',
      permission: 'operators:manage',
      load: () => import('./invitations-screen.tsx'),
      within: [{ path: 'new', load: () => import('./invite-screen.tsx') }],
    },
    {
      path: '/admin/operators/tokens',
      permission: 'own-account:manage',
      load: () => import('./tokens-screen.tsx'),
      within: [{ path: 'new', load: () => import('./own-token-screen.tsx') }],
    },
    {
      path: '/admin/operators/sessions',
      permission: 'own-account:manage',
      load: () => import('./sessions-screen.tsx'),
    },
    {
      path: '/admin/operators/$operatorId',
      permission: 'operators:read',
      load: () => import('./operator-screen.tsx'),
      within: [
        { path: 'roles', permission: 'operators:manage', load: () => import('./roles-screen.tsx') },
        { path: 'new-token', permission: 'operators:manage', load: () => import('./person-token-screen.tsx') },
      ],
    },
  ],
});
