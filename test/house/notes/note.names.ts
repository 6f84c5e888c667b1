import { STAFF } from '../../../src/platform/auth/roles.ts';
import { registerNames } from '../../../src/platform/registry.ts';

export const noteNames = registerNames({
  ids: { note: { prefix: 'nte', node: 'Note' } },
  permissions: {
    'notes:read': { title: 'Read notes', roles: STAFF },
    'notes:write': { title: 'Write notes', roles: ['ADMIN', 'EDITOR'] },
    'notes:unmetered': { title: 'Write notes without a limit. Only for the service itself', roles: [] },
  },
  problems: {
    NOTE_TOO_LONG: { status: 422, title: 'The note is too long' },
  },
});

declare module '../../../src/platform/registry.ts' {
  interface RegisteredNames {
    notes: typeof noteNames;
  }
}
