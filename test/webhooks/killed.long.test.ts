import { expect, test } from 'vitest';
import { DataDir, startService } from '../support/service-process.ts';
import { Receiver } from './receiver.ts';

test('an event arrives though the process is killed between the fact and the delivery', async () => {
  const receiver = await Receiver.start();
  using dataDir = new DataDir();
  const env = { WEBHOOK_ALLOWED_HOSTS: receiver.authority };
  // It is held until the process is gone: nobody knows then whether it has arrived.
  let isHeld = true;
  const url = receiver.address((response) => {
    if (!isHeld) response.writeHead(204).end();
  });
  const first = await (await startService({ dataDir, env })).ready();
  const query = `mutation { createWebhook(input: { url: "${url}", eventNames: ["seal.sealed"] }) { __typename } }`;
  await first.json('/graphql', { as: 'operator', body: { query } });
  const sealed = await first.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'told of, whatever happens', disclaimer_ack: true },
  });
  await receiver.come(url);
  first.kill('SIGKILL');
  await first.exited;

  isHeld = false;
  await using _second = await (await startService({ dataDir, env })).ready();

  const [lost, again] = await receiver.come(url, 2);
  expect(again!.headers['webhook-id']).toBe(lost!.headers['webhook-id']);
  expect(JSON.parse(again!.body).data).toEqual({ sealId: sealed.body.seal.id });
  await receiver.stop();
});
