import { defineScreens } from '../../web/kit/screens.ts';
import { readingRoutes } from './reading/routes.ts';

/** Screens for cases and their documents. */
export const documentsScreens = defineScreens({
  name: 'documents',
  navigation: [{ group: 'Work', title: 'Cases', to: '/admin/cases', permission: 'cases:read' }],
  routes: [
    {
      path: '/admin/cases',
      permission: 'cases:read',
      load: () => import('./cases/cases-screen.tsx'),
      within: [{ path: 'new', permission: 'cases:write', load: () => import('./cases/new-case-screen.tsx') }],
    },
    { path: '/admin/cases/search', permission: 'cases:read', load: () => import('./cases/search-screen.tsx') },
    {
      path: '/admin/cases/$caseId',
      permission: 'cases:read',
      load: () => import('./cases/case-screen.tsx'),
      within: [
        { path: 'change', permission: 'cases:write', load: () => import('./cases/edit-case-screen.tsx') },
        { path: 'documents/$documentId', load: () => import('./cases/document-details-screen.tsx') },
      ],
    },
    ...readingRoutes,
  ],
});
