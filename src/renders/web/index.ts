import { defineScreens } from '../../web/kit/screens.ts';

/** Screens that list renders, request a new one, and show one. */
export const renderScreens = defineScreens({
  name: 'renders',
  navigation: [{ group: 'Work', title: 'Renders', to: '/admin/renders', permission: 'renders:read' }],
  routes: [
    { path: '/admin/renders', permission: 'renders:read', load: () => import('./renders-screen.tsx') },
    { path: '/admin/renders/new', permission: 'renders:request', load: () => import('./new-render-screen.tsx') },
    { path: '/admin/renders/$renderId', permission: 'renders:read', load: () => import('./render-screen.tsx') },
  ],
});
