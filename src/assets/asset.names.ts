import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const assetNames = registerNames({
  ids: {
    asset: { prefix: 'ast', node: 'Asset' },
    tag: { prefix: 'tag', node: 'Tag' },
  },
  permissions: {
    'assets:read': { title: 'Read any picture by its id', roles: [...STAFF, 'AGENT'] },
    'assets:list': { title: 'List all pictures', roles: OPERATORS },
    'assets:unmetered': { title: 'Start rotations without the limit for other callers', roles: OPERATORS },
    'assets:write': { title: 'Add pictures to the bank and edit them', roles: ['ADMIN', 'EDITOR'] },
    'assets:review': { title: 'Quarantine and release pictures', roles: ['ADMIN', 'EDITOR', 'APPROVER'] },
    'assets:purge': { title: 'Purge pictures', roles: ['ADMIN'] },
  },
  problems: {
    NO_MATCH: {
      status: 404,
      title: 'No picture matches',
      cause: 'No picture in the bank matches the request.',
      advice:
        'See `unknownTags` for tags that no picture has, and `without` for the matches without each tag. Or use `match=best`.',
    },
    PICTURE_REFUSED: {
      status: 422,
      title: 'Picture rejected',
      cause: 'The file isn’t a complete PNG, JPEG, WebP, AVIF or GIF, or it is too large.',
      advice: 'Send another file. The response says what is wrong with this one.',
    },
    URL_NOT_ALLOWED: {
      status: 422,
      title: 'The service may not download from this address',
      cause: 'Pictures are only downloaded from public addresses over https, never from inside a network.',
      advice: 'Use a public https URL, or send the bytes. An operator can allow a host in TRUSTED_HOSTS.',
    },
    DOWNLOAD_FAILED: {
      status: 502,
      title: 'Picture download failed',
      cause: 'The server at that URL didn’t return a picture.',
      advice: 'Open the URL in a browser to check it. Retry later, or send the bytes.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    assets: typeof assetNames;
  }
}
