import type { ScreenRoute } from '../../../web/kit/screens.ts';

/** Screens on which documents are read, asked and compared with briefs. */
export const readingRoutes: readonly ScreenRoute[] = [
  {
    path: '/admin/documents/$documentId',
    permission: 'cases:read',
    load: () => import('./document-screen.tsx'),
  },
  { path: '/admin/cases/$caseId/ask', permission: 'cases:read', load: () => import('./ask-screen.tsx') },
  { path: '/admin/cases/$caseId/report', permission: 'cases:read', load: () => import('./report-screen.tsx') },
];
