import { OPERATORS } from '../platform/auth/roles.ts';
import { principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { registerNames } from '../platform/registry.ts';

export const customerNames = registerNames({
  ids: {
    customer: { prefix: 'cus', node: 'Customer' },
    customerKey: { prefix: 'cky', node: 'CustomerKey' },
  },
  permissions: {
    'customers:manage': { title: 'Create and change customers, issue and revoke their keys', roles: ['ADMIN'] },
    'customers:read': { title: 'See customers, their keys and their spending', roles: OPERATORS },
    'customer:self': { title: 'See the caller’s own customer record', roles: ['CUSTOMER'] },
  },
  problems: {
    BUDGET_EXCEEDED: {
      status: 402,
      title: 'The limit of this month is too low for this request',
      cause: 'The request could cost more than what is left of this month’s limit of the customer or the key.',
      advice: 'Request less, wait for the next month, or ask an operator to raise the limit.',
    },
    LIMIT_RESERVED: {
      status: 429,
      title: 'Running calls have reserved the rest of the limit',
      cause:
        'Each call reserves its maximum cost until it ends. Running calls have reserved what is left of the month’s limit; it isn’t spent yet.',
      advice: 'Try again after `Retry-After`. Amounts that the running calls don’t use are released when they end.',
    },
    CUSTOMER_SUSPENDED: {
      status: 403,
      title: 'This customer is suspended',
      cause: 'An operator has suspended the customer that pays for this request.',
      advice: 'Ask the operator of the service why the customer was suspended.',
    },
    PLAN_NOT_SUFFICIENT: {
      status: 403,
      title: 'The customer needs another plan for this request',
      cause: 'The customer’s plan doesn’t include this request.',
      advice: 'Ask the operator for a plan that includes this request.',
    },
  },
  credentials: {
    CUSTOMER: 'a customer key (command `imprimatur customer-key NAME`)',
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    customers: typeof customerNames;
  }
}

declare module '../platform/auth/token.ts' {
  interface TokenPrefixes {
    imck_: true;
  }
}

principalKinds.declare('CUSTOMER', 4, 'Program of a customer.');
