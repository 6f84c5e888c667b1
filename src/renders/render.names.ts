import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const renderNames = registerNames({
  ids: { render: { prefix: 'rnd', node: 'Render' }, drawnPicture: { prefix: 'pic' } },
  permissions: {
    'renders:request': { title: 'Have pictures drawn', roles: [...STAFF, 'AGENT'] },
    'renders:read': { title: 'See one’s own renders', roles: [...STAFF, 'CUSTOMER', 'AGENT'] },
    'renders:manage': { title: 'Cancel everybody’s renders and try them again', roles: ['ADMIN', 'EDITOR'] },
    'renders:read-all': { title: 'See everybody’s renders', roles: OPERATORS },
  },
  problems: {
    BRIEF_NOT_COVERED: {
      status: 422,
      title: 'The subject of the brief cannot be drawn',
      cause:
        'With `strict`, a brief whose subject the engine cannot draw is refused rather than drawn as something else.',
      advice: 'Take one of `drawable` for a subject, or leave `strict` out and read `ignoredTerms`.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    renders: typeof renderNames;
  }
}
