import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineFeature } from '../../src/feature.ts';
import type { ServiceCapability } from '../../src/platform/health/capability.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';

const QUERY =
  '{ serviceCapabilities { name group title description state detail remedy environmentVariables screen } }';

const broken: ServiceCapability = {
  name: 'fixture',
  group: 'SERVICE',
  title: 'A fixture',
  description: 'What cannot be found out.',
  check: () => Promise.reject(new Error('somewhere at 10.0.0.1')),
};
const fixture = defineFeature({ name: 'fixture', compose: () => ({ api: {}, capabilities: [broken] }) });

let api: Api;
beforeAll(async () => {
  api = await startApi({
    features: [fixture],
    env: { OPENAI_API_KEY: 'sk-canary-of-the-environment', METRICS_TOKEN: 'a-token-for-the-scraper' },
  });
});
afterAll(() => api.stop());

async function facilities(): Promise<Record<string, Json>> {
  const { data, errors } = await api.graphql(QUERY, { as: 'operator' });
  expect(errors).toBeUndefined();
  return Object.fromEntries(data.serviceCapabilities.map((one: Json) => [one.name, one]));
}

test('each says in true words whether it is there, and what to do where it is not', async () => {
  const all = await facilities();

  expect(all.database).toMatchObject({
    group: 'SERVICE',
    state: 'ON',
    detail: 'The database is your own PostgreSQL server.',
    remedy: null,
  });
  expect(all.openai).toMatchObject({
    group: 'PROVIDERS',
    state: 'UNKNOWN',
    screen: '/admin/gateway/keys',
    detail: expect.stringContaining('doesn’t know'),
  });
  expect(all.anthropic).toMatchObject({
    state: 'NOT_CONFIGURED',
    environmentVariables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    remedy: expect.any(String),
  });
  expect(all.tasks).toMatchObject({
    state: 'ON',
    detail: expect.stringMatching(
      /^\d+ of \d+ text tasks have an available model; requests for the others are simulated\.$/,
    ),
  });
  expect(all['pictures-by-models']).toMatchObject({ state: 'ON' });
  expect(all.sandbox.state).toBe('ON');
  expect(all['transparency-log'].state).toBe('ON');
  expect(all.witnesses).toMatchObject({
    state: 'NOT_CONFIGURED',
    environmentVariables: ['WITNESSES', 'WITNESS_QUORUM'],
  });
  expect(all['time-stamps']).toMatchObject({ state: 'NOT_CONFIGURED', screen: '/admin/settings/seals-time-stamp-url' });
  expect(all['public-address'].state).toBe('NOT_CONFIGURED');
  expect(all.prometheus.state).toBe('ON');
  expect(all.telemetry.state).toBe('NOT_CONFIGURED');
  expect(all['sign-in-by-provider'].state).toBe('NOT_CONFIGURED');
  expect(all.webhooks).toMatchObject({ state: 'NOT_CONFIGURED', screen: '/admin/webhooks' });
  expect(all.integrations).toMatchObject({
    state: 'ON',
    detail: expect.stringContaining('secret from the environment'),
  });
  expect(JSON.stringify(all)).not.toMatch(/sk-canary|a-token-for|127\.0\.0\.1|10\.0\.0\.1|\/tmp/);
});

test('what is there and answers is on', async () => {
  // On a busy machine the engine may take longer to begin than the report waits for it.
  await expect.poll(async () => (await facilities()).engine.state).toBe('ON');
});

test('what cannot be found out is unknown, and keeps nobody from the others', async () => {
  const { fixture: own } = await facilities();

  expect(own).toMatchObject({ state: 'UNKNOWN', detail: 'The state of this capability could not be read.' });
});

test('what somebody decides is told at once', async () => {
  const set = (name: string, value: boolean) =>
    api.graphql(`mutation { updateSetting(input: { name: ${name}, boolean: ${value} }) { __typename } }`, {
      as: 'operator',
    });
  expect(await facilities()).toMatchObject({
    'sealed-renders': { state: 'ON' },
    'four-eyes': { state: 'OFF' },
    'review-before-use': { state: 'OFF' },
  });

  expect((await facilities()).approvers).toMatchObject({ state: 'NOT_CONFIGURED' });
  await signedIn(api, { roles: ['APPROVER'] });
  expect((await facilities()).approvers).toMatchObject({ state: 'ON', remedy: expect.stringContaining('second') });

  await set('SEALS_SEAL_RENDERS', false);
  await set('FOUR_EYES_POLICY', true);
  await set('ASSETS_REVIEW_BEFORE_USE', true);
  expect(await facilities()).toMatchObject({
    'sealed-renders': { state: 'OFF' },
    'four-eyes': {
      state: 'ON',
      detail: 'Changes of policies wait for another person’s approval.',
      remedy: expect.stringContaining('Invite'),
    },
    'review-before-use': { state: 'ON' },
  });

  await api.graphql(
    'mutation { createWebhook(input: { url: "https://hooks.example.org/in", eventNames: [] }) { __typename } }',
    { as: 'operator' },
  );
  expect((await facilities()).webhooks.state).toBe('ON');
});

test('what is set up and does not work is said not to', async () => {
  const blobs = join(api.dataDir, 'blobs');
  await api.render({ tags: ['facilities'] });
  renameSync(blobs, `${blobs}-away`);
  await expect.poll(async () => (await facilities()).storage.state).toBe('FAILING');

  renameSync(`${blobs}-away`, blobs);
  await expect.poll(async () => (await facilities()).storage.state).toBe('ON');
});

test('nobody but operators is told', async () => {
  for (const as of ['integration', undefined] as const) {
    const { data, errors } = await api.graphql(QUERY, { as });
    expect(data).toEqual(as ? { serviceCapabilities: null } : undefined);
    expect(errors?.[0]?.extensions.code).toBe(as ? 'FORBIDDEN' : 'UNAUTHENTICATED');
  }
});
