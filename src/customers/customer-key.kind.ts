import type { KeyKind } from '../platform/credentials/key-kind.ts';
import { publish } from '../platform/events/outbox.ts';
import { Customer } from './customer.entity.ts';
import { KEY_LIFETIME } from './customer.inputs.ts';
import { CustomerKeyConflict } from './customer.problems.ts';
import { CustomerKey } from './customer-key.entity.ts';

/** Maximum number of valid API keys per customer, and of keys listed. */
export const MAX_KEYS = 100;

/** API keys of customers. Their scopes are tasks and access to cases; apart from that, every key has the permissions of customers. */
export const customerKeyKind: KeyKind<CustomerKey, Customer, CustomerKeyConflict> = {
  idKind: 'customerKey',
  prefix: 'imck_',
  entity: CustomerKey,
  ownerEntity: Customer,
  owner: 'customer',
  lifetime: KEY_LIFETIME,
  most: MAX_KEYS,
  passedOn: ['tasks', 'monthlyLimitMicros', 'callsPerMinute', 'caseAccess'],
  words: { owner: 'A customer', key: 'key' },
  conflict: (message) => new CustomerKeyConflict(message),
  obstacle: (_ctx, { isOwnUse }) =>
    isOwnUse ? new CustomerKeyConflict('The service account can’t have API keys. Create a customer first.') : null,
  events: {
    issued: (ctx, customerId, customerKeyId) => publish(ctx, 'customers.key-issued', { customerId, customerKeyId }),
    rotated: (ctx, customerId, customerKeyId, newCustomerKeyId) =>
      publish(ctx, 'customers.key-rotated', { customerId, customerKeyId, newCustomerKeyId }),
    revoked: (ctx, customerId, customerKeyId) => publish(ctx, 'customers.key-revoked', { customerId, customerKeyId }),
  },
};
