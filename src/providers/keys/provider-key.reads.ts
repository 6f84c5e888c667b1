import { entityProjection } from '../../platform/graphql/reads/entity-projection.ts';
import { PageProjection, type RowFilter } from '../../platform/graphql/reads/page-projection.ts';
import { ProviderKey } from './provider-key.entity.ts';
import type { ProviderKeysArgs } from './provider-key.inputs.ts';

const providerKey = entityProjection(ProviderKey);
const page = {
  typeName: 'ProviderKeyConnection',
  node: providerKey,
  ids: 'providerKey',
  orders: {
    CREATED_AT: 'id',
    PROVIDER: { sql: 'provider_key.provider', type: 'text' },
    FAILING_SINCE: { sql: 'provider_key.failing_since', type: 'time', isNullable: true },
  },
  createdAt: 'provider_key.created_at',
} as const;

/** All keys, for operators. */
export const providerKeyPages = new PageProjection<ProviderKeysArgs, ProviderKey>({
  ...page,
  filter: (args) => filterOf(args),
});

/** Keys of the calling customer. */
export const ownProviderKeyPages = new PageProjection<ProviderKeysArgs, ProviderKey>({
  ...page,
  filter: ({ filter, ...args }, { principal }) =>
    filterOf({ ...args, filter: { ...filter, customerId: principal.subjectId ?? 'nobody', isService: null } }),
});

function filterOf({ filter }: ProviderKeysArgs): RowFilter {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const { provider, customerId, isService, isFailing } = filter ?? {};
  if (provider) conditions.push(`provider_key.provider = $${values.push(provider)}`);
  if (customerId) conditions.push(`provider_key.customer_id = $${values.push(customerId)}`);
  if (isService != null) conditions.push(`provider_key.customer_id is ${isService ? '' : 'not '}null`);
  if (isFailing != null) conditions.push(`provider_key.failing_since is ${isFailing ? 'not ' : ''}null`);
  return { conditions, values };
}
