import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const modelNames = registerNames({
  ids: { catalogueVersion: { prefix: 'ctv', node: 'CatalogueVersion' } },
  permissions: {
    'models:read-prices': { title: 'Read deployments, prices and versions of the catalogue', roles: OPERATORS },
    'models:publish': { title: 'Publish a version of the catalogue', roles: ['ADMIN'] },
  },
  problems: {
    TASK_NOT_FOUND: {
      status: 404,
      title: 'There is no task of this name',
      cause: 'Tasks are named as `cluster/slot`. The name of a model is none.',
      advice: 'Take one of the tasks that `/v1/models` lists.',
    },
    CATALOGUE_INVALID: {
      status: 422,
      title: 'The catalogue has faults',
      cause: 'The catalogue of models contradicts itself.',
      advice: 'Mend what `faults` lists, each with its place.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    models: typeof modelNames;
  }
}

declare module '../platform/held-changes/held-changes.ts' {
  interface HeldChangeKinds {
    CATALOGUE: true;
  }
}
