import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import { Customer } from './customer.entity.ts';
import { readListedKeyIds } from './customer.sql.ts';
import { CustomerKey } from './customer-key.entity.ts';
import { MAX_KEYS } from './customer-key.kind.ts';

/*
 * Loaders read all rows that are requested in one tick with one statement. They cache nothing, because a mutation can change rows.
 */

export const customersById = ({ em }: Context) =>
  new DataLoader<string, Customer>(
    async (ids) => {
      const found = new Map(
        (await em.find(Customer, { id: { $in: [...ids] } })).map((customer) => [customer.id, customer]),
      );
      return ids.map((id) => found.get(id) ?? new Error(`Customer ${id} doesn’t exist.`));
    },
    { cache: false },
  );

/** Loads the API keys of customers, newest first: all valid ones, and the newest of those that have ended. */
export const keysOfCustomers = ({ em }: Context) =>
  new DataLoader<string, CustomerKey[]>(
    async (ids) => {
      const which = { id: { $in: await readListedKeyIds(em, ids, MAX_KEYS) } };
      const keys = await em.find(CustomerKey, which, { orderBy: { id: 'desc' } });
      const found = Map.groupBy(keys, ({ customer }) => customer.id);
      return ids.map((id) => found.get(id) ?? []);
    },
    { cache: false },
  );
