import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const metricNames = registerNames({
  permissions: {
    'metrics:read': { title: 'Read metrics', roles: OPERATORS },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    metrics: typeof metricNames;
  }
}
