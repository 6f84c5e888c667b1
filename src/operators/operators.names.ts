import { OPERATORS } from '../platform/auth/roles.ts';
import { principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { registerNames } from '../platform/registry.ts';

export const operatorsNames = registerNames({
  ids: {
    operator: { prefix: 'op', node: 'Operator' },
    operatorSession: { prefix: 'ops', node: 'MySession' },
    operatorAccount: { prefix: 'opa' },
    operatorLink: { prefix: 'opl' },
    operatorPasskey: { prefix: 'opk' },
    operatorTotp: { prefix: 'opf' },
    operatorToken: { prefix: 'opt', node: 'OperatorToken' },
    operatorInvitation: { prefix: 'opi', node: 'OperatorInvitation' },
  },
  permissions: {
    'operators:manage': {
      title: 'Invite operators, change their roles, tokens and second factors, disable and enable them',
      roles: ['ADMIN'],
    },
    'operators:read': { title: 'See other operators', roles: OPERATORS },
    'sign-in:unlimited': { title: 'Sign in without a rate limit (no role has it)', roles: [] },
    'own-account:manage': { title: 'Manage own sessions, tokens and password', roles: OPERATORS },
  },
  problems: {
    ACCOUNT_NOT_PROVEN: {
      status: 403,
      title: 'The account was changed outside of the service',
      cause:
        'Operators have an authentication code over their roles and ways to sign in. That of this operator doesn’t match, so a row was changed, inserted or deleted in the database.',
      advice:
        'Ask someone with access to the service’s machine to check the operator and run `imprimatur admit-operator EMAIL`.',
    },
  },
  credentials: {
    ADMIN: 'the admin token (`ADMIN_TOKEN`; by default the file `.data/secrets/admin-token`)',
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    operators: typeof operatorsNames;
  }
}

declare module '../platform/auth/token.ts' {
  interface TokenPrefixes {
    imop_: true;
    imol_: true;
  }
}

principalKinds.declare('OPERATOR', 6, 'Operator, or the caller with the admin token.');
