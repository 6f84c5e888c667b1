import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_USE_ID } from '../../src/customers/index.ts';
import { type Api, startApi } from '../support/api.ts';
import { createCustomer, customerWithKey, updateCustomer } from './graph.ts';
import { capEvents, customersOf, periodOf, reservation, settle, settlement } from './support.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('a customer', () => {
  test('is made with its plan and its caps, of which BASE has one unless it is to have none', async () => {
    const base = await createCustomer(api, { name: ' Lakeside Law ', plan: 'BASE' });
    const uncapped = await createCustomer(api, { name: 'No cap', plan: 'BASE', softCapMicros: null });
    const pro = await createCustomer(api, { name: 'Pro', plan: 'PRO', hardLimitMicros: 7 });

    expect(base).toMatchObject({
      __typename: 'CreatedCustomer',
      customer: {
        name: 'Lakeside Law',
        plan: 'BASE',
        isOwnUse: false,
        softCapMicros: 20_000_000,
        hardLimitMicros: null,
        suspendedAt: null,
        version: 1,
        isPastSoftCap: false,
        thisMonth: {
          month: new Date().toISOString().slice(0, 7),
          spentMicros: 0,
          reservedMicros: 0,
          uncertainMicros: 0,
          calls: 0,
        },
      },
    });
    expect(uncapped.customer).toMatchObject({ softCapMicros: null });
    expect(pro.customer).toMatchObject({ softCapMicros: null, hardLimitMicros: 7 });
  });

  test('has a name of its own', async () => {
    await createCustomer(api, { name: 'Twin', plan: 'PRO' });
    const other = await createCustomer(api, { name: 'Other', plan: 'PRO' });

    const made = await Promise.all([1, 2].map(() => createCustomer(api, { name: 'Twin', plan: 'PRO' })));

    expect(made.map(({ __typename, code }) => [__typename, code])).toEqual([
      ['CustomerNameTaken', 'CONFLICT'],
      ['CustomerNameTaken', 'CONFLICT'],
    ]);
    expect(await updateCustomer(api, { customerId: other.customer.id, name: 'Twin' })).toMatchObject({
      __typename: 'CustomerNameTaken',
    });
  });

  test.each([
    [{ name: '' }, ['/name']],
    [{ name: 'x'.repeat(201) }, ['/name']],
    [{ softCapMicros: -1 }, ['/softCapMicros']],
    [{ hardLimitMicros: 2e15, softCapMicros: -5 }, ['/softCapMicros', '/hardLimitMicros']],
  ])('is not made of %j', async (input, pointers) => {
    const made = await createCustomer(api, { name: 'Fine', plan: 'BASE', ...input });

    expect(made).toMatchObject({ __typename: 'InputInvalid', issues: pointers.map((pointer) => ({ pointer })) });
  });

  test('is changed in what is named and in nothing else, and by nobody who has not seen the last change', async () => {
    const { customer } = await createCustomer(api, { name: 'Changing', plan: 'BASE', hardLimitMicros: 5 });

    const first = await updateCustomer(api, { customerId: customer.id, ifVersion: 1, plan: 'PRO' });
    const late = await updateCustomer(api, { customerId: customer.id, ifVersion: 1, softCapMicros: 1 });
    const second = await updateCustomer(api, { customerId: customer.id, softCapMicros: null, isSuspended: true });
    const third = await updateCustomer(api, { customerId: customer.id, isSuspended: false });

    expect(first.customer).toMatchObject({ plan: 'PRO', softCapMicros: 20_000_000, hardLimitMicros: 5, version: 2 });
    expect(late).toMatchObject({ __typename: 'CustomerChanged', code: 'CONFLICT', version: 2 });
    expect(second.customer).toMatchObject({ plan: 'PRO', softCapMicros: null, suspendedAt: expect.any(String) });
    expect(third.customer).toMatchObject({ suspendedAt: null, version: 4 });
    expect(await updateCustomer(api, { customerId: 'cus_7zzzzzzzzzzzzzzzzzzzzzzzzz' })).toMatchObject({
      __typename: 'NotFound',
    });
  });

  test('whose cap is changed is told of the new one', async () => {
    const { customer } = await createCustomer(api, { name: 'Raised', plan: 'BASE', softCapMicros: 100 });
    const spend = async (micros: number) => {
      const one = reservation(customer.id, { micros });
      await customersOf(api).reserve(one);
      await settle(api, settlement(one, micros));
    };

    await spend(100);
    await updateCustomer(api, { customerId: customer.id, softCapMicros: 1_000 });
    await spend(10);
    await updateCustomer(api, { customerId: customer.id, name: 'Raised and named' });
    await spend(700);

    expect(await capEvents(api, customer.id)).toEqual(['SOFT 80', 'SOFT 100', 'SOFT 80']);
  });
});

test('the house is there from the start, once, and cannot be suspended', async () => {
  const { data } = await api.graphql(
    `{ customer(id: "${OWN_USE_ID}") { name isOwnUse plan softCapMicros hardLimitMicros } }`,
    {
      as: 'operator',
    },
  );

  expect(data.customer).toEqual({
    name: 'House',
    isOwnUse: true,
    plan: 'ENTERPRISE',
    softCapMicros: null,
    hardLimitMicros: null,
  });
  expect(await updateCustomer(api, { customerId: OWN_USE_ID, isSuspended: true })).toMatchObject({
    __typename: 'InputInvalid',
    issues: [{ pointer: '/isSuspended' }],
  });
});

describe('the list', () => {
  test('shows a page of what is asked for, the same whether it is compiled or not', async () => {
    for (const [name, plan] of [
      ['Listed a', 'PRO'],
      ['Listed b', 'ENTERPRISE'],
      ['LISTED c', 'PRO'],
    ] as const) {
      await createCustomer(api, { name, plan });
    }
    const query = `query ($after: String) { customers(first: 2, after: $after, filter: { search: "listed" }) {
      totalCount nodes { id name plan createdAt } pageInfo { hasNextPage endCursor } } }`;

    for (let round = 0; round < 12; round++) {
      const { data } = await api.graphql(query, { as: 'operator' });
      expect(data.customers).toMatchObject({
        totalCount: 3,
        nodes: [{ name: 'LISTED c' }, { name: 'Listed b' }],
        pageInfo: { hasNextPage: true },
      });
      const variables = { after: data.customers.pageInfo.endCursor };
      const rest = await api.graphql(query, { as: 'operator', variables });
      expect(rest.data.customers).toMatchObject({
        nodes: [{ name: 'Listed a', plan: 'PRO' }],
        pageInfo: { hasNextPage: false },
      });
    }
  });

  test('is narrowed by plan and by whether they are suspended', async () => {
    const { customer } = await createCustomer(api, { name: 'Narrow', plan: 'PRO' });
    await updateCustomer(api, { customerId: customer.id, isSuspended: true });

    const { data } = await api.graphql(
      `{ suspended: customers(filter: { plan: [PRO], isSuspended: true }) { nodes { name keys { id } thisMonth { calls } } }
         none: customers(filter: { plan: [BASE], isSuspended: true }) { nodes { name } } }`,
      { as: 'operator' },
    );

    expect(data).toEqual({
      suspended: { nodes: [{ name: 'Narrow', keys: [], thisMonth: { calls: 0 } }] },
      none: { nodes: [] },
    });
  });
});

describe('a customer itself', () => {
  test('sees what it has, what it spends and its keys, and nobody else', async () => {
    const { as, customer, key, token } = await customerWithKey(api, { softCapMicros: 1_000 });
    const other = await customerWithKey(api);
    const one = reservation(customer.id, { keyId: key.id, micros: 2_000 });
    await customersOf(api).reserve(one);

    const { data } = await api.graphql(
      `{ myCustomer { id plan softCapMicros isPastSoftCap thisMonth { reservedMicros } months { month reservedMicros }
           keys { id hint thisMonth { reservedMicros } } }
         itself: node(id: "${customer.id}") { id } itsKey: node(id: "${key.id}") { id }
         another: node(id: "${other.customer.id}") { id } anothersKey: node(id: "${other.key.id}") { id } }`,
      { as },
    );

    expect(data).toMatchObject({
      myCustomer: {
        id: customer.id,
        plan: 'BASE',
        softCapMicros: 1_000,
        isPastSoftCap: true,
        thisMonth: { reservedMicros: 2_000 },
        months: [{ reservedMicros: 2_000 }],
        keys: [{ id: key.id, hint: token.slice(0, 9), thisMonth: { reservedMicros: 2_000 } }],
      },
      itself: { id: customer.id },
      itsKey: { id: key.id },
      another: null,
      anothersKey: null,
    });
    expect(await periodOf(api, key.id)).toMatchObject({ reserved_micros: 2_000 });
  });

  test('may not do what operators do', async () => {
    const { as, customer } = await customerWithKey(api);

    const { errors } = await api.graphql('{ customers { totalCount } }', { as });
    const { data } = await api.graphql(
      `mutation { updateCustomer(input: { customerId: "${customer.id}", plan: ENTERPRISE }) { __typename } }`,
      { as },
    );

    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(data.updateCustomer.__typename).toBe('Forbidden');
  });
});
