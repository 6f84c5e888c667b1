import { expect, test } from 'vitest';
import { KeyChecks, type KeyChecksOptions } from '../../src/providers/keys/key-checks.ts';
import { KeyHealth } from '../../src/providers/keys/key-health.ts';
import { type FailureClass, ProviderFailure } from '../../src/providers/provider-failure.ts';
import { customerWithKey } from '../customers/graph.ts';
import { FLASH, LUNA, SLOT } from '../gateway/failover/asking.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { calling } from '../support/providers/calling.ts';
import { type Asked, FakeProvider, type Reply } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../support/providers/protocols.ts';
import { mutate, STORED_KEY, TESTED } from './support.ts';

const FIREWALL: Reply = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  chunks: ['<html><head><title>403 Forbidden</title></head><body>Invalid API key? Blocked by policy.</body></html>'],
};
const REVOKED = json({ error: { message: 'This key was revoked.', type: 'forbidden', code: null } }, 403);
const ANSWER = json(PROTOCOLS.openai.answer('Hello'));
const MODELS = json({ object: 'list', data: [] });
const isAbout = (asked: Asked, words: string) => JSON.stringify(asked.body ?? '').includes(words);
const isTest = ({ method }: Asked) => method === 'GET';

/** A service whose first deployment of a task is this provider, and whose second is one that always answers. */
async function serviceBefore(reply: FakeProvider['reply'], env: Record<string, string> = {}) {
  const primary = await FakeProvider.start(reply, 'deepseek');
  const fallback = await FakeProvider.start(() => ANSWER, 'openai');
  const api = await startApi({
    env: {
      DEEPSEEK_BASE_URL: `${primary.url}/v1`,
      DEEPSEEK_API_KEY: 'sk-primary-0123456789',
      OPENAI_BASE_URL: `${fallback.url}/v1`,
      OPENAI_API_KEY: 'sk-fallback-0123456789',
      SANDBOX: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const ask = (as: Credential, content: string) =>
    api.json('/v1/chat/completions', {
      as,
      method: 'POST',
      body: { model: SLOT.task, messages: [{ role: 'user', content }] },
    });
  const reasonOf = async (deployment: string) => {
    const { data } = await api.graphql(
      `{ explainRoute(input: { task: "${SLOT.task}", characters: 10 }) { decision { candidates { deployment reason sentence } } } }`,
      { as: 'operator' },
    );
    return data.explainRoute.decision.candidates.find((one: Json) => one.deployment === deployment);
  };
  return { api, primary, fallback, ask, reasonOf };
}

const attemptsOf = async (api: Api, runId: string) =>
  (await api.graphql(`{ run(id: "${runId}") { attempts { deployment failure statusCode } } }`, { as: 'operator' })).data
    .run.attempts;

test('a firewall’s page for one caller is that call’s failure, and no pause for anybody', async () => {
  const { api, primary, ask, reasonOf } = await serviceBefore((asked) =>
    isTest(asked) ? MODELS : isAbout(asked, 'FORBIDDEN WORDS') ? FIREWALL : ANSWER,
  );
  const [one, other] = [await customerWithKey(api), await customerWithKey(api)];

  for (let time = 0; time < 6; time++) {
    const blocked = await ask(one.as, 'FORBIDDEN WORDS');
    expect(blocked.status).toBe(200);
    expect(await attemptsOf(api, blocked.body.imprimatur.run_id)).toEqual([
      { deployment: FLASH.id, failure: 'FORBIDDEN', statusCode: 403 },
      { deployment: LUNA.id, failure: null, statusCode: 200 },
    ]);

    // The very next request of somebody else, and of the same customer.
    for (const { as } of [other, one]) {
      const { body } = await ask(as, 'Hello');
      expect(body.imprimatur).toMatchObject({ deployment: FLASH.id, attempts: 1 });
    }
  }

  expect(primary.asked.filter(isTest)).toHaveLength(1);
  expect(await reasonOf(FLASH.id)).toMatchObject({ reason: 'TAKEN' });
  await api.stop();
});

test('a check that meets the firewall as well confirms nothing', async () => {
  const { api, primary, ask, reasonOf } = await serviceBefore((asked) =>
    isTest(asked) || isAbout(asked, 'FORBIDDEN WORDS') ? FIREWALL : ANSWER,
  );
  const { as } = await customerWithKey(api);

  await ask(as, 'FORBIDDEN WORDS');
  await expect.poll(() => primary.asked.filter(isTest).length).toBe(1);

  const { body } = await ask(as, 'Hello');
  expect(body.imprimatur).toMatchObject({ deployment: FLASH.id, attempts: 1 });
  expect(await reasonOf(FLASH.id)).toMatchObject({ reason: 'TAKEN' });
  await api.stop();
});

test('a key that was revoked is paused once a check has confirmed it, with its reason, until a test accepts it', async () => {
  let isRevoked = false;
  const { api, primary, ask, reasonOf } = await serviceBefore((asked) =>
    isRevoked ? REVOKED : isTest(asked) ? MODELS : ANSWER,
  );
  const { as } = await customerWithKey(api);
  const input = { provider: 'DEEPSEEK', key: 'sk-of-the-service-0123456789' };
  const { providerKey } = await mutate(api, 'setProviderKey', input, STORED_KEY, 'operator');
  expect((await ask(as, 'Hello')).body.imprimatur).toMatchObject({ deployment: FLASH.id });

  isRevoked = true;
  expect((await ask(as, 'Hello')).body.imprimatur).toMatchObject({ deployment: LUNA.id, attempts: 2 });

  await expect
    .poll(() => reasonOf(FLASH.id))
    .toMatchObject({
      reason: 'KEY_REFUSED',
      sentence: expect.stringContaining('refuses the service’s key'),
    });
  const FAILING = '{ providerKeys(filter: { isFailing: true }) { nodes { id failingReason } } }';
  await expect
    .poll(async () => (await api.graphql(FAILING, { as: 'operator' })).data.providerKeys.nodes)
    .toEqual([{ id: providerKey.id, failingReason: expect.stringContaining('status 403') }]);
  const asked = primary.asked.length;
  for (let time = 0; time < 3; time++) {
    expect((await ask(as, 'Hello')).body.imprimatur).toMatchObject({ deployment: LUNA.id, attempts: 1 });
  }
  expect(primary.asked).toHaveLength(asked);
  expect(primary.asked.filter(isTest)).toHaveLength(1);

  isRevoked = false;
  const tested = await mutate(api, 'testProviderKey', { providerKeyId: providerKey.id }, TESTED, 'operator');
  expect(tested).toMatchObject({ isAccepted: true });
  expect((await ask(as, 'Hello')).body.imprimatur).toMatchObject({ deployment: FLASH.id, attempts: 1 });
  expect((await api.graphql(FAILING, { as: 'operator' })).data.providerKeys.nodes).toEqual([]);
  await api.stop();
});

test('a customer’s own key that is refused is nobody else’s affair', async () => {
  const OWN_KEY = 'sk-of-the-customer-0123456789';
  const { api, ask, reasonOf } = await serviceBefore(({ headers, method }) =>
    headers.authorization === `Bearer ${OWN_KEY}` ? REVOKED : method === 'GET' ? MODELS : ANSWER,
  );
  const [owner, other] = [await customerWithKey(api, { plan: 'PRO' }), await customerWithKey(api, { plan: 'PRO' })];
  await mutate(api, 'setOwnProviderKey', { provider: 'DEEPSEEK', key: OWN_KEY }, STORED_KEY, owner.as);

  expect((await ask(owner.as, 'Hello')).status).toBe(502);
  await expect.poll(async () => (await ask(owner.as, 'Hello')).body.error?.code).toBe('no_provider_available');

  expect((await ask(other.as, 'Hello')).body.imprimatur).toMatchObject({ deployment: FLASH.id, attempts: 1 });
  expect(await reasonOf(FLASH.id)).toMatchObject({ reason: 'TAKEN' });
  await api.stop();
});

test('a 429 with Retry-After pauses that deployment for as long, and the caller is told how long', async () => {
  const limited: Reply = { ...PROTOCOLS.openai.errors.rateLimited, headers: { 'retry-after': '200' } };
  const { api, primary, fallback, ask, reasonOf } = await serviceBefore(() => limited);
  const { as } = await customerWithKey(api);

  expect((await ask(as, 'Hello')).body.imprimatur).toMatchObject({ deployment: LUNA.id, attempts: 2 });
  expect((await ask(as, 'Hello')).body.imprimatur).toMatchObject({ deployment: LUNA.id, attempts: 1 });
  expect(primary.asked).toHaveLength(1);
  expect(await reasonOf(FLASH.id)).toMatchObject({
    reason: 'RATE_LIMITED',
    sentence: expect.stringMatching(/again in (?:1\d\d|200) s\.$/),
  });

  fallback.reply = () => ({ ...limited, headers: { 'retry-after': '300' } });
  const told = await ask(as, 'Hello');
  expect([told.status, told.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(told.headers.get('retry-after')).toBe('300');
  // Both are paused now: the sooner of the two counts.
  const refused = await ask(as, 'Hello');
  expect([refused.status, refused.body.error.code]).toEqual([503, 'no_provider_available']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(200);
  await api.stop();
});

test('a key is checked at most once a minute, and by nobody who waits for it', async () => {
  const fake = await FakeProvider.start(() => MODELS);
  const { of, routes } = calling('openai', fake);
  const health = new KeyHealth();
  let now = 0;
  // The key of the environment has no row, so nothing else is asked of the service.
  const checks = new KeyChecks({ health, routes, now: () => now } as unknown as KeyChecksOptions);
  const refused = (failure: FailureClass) => new ProviderFailure(failure, 'refused', { statusCode: 403 });
  const isPaused = () => health.isFailing('openai', of().credential);

  for (let minute = 0; minute < 5; minute++) {
    for (let time = 0; time < 10; time++) checks.ended(of(), refused(time % 2 ? 'KEY_REFUSED' : 'FORBIDDEN'));
    await expect.poll(() => fake.asked.length).toBe(minute + 1);
    expect(isPaused()).toBe(false);
    now += 60_000;
  }
  await checks.stop();
  checks.ended(of(), refused('KEY_REFUSED'));
  expect(fake.asked).toHaveLength(5);
});
