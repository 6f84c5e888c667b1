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
    NO_MATCH: { status: 404, title: 'No picture fits' },
    PICTURE_REFUSED: { status: 422, title: 'The picture cannot be taken' },
    URL_NOT_ALLOWED: { status: 422, title: 'This address is not fetched from' },
    DOWNLOAD_FAILED: { status: 502, title: 'The picture could not be fetched' },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    assets: typeof assetNames;
  }
}
