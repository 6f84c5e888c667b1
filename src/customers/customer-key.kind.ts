import type { KeyKind } from '../platform/credentials/key-kind.ts';
import { publish } from '../platform/events/outbox.ts';
import { Customer } from './customer.entity.ts';
import { KEY_LIFETIME } from './customer.inputs.ts';
import { CustomerKeyConflict } from './customer.problems.ts';
import { CustomerKey } from './customer-key.entity.ts';

/** Working keys of one customer. As many are shown. */
export const MAX_KEYS = 100;

/** Keys of customers. Their scopes are tasks: all of them have the permissions of customers. */
export const customerKeyKind: KeyKind<CustomerKey, Customer, CustomerKeyConflict> = {
  idKind: 'customerKey',
  prefix: 'imck_',
  entity: CustomerKey,
  ownerEntity: Customer,
  owner: 'customer',
  lifetime: KEY_LIFETIME,
  most: MAX_KEYS,
  passedOn: ['tasks', 'monthlyLimitMicros', 'callsPerMinute'],
  words: { owner: 'A customer', key: 'key' },
  conflict: (message) => new CustomerKeyConflict(message),
  obstacle: (_ctx, { isHouse }) =>
    isHouse
      ? new CustomerKeyConflict('The customer for own use has no keys. Create another customer for this key.')
      : null,
  events: {
    issued: (ctx, customerId, customerKeyId) => publish(ctx, 'customers.key-issued', { customerId, customerKeyId }),
    rotated: (ctx, customerId, customerKeyId, newCustomerKeyId) =>
      publish(ctx, 'customers.key-rotated', { customerId, customerKeyId, newCustomerKeyId }),
    revoked: (ctx, customerId, customerKeyId) => publish(ctx, 'customers.key-revoked', { customerId, customerKeyId }),
  },
};
