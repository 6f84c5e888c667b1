import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for the publishing policy and tools that need approval. */
export const publishingScreens = defineScreens({
  name: 'publishing',
  navigation: [{ group: 'System', title: 'Publishing', to: '/admin/publishing', permission: 'publishing:read' }],
  routes: [
    {
      path: '/admin/publishing',
      permission: 'publishing:read',
      load: () => import('./publishing-screen.tsx'),
      within: [{ path: 'mark', load: () => import('./mark-tool-screen.tsx') }],
    },
    {
      path: '/admin/publishing/versions',
      permission: 'publishing:read',
      load: () => import('./versions-screen.tsx'),
      within: [{ path: '$number', load: () => import('./version-screen.tsx') }],
    },
    {
      path: '/admin/publishing/edit',
      permission: 'publishing:manage',
      load: () => import('./policy-editor-screen.tsx'),
    },
  ],
});
