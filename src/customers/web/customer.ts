import type { CustomerByIdQuery } from '../../web/generated/customers/graphql.ts';

/** A customer with all fields that its screens show. */
export type Customer = NonNullable<CustomerByIdQuery['customer']>;
export type CustomerKey = Customer['keys'][number];
