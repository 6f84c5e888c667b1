import { OPERATORS } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const metricNames = defineNames({
  permissions: {
    'metrics:read': { title: 'Read what is measured', roles: OPERATORS },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    metrics: typeof metricNames;
  }
}
