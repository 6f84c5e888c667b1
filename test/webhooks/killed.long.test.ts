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
  // The service has sealed something of its own as well.
  const ofSeal = () => receiver.at(url).filter(({ body }) => body.includes(sealed.body.seal.id));
  await expect.poll(ofSeal).toHaveLength(1);
  first.kill('SIGKILL');
  await first.exited;

  isHeld = false;
  await using _second = await (await startService({ dataDir, env })).ready();

  await expect.poll(ofSeal).toHaveLength(2);
  const [lost, again] = ofSeal();
  expect(again!.headers['webhook-id']).toBe(lost!.headers['webhook-id']);
  expect(again!.body).toBe(lost!.body);
  await receiver.stop();
});
