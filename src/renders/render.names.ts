import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const renderNames = registerNames({
  ids: { render: { prefix: 'rnd', node: 'Render' }, drawnPicture: { prefix: 'pic' } },
  permissions: {
    'renders:request': { title: 'Request pictures', roles: [...STAFF, 'AGENT'] },
    'renders:read': { title: 'Read own renders', roles: [...STAFF, 'CUSTOMER', 'AGENT'] },
    'renders:manage': { title: 'Cancel and retry any render', roles: ['ADMIN', 'EDITOR'] },
    'renders:read-all': { title: 'Read all renders', roles: OPERATORS },
  },
  problems: {
    BRIEF_NOT_COVERED: {
      status: 422,
      title: "The subject of the brief can't be drawn",
      cause:
        "With `strict`, the service refuses a brief whose subject the embedded engine can't draw, instead of drawing something else.",
      advice: 'Use one of `drawable` as the subject, or omit `strict` and read `ignoredTerms`.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    renders: typeof renderNames;
  }
}
