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
      title: 'Unknown task',
      cause:
        'The catalogue has no task of this name. Names look like `deep-reasoning/evidence-chain`; names of models aren’t accepted.',
      advice: 'Use one of the tasks that `/v1/models` lists.',
    },
    CATALOGUE_INVALID: {
      status: 422,
      title: 'Invalid catalogue',
      cause: 'The catalogue document has invalid or contradictory values.',
      advice:
        'Correct every value listed in `faults`. The `pointer` of each is its position in the catalogue document.',
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
