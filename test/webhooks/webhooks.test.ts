import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { ATTEMPTS_PER_SERIES, delayAfter } from '../../src/webhooks/backoff.ts';
import { webhooksFeature } from '../../src/webhooks/index.ts';
import { newSigningKey, secretOf, signedHeaders } from '../../src/webhooks/signature.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, startApi } from '../support/api.ts';
import {
  createWebhook,
  deleteWebhook,
  deliveries,
  replayDelivery,
  replayWebhook,
  rotateSecret,
  sendTest,
  updateWebhook,
  webhook,
  webhooks,
} from './graph.ts';
import { Receiver } from './receiver.ts';

const EVENTS = { eventNames: ['webhook.disabled'] };

let api: Api;
let receiver: Receiver;
/** Where names lead. */
const names: Record<string, string[]> = {};
beforeAll(async () => {
  receiver = await Receiver.start();
  api = await startApi({
    env: { WEBHOOK_ALLOWED_HOSTS: receiver.authority },
    features: [
      webhooksFeature({
        delayAfter: () => null,
        timeoutMs: 1_000,
        resolve: async (name) => {
          const leads = names[name] ?? ['93.184.215.14'];
          // Another address each time, the last one for good.
          const address = leads.length > 1 ? leads.shift()! : leads[0]!;
          return [{ address, family: address.includes(':') ? 6 : 4 }];
        },
      }),
    ],
  });
});
afterAll(async () => {
  await api.stop();
  await receiver.stop();
});

describe('an address', () => {
  test.each([
    ['http://hooks.example.org/in', 'https'],
    ['https://127.0.0.1/in', 'Private'],
    ['https://[::1]/in', 'Private'],
    ['https://10.1.2.3/in', 'Private'],
    ['https://169.254.169.254/latest/meta-data', 'and never called'],
    ['https://metadata.google.internal/', 'and never called'],
    ['https://localhost/in', 'Private'],
    ['https://user:canary-password@hooks.example.org/in', 'user name'],
    ['https://hooks.example.org/in#part', 'fragment'],
    ['ftp://hooks.example.org/in', 'http'],
    ['hooks.example.org', 'complete'],
  ])('%s is not taken', async (url, says) => {
    const result = await createWebhook(api, { url, ...EVENTS });

    expect(result).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer: '/url' }] });
    expect(result.issues[0].message).toContain(says);
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  test('whose name leads into a private network is not taken', async () => {
    names['inside.example.org'] = ['10.0.0.5'];

    const result = await createWebhook(api, { url: 'https://inside.example.org/in', ...EVENTS });

    expect(result.issues[0].message).toContain('rivate address');
  });

  test('whose name leads there only when something is sent is not connected to', async () => {
    names['rebinding.example.org'] = ['93.184.215.14', '127.0.0.1'];
    const port = receiver.authority.split(':')[1];
    const made = await createWebhook(api, { url: `https://rebinding.example.org:${port}/in`, ...EVENTS });
    await sendTest(api, made.webhook.id);

    await expect
      .poll(async () => (await deliveries(api, { webhookId: made.webhook.id }))[0].attempts[0]?.outcome)
      .toBe('ADDRESS_NOT_ALLOWED');
    expect(receiver.at('/in')).toEqual([]);
  });
});

test('a receiver that never answers is a timeout, and holds up no other', async () => {
  const slow = receiver.address(() => {});
  const quick = receiver.address();
  const ofSlow = await createWebhook(api, { url: slow, ...EVENTS });
  const ofQuick = await createWebhook(api, { url: quick, ...EVENTS });
  for (let n = 0; n < 8; n++) await sendTest(api, ofSlow.webhook.id);

  await sendTest(api, ofQuick.webhook.id);

  await receiver.come(quick);
  // The others of the slow one wait for those that are under way.
  expect(receiver.at(slow).length).toBeLessThanOrEqual(4 + (await endedOf(ofSlow.webhook.id)));
  await expect.poll(() => endedOf(ofSlow.webhook.id)).toBe(8);
  const [delivery] = await deliveries(api, { webhookId: ofSlow.webhook.id });
  expect(delivery.attempts).toMatchObject([{ outcome: 'TIMEOUT', statusCode: null }]);
});

const endedOf = async (webhookId: string) =>
  (await deliveries(api, { webhookId })).filter(({ state }) => state !== 'PENDING').length;

test('what is not known or too much is refused, with its place', async () => {
  const url = receiver.address();

  expect(await createWebhook(api, { url, eventNames: ['render.ended', 'made.up'] })).toMatchObject({
    __typename: 'InputInvalid',
    issues: [{ pointer: '/eventNames/1' }],
  });
  const { as } = await customerWithKey(api);
  expect(await createWebhook(api, { url, includesCustomers: true }, as)).toMatchObject({
    issues: [{ pointer: '/includesCustomers' }],
  });
  expect(await createWebhook(api, { url, description: 'x'.repeat(501) })).toMatchObject({
    issues: [{ pointer: '/description' }],
  });
});

test('a customer has twenty at the most, though it asks for them at once', async () => {
  const { as } = await customerWithKey(api);

  const results = await Promise.all(
    Array.from({ length: 24 }, () => createWebhook(api, { url: 'https://hooks.example.org/in' }, as)),
  );

  expect(results.filter(({ __typename }) => __typename === 'CreatedWebhook')).toHaveLength(20);
  expect(results.filter(({ code }) => code === 'CONFLICT')).toHaveLength(4);
});

test('to others a customer’s webhook is not there; an operator sees and ends it, and makes no secret for it', async () => {
  const { as, customer } = await customerWithKey(api);
  const { as: other } = await customerWithKey(api);
  const url = receiver.address();
  const { webhook: own } = await createWebhook(api, { url, ...EVENTS }, as);
  const { webhook: ofHouse } = await createWebhook(api, { url, ...EVENTS });
  const { delivery } = await sendTest(api, own.id, as);

  for (const id of [own.id, ofHouse.id]) {
    expect(await webhook(api, id, other)).toBeNull();
    for (const result of [
      await updateWebhook(api, { webhookId: id, description: 'mine' }, other),
      await deleteWebhook(api, id, other),
      await rotateSecret(api, { webhookId: id }, other),
      await sendTest(api, id, other),
      await replayWebhook(api, { webhookId: id, since: new Date(0).toISOString() }, other),
    ]) {
      expect(result.__typename).toBe('NotFound');
    }
  }
  expect((await replayDelivery(api, delivery.id, other)).__typename).toBe('NotFound');
  const node = `{ node(id: "${delivery.id}") { id } }`;
  expect((await api.graphql(node, { as: other })).data).toEqual({ node: null });
  expect((await api.graphql(node, { as })).data).toEqual({ node: { id: delivery.id } });
  expect((await webhooks(api, as)).map(({ id }) => id)).toEqual([own.id]);

  expect((await webhooks(api, 'operator', { customerId: customer.id })).map(({ id }) => id)).toEqual([own.id]);
  expect((await rotateSecret(api, { webhookId: own.id })).__typename).toBe('NotFound');
  expect(await deleteWebhook(api, own.id)).toEqual({ __typename: 'DeletedWebhook', webhookId: own.id });
  expect(await deliveries(api, { webhookId: own.id }, as)).toEqual([]);
});

test('a secret is shown once, and stands nowhere else', async () => {
  const { secret, webhook: made } = await createWebhook(api, { url: receiver.address(), ...EVENTS });
  const { secret: second } = await rotateSecret(api, { webhookId: made.id });
  await sendTest(api, made.id);
  await expect.poll(() => endedOf(made.id)).toBe(1);

  const rows = await api.database.query<{ text: string }>(
    `select w::text as text from webhook w union all select d::text from webhook_delivery d
     union all select a::text from webhook_attempt a union all select o::text from outbox_event o
     union all select j::text from pgboss.job j`,
  );
  const stored = rows.map(({ text }) => text).join('\n');
  for (const one of [secret, second]) {
    const key = one.slice('whsec_'.length);
    for (const form of [one, key, Buffer.from(key, 'base64').toString('hex')]) expect(stored).not.toContain(form);
  }
});

test('deliveries are forgotten so long after they ended, and not before', async () => {
  const { webhook: made } = await createWebhook(api, { url: receiver.address(), ...EVENTS });
  await sendTest(api, made.id);
  await sendTest(api, made.id);
  await expect.poll(() => endedOf(made.id)).toBe(2);
  const [newer, older] = await deliveries(api, { webhookId: made.id });
  await api.database.query(
    `update webhook_delivery set ended_at = now() - interval '15 days' where id = '${older.id}'`,
  );
  const { Context } = await import('../../src/platform/context.ts');
  const { internal } = await import('../../src/platform/auth/principal.ts');
  const { platform, upkeep } = api.services;
  const occasion = { principal: internal('test'), requestId: 'test', signal: new AbortController().signal };

  await upkeep['old webhook deliveries']!(new Context(platform, occasion));

  expect((await deliveries(api, { webhookId: made.id })).map(({ id }) => id)).toEqual([newer.id]);
});

describe('waiting', () => {
  const waits = (random: number) =>
    Array.from({ length: ATTEMPTS_PER_SERIES - 1 }, (_, index) => delayAfter(index + 1, random)!);

  test('grows from seconds to a day, three days in all, and ends', () => {
    const usual = waits(0.5);

    expect(usual).toEqual(usual.toSorted((a, b) => a - b));
    expect(usual[0]).toBe(5_000);
    const days = usual.reduce((sum, one) => sum + one) / 86_400_000;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(3.2);
    expect(delayAfter(ATTEMPTS_PER_SERIES, 0.5)).toBeNull();
  });

  test('differs by a fifth, so that those that failed together do not come together', () => {
    expect([waits(0)[0], waits(1)[0]]).toEqual([4_500, 5_500]);
  });
});

describe('docs/webhooks.md', () => {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs/webhooks.md'), 'utf8');

  test('names the events that there are, each with when it is sent', () => {
    const rows = [...text.matchAll(/^\| `([a-z.-]+)` \| (.+) \|$/gm)].map(([, name, description]) => [
      name,
      description,
    ]);

    const published = api.services.published.map(({ name, description }) => [name, description]);
    expect(rows.toSorted()).toEqual(published.toSorted());
  });

  test('gives a way by hand that comes to the signature that is sent', () => {
    const [, script] = /By hand:\n\n```bash example\n([\s\S]+?)```/.exec(text)!;
    const key = newSigningKey();
    const body = '{"type":"webhook.test","data":{"said":"Grüße % \\\\ $HOME"}}';
    const headers = signedHeaders({ id: 'evt_1', body, attemptedAt: new Date() }, [key]);

    const signature = execFileSync('bash', ['-c', script!], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        SECRET: secretOf(key),
        ID: 'evt_1',
        TIMESTAMP: headers['webhook-timestamp'],
        BODY: body,
      },
    });

    expect(`v1,${signature.trim()}`).toBe(headers['webhook-signature']);
    expect(new Webhook(secretOf(key)).verify(body, { ...headers })).toEqual(JSON.parse(body));
  });
});

describe('two who change one webhook', () => {
  test('are told of each other: the second one changes nothing, and is shown what stands there', async () => {
    const { webhook: made } = await createWebhook(api, { url: receiver.address(), ...EVENTS });
    expect(made.version).toBe(1);
    const { webhook: changed } = await updateWebhook(api, { webhookId: made.id, description: 'First', ifVersion: 1 });

    const refused = await updateWebhook(api, {
      webhookId: made.id,
      description: 'Second',
      isEnabled: false,
      ifVersion: 1,
    });

    expect(refused).toMatchObject({ __typename: 'WebhookChanged', code: 'CONFLICT', ifVersion: 1, version: 2 });
    expect(refused.webhook).toEqual(changed);
    expect(await webhook(api, made.id)).toMatchObject({ description: 'First', state: 'ENABLED', version: 2 });
    const again = await updateWebhook(api, { webhookId: made.id, description: 'Second', ifVersion: refused.version });
    expect(again.webhook).toMatchObject({ description: 'Second', version: 3 });
  });

  test('at one moment leave one change; who names no version is not asked', async () => {
    const { webhook: made } = await createWebhook(api, { url: receiver.address(), ...EVENTS });
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        updateWebhook(api, { webhookId: made.id, description: `${n}`, ifVersion: 1 }),
      ),
    );

    const typenames = results.map(({ __typename }) => __typename).sort();
    expect(typenames).toEqual(['UpdatedWebhook', ...Array.from({ length: 4 }, () => 'WebhookChanged')]);
    expect((await updateWebhook(api, { webhookId: made.id, description: 'x' })).webhook.version).toBe(3);
  });

  test('do not count what becomes of deliveries, nor a new secret', async () => {
    const { webhook: made } = await createWebhook(api, { url: receiver.address(), ...EVENTS });
    await sendTest(api, made.id);
    await expect.poll(() => endedOf(made.id)).toBe(1);
    await rotateSecret(api, { webhookId: made.id });

    expect((await webhook(api, made.id)).version).toBe(1);
  });
});
