import { OPERATORS } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const operatorsNames = defineNames({
  ids: {
    operator: { prefix: 'op' },
    operatorSession: { prefix: 'ops' },
    operatorAccount: { prefix: 'opa' },
    operatorVerification: { prefix: 'opv' },
    operatorLink: { prefix: 'opl' },
    operatorPasskey: { prefix: 'opk' },
    operatorTotp: { prefix: 'opf' },
  },
  permissions: {
    'operators:manage': { title: 'Invite people, change what they may do, disable them', roles: ['ADMIN'] },
    'operators:read': { title: 'See who the other people are', roles: OPERATORS },
    'own-account:manage': { title: 'See and end the sessions of oneself', roles: OPERATORS },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    operators: typeof operatorsNames;
  }
}
