import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Api, startApi } from '../../support/api.ts';
import { MockUpstream } from '../../support/mock-upstream.ts';
import { Asking, providersAt } from './asking.ts';
import { makeCustomer, shortenTimeouts, TIMEOUTS } from './prepare.ts';
import { runScenario, SCENARIOS, type Target } from './scenarios.ts';

let api: Api;
let upstream: MockUpstream;
let target: Target;

beforeAll(async () => {
  upstream = await MockUpstream.start();
  api = await startApi({ env: { ...providersAt(upstream), LOG_LEVEL: 'error' } });
  const asOperator = async (query: string, variables?: object) => {
    const { data, errors } = await api.graphql(query, { as: 'operator', variables });
    if (errors) throw new Error(errors.map(({ message }) => message).join(' '));
    return data;
  };
  const key = await makeCustomer(asOperator);
  await shortenTimeouts(asOperator);
  target = {
    asking: new Asking(api.url, key),
    upstream,
    firstTokenMs: TIMEOUTS.firstTokenMs,
    isAlive: async () => (await api.fetch('/livez')).status === 200,
  };
});
afterAll(async () => {
  await api?.stop();
  await upstream?.stop();
});

describe.each(SCENARIOS)('$id: $title', (scenario) => {
  // One after the other: they share the provider and its moods.
  test('whole', () => runScenario(scenario, target, 'whole'));
  test('streamed', () => runScenario(scenario, target, 'streamed'));
});
