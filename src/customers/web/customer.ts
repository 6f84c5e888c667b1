import type { CustomerByIdQuery } from '../../web/generated/customers/graphql.ts';

/** A customer as its screens show it. */
export type Customer = NonNullable<CustomerByIdQuery['customer']>;
export type CustomerKey = Customer['keys'][number];
