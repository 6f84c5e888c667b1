import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const assetNames = defineNames({
  ids: {
    asset: { prefix: 'ast', node: 'Asset' },
    tag: { prefix: 'tag', node: 'Tag' },
  },
  permissions: {
    'assets:read': { title: 'See any picture by its id', roles: [...STAFF, 'AGENT'] },
    'assets:list': { title: 'Go through the whole bank', roles: OPERATORS },
    'assets:unmetered': { title: 'Begin rotations without the limit that others have', roles: OPERATORS },
    'assets:write': { title: 'Put pictures into the bank and change them', roles: ['ADMIN', 'EDITOR'] },
    'assets:review': { title: 'Hold pictures back and release them', roles: ['ADMIN', 'EDITOR', 'APPROVER'] },
    'assets:purge': { title: 'Erase pictures for good', roles: ['ADMIN'] },
  },
  problems: {
    NO_MATCH: {
      status: 404,
      title: 'No picture fits',
      cause: 'No picture of the bank has what was asked for.',
      advice:
        'Look at `unknownTags`, which the bank has never seen, and at `without`, which says how many would fit without each tag; or ask with `match=best`.',
    },
    PICTURE_REFUSED: {
      status: 422,
      title: 'The picture cannot be taken',
      cause: 'The file is no PNG, JPEG or WebP that can be decoded whole, or it is too large.',
      advice: 'Send another file. The answer says what is wrong with this one.',
    },
    URL_NOT_ALLOWED: {
      status: 422,
      title: 'This address is not fetched from',
      cause: 'Pictures are fetched from public addresses by https, never from inside a network.',
      advice: 'Give a public https address, or send the bytes. An operator may name a host in TRUSTED_HOSTS.',
    },
    DOWNLOAD_FAILED: {
      status: 502,
      title: 'The picture could not be fetched',
      cause: 'The server at that address gave no picture.',
      advice: 'Open the address in a browser. Try again later, or send the bytes.',
    },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    assets: typeof assetNames;
  }
}
