import { OPERATORS } from '../platform/auth/roles.ts';
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
    BUDGET_EXCEEDED: { status: 402, title: 'The limit of this month is used up' },
    CUSTOMER_SUSPENDED: { status: 403, title: 'This customer is suspended' },
    PLAN_NOT_SUFFICIENT: { status: 403, title: 'This needs another plan' },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    customers: typeof customerNames;
  }
}
