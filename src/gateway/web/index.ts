import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for routing and its policy. */
export const routingScreens = defineScreens({
  name: 'routing',
  navigation: [{ group: 'Gateway', title: 'Routing', to: '/admin/gateway/routing', permission: 'routing:read' }],
  routes: [
    {
      path: '/admin/gateway/routing',
      permission: 'routing:read',
      load: () => import('./routing-screen.tsx'),
      within: [{ path: 'versions/$number', load: () => import('./policy-version-screen.tsx') }],
    },
    {
      path: '/admin/gateway/routing/edit',
      permission: 'routing:publish',
      load: () => import('./policy-editor-screen.tsx'),
    },
  ],
});

/** Screens that list runs, and show one. */
export const logScreens = defineScreens({
  name: 'log',
  navigation: [{ group: 'Gateway', title: 'Runs', to: '/admin/runs', permission: 'runs:read' }],
  routes: [
    { path: '/admin/runs', permission: 'runs:read', load: () => import('./log-screen.tsx') },
    { path: '/admin/runs/$runId', permission: 'runs:read', load: () => import('./run-screen.tsx') },
  ],
});
