import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../../support/api.ts';

/** Audits of recommendations of the draft that the service doesn't follow: see decision 75. */
const ANSWERED_WITH_400 = new Set(['572B', 'FDE2', '7B9B']);

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const audits = serverAudits({
  url: () => `${api.url}/graphql`,
  fetchFn: (url: string, init: RequestInit) =>
    fetch(url, { ...init, headers: { ...(init?.headers as object), 'apollo-require-preflight': 'yes' } }),
});

test('all the audits are here', () => {
  expect(audits).toHaveLength(61);
});

test.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: the server $name', async ({ id, fn }) => {
  const result = await fn();

  expect({ status: result.status, reason: 'reason' in result ? result.reason : undefined }).toMatchObject(
    ANSWERED_WITH_400.has(id) ? { status: 'warn' } : { status: 'ok', reason: undefined },
  );
});
