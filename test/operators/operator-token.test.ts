import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Api, bearerOf, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  // What goes on by itself reads as well.
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

test('the token that the service was started with is known without asking the database', async () => {
  const readRow = vi.spyOn(api.services.platform.database, 'readRow');

  const operator = await api.graphql('{ __typename }', { as: 'operator' });
  const whenOperator = readRow.mock.calls.length;
  const integration = await api.graphql('{ __typename }', { as: 'integration' });

  expect([operator.errors, integration.errors]).toEqual([undefined, undefined]);
  // The secret of integrations can be changed at any moment, by another process as well.
  expect([whenOperator, readRow.mock.calls.length]).toEqual([0, 1]);
  readRow.mockRestore();
});

test.each([
  ['a part of it', (token: string) => token.slice(0, -1)],
  ['one letter more', (token: string) => `${token}a`],
  ['the other case', (token: string) => (token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase())],
])('%s is not the token', async (_what, change) => {
  const { status, body } = await api.json('/api/admin/image-bank', {
    headers: { authorization: `Bearer ${change(bearerOf('operator'))}` },
  });

  expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
});
