import { expect, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { startService } from '../support/service-process.ts';

test('downloads that are not awaited are no errors, whenever their reader goes', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ env: { DATABASE_URL: database.url } });
  await service.ready();
  const { body } = await service.render({ width: 1024, height: 1024 }, { wait: 25 });
  const { pathname } = new URL(body.asset.url);

  for (let delay = 0; delay < 40; delay++) {
    const path = delay % 2 ? pathname : `/api/marketing/image-bank/pick?tags=${body.asset.tags[0]}&as=bytes`;
    const socket = await service.connect();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    // At once, and then later and later, some of them in the middle of the bytes.
    await new Promise((resolve) => setTimeout(resolve, delay / 2));
    socket.resetAndDestroy();
  }
  const whole = await service.fetch(pathname).then((response) => response.arrayBuffer());

  expect(whole.byteLength).toBe(body.asset.byteSize);
  expect(service.stderr).not.toMatch(/"level":"?(50|error)|a request failed/);
});
