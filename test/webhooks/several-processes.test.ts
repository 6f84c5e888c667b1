import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { webhooksFeature } from '../../src/webhooks/index.ts';
import { startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { createWebhook, replayDelivery, sendTest } from './graph.ts';
import { Receiver } from './receiver.ts';

/** Less than the interval at which a process looks for deliveries that nobody told it of. */
const SOON = { timeout: 10_000 };

async function openProcesses(works: readonly boolean[]) {
  const receiver = await Receiver.start();
  const database = await cloneDatabase();
  const env = { WEBHOOK_ALLOWED_HOSTS: receiver.authority, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const options = { env, features: [webhooksFeature()], database };
  const apis = await Promise.all(works.map((isWorking) => startApi({ ...options, works: isWorking })));
  onTestFinished(async () => {
    for (const api of apis) await api.stop();
    await receiver.stop();
    await database.drop();
  });
  return { receiver, apis };
}

test('a delivery that one process queues is sent at once by another one, again and again', async () => {
  const { receiver, apis } = await openProcesses([true, false]);
  const asked = apis[1]!;
  const url = receiver.address();
  const { webhook } = await createWebhook(asked, { url, eventNames: ['render.ended'] });

  const { delivery } = await sendTest(asked, webhook.id);
  await expect.poll(() => receiver.at(url).length, SOON).toBe(1);
  await expect.poll(async () => (await replayDelivery(asked, delivery.id)).__typename, SOON).toBe('ReplayedDelivery');

  await expect.poll(() => receiver.at(url).length, SOON).toBe(2);
});

test('deliveries for which one process has no place are sent by another one', async () => {
  const { receiver, apis } = await openProcesses([true, true]);
  const asked = apis[0]!;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  onTestFinished(() => answer());
  const url = receiver.address(async (response) => {
    await answered;
    response.writeHead(204).end();
  });
  const { webhook } = await createWebhook(asked, { url, eventNames: ['render.ended'] });

  for (let n = 0; n < 6; n++) await sendTest(asked, webhook.id);

  // Each process sends four at a time to one address.
  await expect.poll(() => receiver.at(url).length, SOON).toBe(6);
});
