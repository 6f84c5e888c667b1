import { OPERATORS } from '../platform/auth/roles.ts';
import { principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { defineNames } from '../platform/names.ts';

export const customerNames = defineNames({
  ids: {
    customer: { prefix: 'cus', node: 'Customer' },
    customerKey: { prefix: 'cky', node: 'CustomerKey' },
  },
  permissions: {
    'customers:manage': { title: 'Make and change customers, issue and revoke their keys', roles: ['ADMIN'] },
    'customers:read': { title: 'See customers, their keys and what they spend', roles: OPERATORS },
    'customer:self': { title: 'See oneself as a customer', roles: ['CUSTOMER'] },
  },
  problems: {
    BUDGET_EXCEEDED: {
      status: 402,
      title: 'The limit of this month is used up',
      cause: 'This customer has a hard limit for the month, and it is used up.',
      advice: 'Wait for the next month, or have the limit raised by an operator.',
    },
    LIMIT_RESERVED: {
      status: 429,
      title: 'Calls under way have reserved the rest of the limit',
      cause:
        'A call reserves the most that it can cost until it ends. What is left of the month’s limit is reserved by calls under way, and not spent.',
      advice: 'Try again after `Retry-After`: what the calls under way don’t use is released when they end.',
    },
    CUSTOMER_SUSPENDED: {
      status: 403,
      title: 'This customer is suspended',
      cause: 'An operator has suspended this customer.',
      advice: 'Ask the operator why.',
    },
    PLAN_NOT_SUFFICIENT: {
      status: 403,
      title: 'This needs another plan',
      cause: 'What was asked for belongs to another plan.',
      advice: 'Ask the operator for a plan that has it.',
    },
  },
  credentials: {
    CUSTOMER: 'a customer key (command `imprimatur customer-key NAME`)',
  },
});

declare module '../platform/names.ts' {
  interface Names {
    customers: typeof customerNames;
  }
}

declare module '../platform/auth/token.ts' {
  interface TokenPrefixes {
    imck_: true;
  }
}

principalKinds.declare('CUSTOMER', 4);
