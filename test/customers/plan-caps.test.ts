import { expect, test } from 'vitest';
import { change } from '../settings/support.ts';
import { startApi } from '../support/api.ts';

test('a new customer has the caps that the settings say for its plan, unless others are named', async () => {
  const api = await startApi({ works: false });
  const make = async (input: object) => {
    const { data } = await api.graphql(
      `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) {
         ... on CreatedCustomer { customer { softCapMicros hardLimitMicros } } ... on Problem { code message } } }`,
      { as: 'operator', variables: { input } },
    );
    return data.createCustomer.customer;
  };
  expect(await make({ name: 'One', plan: 'BASE' })).toEqual({ softCapMicros: 20_000_000, hardLimitMicros: null });
  expect(await make({ name: 'Two', plan: 'PRO' })).toEqual({ softCapMicros: null, hardLimitMicros: null });

  await change(api, { name: 'CUSTOMERS_PRO_SOFT_CAP_MICROS', integer: 7_000_000 });
  await change(api, { name: 'CUSTOMERS_PRO_HARD_LIMIT_MICROS', integer: 9_000_000 });
  await change(api, { name: 'CUSTOMERS_BASE_SOFT_CAP_MICROS', integer: 0 });

  expect(await make({ name: 'Three', plan: 'PRO' })).toEqual({ softCapMicros: 7_000_000, hardLimitMicros: 9_000_000 });
  expect(await make({ name: 'Four', plan: 'PRO', softCapMicros: null, hardLimitMicros: 0 })).toEqual({
    softCapMicros: null,
    hardLimitMicros: 0,
  });
  expect(await make({ name: 'Five', plan: 'BASE' })).toEqual({ softCapMicros: null, hardLimitMicros: null });
});
