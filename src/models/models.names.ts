import { OPERATORS } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const modelNames = defineNames({
  ids: { catalogueVersion: { prefix: 'ctv', node: 'CatalogueVersion' } },
  permissions: {
    'models:read-prices': { title: 'Read deployments, prices and versions of the catalogue', roles: OPERATORS },
    'models:publish': { title: 'Publish a version of the catalogue', roles: ['ADMIN'] },
  },
  problems: {
    TASK_NOT_FOUND: { status: 404, title: 'There is no task of this name' },
    CATALOGUE_INVALID: { status: 422, title: 'The catalogue has faults' },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    models: typeof modelNames;
  }
}
