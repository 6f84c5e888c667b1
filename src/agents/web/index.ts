import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for agents, their owners, keys and approval requests. */
export const agentsScreens = defineScreens({
  name: 'agents',
  navigation: [{ group: 'People', title: 'Agents', to: '/admin/agents', permission: 'own-agents:manage' }],
  routes: [
    {
      path: '/admin/agents',
      permission: 'own-agents:manage',
      load: () => import('./agents-screen.tsx'),
      within: [{ path: 'new', load: () => import('./new-agent-screen.tsx') }],
    },
    {
      path: '/admin/agents/$agentId',
      permission: 'own-agents:manage',
      load: () => import('./agent-screen.tsx'),
      within: [
        { path: 'rename', load: () => import('./rename-agent-screen.tsx') },
        { path: 'new-key', load: () => import('./new-key-screen.tsx') },
      ],
    },
  ],
});
