import { STAFF } from '../../../src/platform/auth/roles.ts';
import { defineNames } from '../../../src/platform/names.ts';

export const noteNames = defineNames({
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

declare module '../../../src/platform/names.ts' {
  interface Names {
    notes: typeof noteNames;
  }
}
