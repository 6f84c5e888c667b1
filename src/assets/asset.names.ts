import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const assetNames = registerNames({
  ids: {
    asset: { prefix: 'ast', node: 'Asset' },
    tag: { prefix: 'tag', node: 'Tag' },
  },
  permissions: {
    'assets:read': { title: 'Read any picture by its id, and all tags', roles: [...STAFF, 'AGENT'] },
    'assets:list': { title: 'List all pictures', roles: OPERATORS },
    'assets:unmetered': { title: 'Start rotations without the daily limit', roles: OPERATORS },
    'assets:write': { title: 'Add pictures to the bank and edit them', roles: ['ADMIN', 'EDITOR'] },
    'assets:review': { title: 'Quarantine and release pictures', roles: ['ADMIN', 'EDITOR', 'APPROVER'] },
    'assets:purge': { title: 'Purge pictures', roles: ['ADMIN'] },
  },
  problems: {
    NO_MATCH: {
      status: 404,
      title: 'No picture matches',
      cause: 'No usable picture matches: it must be LIVE, within its period of use, and have the requested tags.',
      advice:
        'See `unknownTags` for tags that the bank doesn’t have, and `without` for the number of matches without each tag. Or use `match=best`.',
    },
    PICTURE_REFUSED: {
      status: 422,
      title: 'The file isn’t a picture that the image bank accepts',
      cause: 'The file isn’t a complete PNG, JPEG, WebP, AVIF or GIF, or it is animated or too large.',
      advice: 'Send another file. The response says what is wrong with this one.',
    },
    URL_NOT_ALLOWED: {
      status: 422,
      title: 'The service may not download from this address',
      cause:
        'Pictures are only downloaded over http or https, on port 80 or 443 of a public address, without user name and password.',
      advice:
        'Use a public https URL, or send the bytes. An operator can allow other hosts and ports in TRUSTED_HOSTS.',
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
