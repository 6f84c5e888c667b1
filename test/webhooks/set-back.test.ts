import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { webhooksFeature } from '../../src/webhooks/index.ts';
import { startApi } from '../support/api.ts';
import { createWebhook, sendTest } from './graph.ts';
import { Receiver } from './receiver.ts';

test('a delivery that waits for its next attempt is due when the clock is set back, and one under way is not', async () => {
  const receiver = await Receiver.start();
  const api = await startApi({
    env: { WEBHOOK_ALLOWED_HOSTS: receiver.authority },
    features: [webhooksFeature({ delayAfter: () => 1_800_000 })],
  });
  onTestFinished(async () => {
    await api.stop();
    await receiver.stop();
  });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  onTestFinished(() => answer());
  const refused = receiver.address((response, _, number) => void response.writeHead(number === 1 ? 500 : 204).end());
  const slow = receiver.address(async (response) => {
    await answered;
    response.writeHead(204).end();
  });
  for (const url of [refused, slow]) {
    const { webhook } = await createWebhook(api, { url, eventNames: ['render.ended'] });
    await sendTest(api, webhook.id);
    await receiver.come(url);
  }
  // The clock of the queue was looked at, and after that every time lies an hour ahead.
  await sleep(3_000);
  await api.database.query(`update webhook_delivery set due_at = due_at + interval '1 hour' where due_at is not null`);

  await api.database.query(
    `create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select now() - interval '1 hour' $$`,
  );

  await expect.poll(() => receiver.at(refused).length, { timeout: 15_000 }).toBe(2);
  expect(receiver.at(slow)).toHaveLength(1);
  const [left] = await api.database.query<{ seconds: number }>(
    'select extract(epoch from due_at - clock_timestamp())::float8 as seconds from webhook_delivery where due_at is not null',
  );
  expect(left!.seconds).toBeGreaterThan(40);
  expect(left!.seconds).toBeLessThan(61);
  answer();
  await expect
    .poll(() => api.database.query(`select from webhook_delivery where state = 'DELIVERED'`), { timeout: 10_000 })
    .toHaveLength(2);
});
