import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bodyOf, forgetful, WORDS } from './large-bodies.ts';
import { CUSTOMER_KEY, startV1 } from './support.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const as = { bearer: CUSTOMER_KEY };

test('nothing of two million tokens is left behind', async () => {
  const api = await startV1();
  forgetful(api.runs);
  const body = bodyOf(WORDS);
  const held = async () => {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return process.memoryUsage().external + process.memoryUsage().heapUsed;
  };
  for (let i = 0; i < 3; i++) await api.json('/v1/chat/completions', { as, body });
  const before = await held();

  for (let i = 0; i < 10; i++) expect((await api.json('/v1/chat/completions', { as, body })).status).toBe(200);

  // Ten that stayed would be a hundred megabytes and more.
  await expect.poll(async () => (await held()) - before).toBeLessThan(60_000_000);
});
