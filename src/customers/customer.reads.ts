import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { type NodeRead, ownRowsUnless } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { containsText } from '../platform/graphql/reads/text-search.ts';
import { composeText } from '../proof/normal-form.ts';
import { Customer } from './customer.entity.ts';
import type { CustomersArgs } from './customer.inputs.ts';

const customer = entityProjection(Customer);

/** List of all customers, newest first by default. */
export const customerPages = new PageProjection<CustomersArgs, { id: string }>({
  typeName: 'CustomerConnection',
  node: customer,
  ids: 'customer',
  orders: {
    CREATED_AT: 'id',
    UPDATED_AT: { sql: 'customer.updated_at', type: 'time' },
    NAME: { sql: 'lower(customer.name)', type: 'text' },
  },
  createdAt: 'customer.created_at',
  filter({ filter }) {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    if (filter?.plan) conditions.push(`customer.plan = any(${parameter(filter.plan)})`);
    if (typeof filter?.isSuspended === 'boolean') {
      conditions.push(`customer.suspended_at is ${filter.isSuspended ? 'not null' : 'null'}`);
    }
    if (filter?.search) {
      const search = parameter(composeText(filter.search));
      conditions.push(containsText('customer.name', search));
    }
    return { conditions, values };
  },
});

/** Reads a customer for the queries `node` and `nodes`. Without `customers:read`, a customer only sees itself. */
export const customerNode: NodeRead = { projection: customer, visible: ownRowsUnless('customers:read', 'customer.id') };

/** Query fields for customers that PostgreSQL answers without resolvers. */
export const customerReads = {
  customers: customerPages.compilable,
  customer: compilableRow(customer, ({ id }: { id: string }) => ({ conditions: ['customer.id = $1'], values: [id] })),
  myCustomer: compilableRow(customer, (_args, { principal }) => ({
    conditions: ['customer.id = $1'],
    values: [principal.subjectId],
  })),
};
