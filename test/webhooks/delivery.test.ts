import { Readable } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhooksFeature } from '../../src/webhooks/index.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, startApi } from '../support/api.ts';
import {
  createWebhook,
  deliveries,
  ended,
  replayDelivery,
  replayWebhook,
  rotateSecret,
  sendTest,
  updateWebhook,
  webhook,
} from './graph.ts';
import { type Received, Receiver } from './receiver.ts';

const TRIES = 4;

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
  api = await startApi({
    env: { WEBHOOK_ALLOWED_HOSTS: `${receiver.authority},127.0.0.1:1` },
    features: [webhooksFeature({ delayAfter: (tries) => (tries < TRIES ? 0 : null) })],
  });
});
afterAll(async () => {
  await api.stop();
  await receiver.stop();
});

/** What the reader of the specification's authors makes of it. @throws what it does not believe */
const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: object;
  };

const idOf = ({ headers }: Received) => headers['webhook-id'];
const soon = async (id: string, state: string) => expect.poll(async () => (await webhook(api, id)).state).toBe(state);

describe('what is sent', () => {
  test('of a render, by the front door', async () => {
    const url = receiver.address();
    const { secret, webhook } = await createWebhook(api, {
      url,
      eventNames: ['render.ended', 'asset.added', 'seal.sealed'],
    });

    const { asset } = await api.render({ prompt: 'harbour at night' });

    const all = (await receiver.come(url, 3)).map((one) => verified(secret, one));
    const byType = Object.fromEntries(all.map((one) => [one.type, one.data]));
    expect(byType['asset.added']).toEqual({ assetId: asset.id, origin: 'RENDER', status: 'LIVE' });
    expect(byType['render.ended']).toEqual({
      renderId: expect.stringMatching(/^rnd_/),
      status: 'SUCCEEDED',
      failureReason: null,
      assetId: asset.id,
    });
    expect(byType['seal.sealed']).toEqual({ sealId: expect.stringMatching(/^seal_/) });
    for (const { timestamp } of all) expect(new Date(timestamp).toISOString()).toBe(timestamp);
    await expect.poll(() => deliveries(api, { webhookId: webhook.id, state: 'DELIVERED' })).toHaveLength(3);
  });

  test('is signed, and what was changed on the way is not believed', async () => {
    const url = receiver.address();
    const { secret, webhook } = await createWebhook(api, { url, eventNames: ['render.ended'] });
    const { delivery } = await sendTest(api, webhook.id);

    const [received] = await receiver.come(url);

    expect(received!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery.eventId });
    expect(received!.body).toBe(delivery.payload);
    expect(verified(secret, received!)).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } });
    expect(() => verified(secret, { ...received!, body: `${received!.body} ` })).toThrow();
    expect(() => verified('whsec_bm90IHRoaXMgb25lIGF0IGFsbA==', received!)).toThrow();
    const late = { ...received!, headers: { ...received!.headers, 'webhook-timestamp': '1700000000' } };
    expect(() => verified(secret, late)).toThrow();
  });

  test('while a secret is exchanged counts with both of them, and after that with the new one alone', async () => {
    const url = receiver.address();
    const { secret: first, webhook } = await createWebhook(api, { url, eventNames: ['render.ended'] });

    const { secret: second } = await rotateSecret(api, { webhookId: webhook.id, overlapHours: 1 });
    await sendTest(api, webhook.id);
    const [both] = await receiver.come(url);

    expect(both!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    verified(first, both!);
    verified(second, both!);

    const { secret: third } = await rotateSecret(api, { webhookId: webhook.id, overlapHours: 0 });
    await sendTest(api, webhook.id);
    const [, alone] = await receiver.come(url, 2);

    verified(third, alone!);
    expect(() => verified(second, alone!)).toThrow();
  });
});

describe('a receiver', () => {
  const hearing = async (answer?: Parameters<Receiver['address']>[0]) => {
    const url = receiver.address(answer);
    const made = await createWebhook(api, { url, eventNames: ['webhook.disabled'] });
    await sendTest(api, made.webhook.id);
    return { url, secret: made.secret as string, id: made.webhook.id as string };
  };

  test('that fails and comes back gets it by a later attempt, under the same id', async () => {
    const { url, secret, id } = await hearing((response, _received, number) => {
      response.writeHead(number < 3 ? 500 : 200).end();
    });

    const delivery = await ended(api, id);

    expect(delivery).toMatchObject({ state: 'DELIVERED', attemptCount: 3, nextAttemptAt: null });
    expect(delivery.attempts).toMatchObject([
      { number: 1, outcome: 'REFUSED', statusCode: 500 },
      { number: 2, outcome: 'REFUSED', statusCode: 500 },
      { number: 3, outcome: 'DELIVERED', statusCode: 200 },
    ]);
    const received = receiver.at(url);
    expect(new Set(received.map(idOf))).toEqual(new Set([delivery.eventId]));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    for (const one of received) verified(secret, one);
    expect(await webhook(api, id)).toMatchObject({ state: 'ENABLED', failingSince: null });
  });

  test('that always fails is given up after so many attempts, and stands as failing', async () => {
    const { id } = await hearing((response) => void response.writeHead(500).end());

    expect(await ended(api, id)).toMatchObject({ state: 'FAILED', attemptCount: TRIES, nextAttemptAt: null });
    expect(await webhook(api, id)).toMatchObject({ state: 'FAILING', failingSince: expect.any(String) });
  });

  test('that closes the connection has not taken it', async () => {
    const { id } = await hearing((response) => void response.destroy());

    const delivery = await ended(api, id);

    expect(delivery.state).toBe('FAILED');
    expect(delivery.attempts[0]).toMatchObject({ outcome: 'UNREACHABLE', statusCode: null });
  });

  test('that is not there is unreachable', async () => {
    const { webhook } = await createWebhook(api, { url: 'http://127.0.0.1:1/', eventNames: ['render.ended'] });
    await sendTest(api, webhook.id);

    expect((await ended(api, webhook.id)).attempts[0]).toMatchObject({ outcome: 'UNREACHABLE', statusCode: null });
  });

  test('that redirects is not followed', async () => {
    const elsewhere = receiver.address();
    const { id } = await hearing((response) => void response.writeHead(307, { location: elsewhere }).end());

    expect((await ended(api, id)).attempts[0]).toMatchObject({ outcome: 'REDIRECTED', statusCode: 307 });
    expect(receiver.at(elsewhere)).toEqual([]);
  });

  test('that answers 410 is sent nothing any more, and the others of its owner hear of that', async () => {
    const other = receiver.address();
    const { secret } = await createWebhook(api, { url: other, eventNames: ['webhook.disabled'] });
    const { url, id } = await hearing((response) => void response.writeHead(410).end());

    const delivery = await ended(api, id);

    expect(delivery).toMatchObject({ state: 'FAILED', attempts: [{ outcome: 'GONE', statusCode: 410 }] });
    await soon(id, 'DISABLED');
    expect(await webhook(api, id)).toMatchObject({ disabledReason: 'GONE' });
    const [told] = await receiver.come(other);
    expect(verified(secret, told!)).toMatchObject({
      type: 'webhook.disabled',
      data: { webhookId: id, because: 'GONE' },
    });
    expect(await sendTest(api, id)).toMatchObject({ __typename: 'WebhookConflict', code: 'CONFLICT' });
    expect(receiver.at(url)).toHaveLength(1);
  });

  test('that answers with megabytes, or without an end, is not listened to', async () => {
    const cut = Promise.withResolvers<boolean>();
    const pieces = Array.from({ length: 640 }, () => Buffer.alloc(65_536, 'x'));
    const { id } = await hearing((response) => {
      response.on('close', () => cut.resolve(!response.writableFinished));
      response.writeHead(200);
      Readable.from(pieces).pipe(response);
    });

    expect(await ended(api, id)).toMatchObject({ state: 'DELIVERED', attemptCount: 1 });
    expect(await cut.promise).toBe(true);
  });

  test('that says when to come again is not asked before', async () => {
    const { id } = await hearing((response) => void response.writeHead(503, { 'retry-after': '600' }).end());

    await expect.poll(async () => (await deliveries(api, { webhookId: id }))[0].attempts[0]?.outcome).toBe('REFUSED');
    const [delivery] = await deliveries(api, { webhookId: id });

    expect(delivery).toMatchObject({ state: 'PENDING', attemptCount: 1 });
    const waits = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts[0].startedAt);
    expect(waits).toBeGreaterThan(590_000);
    expect(waits).toBeLessThan(700_000);
  });

  test('that has failed for five days is disabled, and pauses without attempts don’t count', async () => {
    const { url, id } = await hearing((response) => void response.writeHead(500).end());
    await ended(api, id);
    const DAY_SECONDS = 86_400;
    const PAUSES = {
      'a service that was off': { failingSince: '138 days', lastFailedAt: '134 days' },
      'no events': { failingSince: '23 days', lastFailedAt: '20 days' },
      'a clock that was set back': { failingSince: '-400 days', lastFailedAt: '-404 days' },
    };
    for (const [at, [pause, { failingSince, lastFailedAt }]] of Object.entries(PAUSES).entries()) {
      await api.database.query(
        `update webhook set failing_since = now() - interval '${failingSince}', last_failed_at = now() - interval '${lastFailedAt}',
           failing_seconds = ${4 * DAY_SECONDS} where id = '${id}'`,
      );
      await sendTest(api, id);
      await expect.poll(() => deliveries(api, { webhookId: id, state: 'FAILED' })).toHaveLength(2 + at);
      const [row] = await api.database.query<{ seconds: number }>(
        `select failing_seconds as seconds from webhook where id = '${id}'`,
      );
      expect((await webhook(api, id)).state, pause).toBe('FAILING');
      // Between attempts of the test itself.
      expect(row!.seconds, pause).toBeGreaterThanOrEqual(4 * DAY_SECONDS);
      expect(row!.seconds, pause).toBeLessThan(5 * DAY_SECONDS);
    }
    await api.database.query(
      `update webhook set failing_since = now() - interval '6 days', last_failed_at = now() - interval '1 day',
         failing_seconds = extract(epoch from interval '4 days 1 hour') where id = '${id}'`,
    );

    await sendTest(api, id);

    await soon(id, 'DISABLED');
    expect((await webhook(api, id)).disabledReason).toBe('FAILING');

    // And comes back when its owner says so.
    receiver.answer(url, (response) => void response.writeHead(200).end());
    const enabled = await updateWebhook(api, { webhookId: id, isEnabled: true });
    expect(enabled.webhook).toMatchObject({ state: 'ENABLED', disabledReason: null, failingSince: null });
    expect(await replayWebhook(api, { webhookId: id, since: new Date(0).toISOString() })).toMatchObject({ count: 5 });
    await expect.poll(() => deliveries(api, { webhookId: id, state: 'DELIVERED' })).toHaveLength(5);
  });
});

describe('a delivery is replayed', () => {
  test('with the same id and the same text, signed anew', async () => {
    const url = receiver.address();
    const { secret, webhook } = await createWebhook(api, { url, eventNames: ['render.ended'] });
    await sendTest(api, webhook.id);
    const { id } = await ended(api, webhook.id);
    // It is on its way until it has been looked at.
    const looked = Promise.withResolvers<void>();
    receiver.answer(url, (response) => void looked.promise.then(() => response.writeHead(200).end()));

    expect(await replayDelivery(api, id)).toMatchObject({ delivery: { id, state: 'PENDING' } });
    looked.resolve();

    const [first, second] = await receiver.come(url, 2);
    expect([idOf(second!), second!.body]).toEqual([idOf(first!), first!.body]);
    verified(secret, second!);
    await expect.poll(async () => (await ended(api, webhook.id)).attemptCount).toBe(2);
  });

  test('and by the hundred only those that have not arrived, unless more is asked', async () => {
    const url = receiver.address();
    const { webhook } = await createWebhook(api, { url, eventNames: ['render.ended'] });
    await sendTest(api, webhook.id);
    await ended(api, webhook.id);
    const since = new Date(Date.now() - 60_000).toISOString();

    expect((await replayWebhook(api, { webhookId: webhook.id, since })).count).toBe(0);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await replayWebhook(api, { webhookId: webhook.id, since: later, includesDelivered: true })).count).toBe(0);
    expect((await replayWebhook(api, { webhookId: webhook.id, since, includesDelivered: true })).count).toBe(1);
    await receiver.come(url, 2);
  });

  test('not while it is on its way', async () => {
    const url = receiver.address((response) => void response.writeHead(503, { 'retry-after': '600' }).end());
    const { webhook } = await createWebhook(api, { url, eventNames: ['render.ended'] });
    const { delivery } = await sendTest(api, webhook.id);

    expect(await replayDelivery(api, delivery.id)).toMatchObject({ __typename: 'WebhookConflict' });
  });
});

test('a webhook that is disabled is sent nothing, and what was on its way is canceled', async () => {
  const url = receiver.address((response) => void response.writeHead(503, { 'retry-after': '600' }).end());
  const { webhook } = await createWebhook(api, { url, eventNames: ['asset.added'] });
  await sendTest(api, webhook.id);
  await receiver.come(url);

  const { webhook: disabled } = await updateWebhook(api, { webhookId: webhook.id, isEnabled: false });

  expect(disabled).toMatchObject({ state: 'DISABLED', disabledReason: 'OWNER' });
  expect(await ended(api, webhook.id)).toMatchObject({ state: 'CANCELED' });
});

describe('whose events', () => {
  test('a customer hears of its own and of no others; the house of its own, or of all', async () => {
    const { as, customer } = await customerWithKey(api);
    const { as: other } = await customerWithKey(api);
    const urls = [receiver.address(), receiver.address(), receiver.address(), receiver.address()];
    const names = ['seal.sealed', 'asset.added'];
    const own = await createWebhook(api, { url: urls[0], eventNames: names }, as);
    const others = await createWebhook(api, { url: urls[1], eventNames: names }, other);
    await createWebhook(api, { url: urls[2], eventNames: names });
    const all = await createWebhook(api, { url: urls[3], eventNames: names, includesCustomers: true });
    const seal = async (text: string, who: typeof as | undefined) =>
      (await api.json('/api/legal/provenance-seal', { as: who, body: { artifact_text: text, disclaimer_ack: true } }))
        .body.seal.id as string;

    const ofCustomer = await seal('of the customer', as);
    const ofOther = await seal('of the other', other);
    const ofHouse = await seal('of a stranger', undefined);

    await receiver.come(urls[3]!, 3);
    await receiver.come(urls[2]!, 1);
    await receiver.come(urls[1]!, 1);
    await receiver.come(urls[0]!, 1);
    const heard = (url: string) =>
      receiver
        .at(url)
        .map(({ body }) => JSON.parse(body).data.sealId)
        .sort();
    expect(heard(urls[0]!)).toEqual([ofCustomer]);
    expect(heard(urls[1]!)).toEqual([ofOther]);
    expect(heard(urls[2]!)).toEqual([ofHouse]);
    expect(heard(urls[3]!)).toEqual([ofCustomer, ofOther, ofHouse].sort());
    verified(all.secret, receiver.at(urls[3]!)[0]!);
    expect(own.webhook.customerId).toBe(customer.id);

    // Nor does it see what is sent to others.
    const seen = await deliveries(api, {}, as);
    expect(seen.map(({ webhookId }) => webhookId)).toEqual([own.webhook.id]);
    expect(await deliveries(api, { webhookId: others.webhook.id }, as)).toEqual([]);
  });

  test('80 and 100 percent of a cap are told to the customer that has it', async () => {
    const { as, customer } = await customerWithKey(api, { softCapMicros: 1_000, hardLimitMicros: null });
    const url = receiver.address();
    const { secret } = await createWebhook(api, { url, eventNames: ['customers.cap-reached'] }, as);
    const runId = 'run_01m818k5q9er0az63q2g08xk2r';
    const { customers } = api.services.apis;

    await customers.reserve({
      runId,
      accountId: customer.id,
      keyId: null,
      micros: 1_200,
      lifetimeMs: 60_000,
      note: {},
    });
    const settlement = { runId, accountId: customer.id, keyId: null, costMicros: 1_200, isEstimated: false };
    await api.database.query(`select settle_usage('${JSON.stringify([settlement])}'::jsonb)`);

    // In no promised order.
    const told = (await receiver.come(url, 2)).map((one) => verified(secret, one));
    const data = { customerId: customer.id, cap: 'SOFT', capMicros: 1_000, spentMicros: 1_200 };
    expect(told.map((one) => one.type)).toEqual(['customers.cap-reached', 'customers.cap-reached']);
    expect(told.map((one) => one.data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...data, percent: 80 }),
        expect.objectContaining({ ...data, percent: 100 }),
      ]),
    );
  });
});
