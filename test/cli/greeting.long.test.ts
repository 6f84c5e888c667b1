import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { DataDir, startService } from '../support/service-process.ts';
import { expectAnswered } from './greeting.ts';

/** Sixteen pictures are drawn at the first start with a demo. */

test('with one a picture is shown as well, for as long as there is one', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  using dataDir = new DataDir();
  const env = { DATABASE_URL: database.url, DEMO: 'true' };
  {
    await using first = await startService({ env, dataDir });
    await first.ready();
    expect(await expectAnswered(first)).toEqual(expect.arrayContaining(['A picture', 'Media desk']));
    // As a browser shows the start page. Each response has many listeners by then, and none of them is a leak.
    const page = await (await first.fetch('/')).text();
    for (const [, path] of page.matchAll(/<img src="([^"]+)"/g)) expect((await first.fetch(path!)).status).toBe(200);
    expect(first.stderr).not.toContain('MaxListenersExceeded');
    first.kill('SIGTERM');
    await first.exited;
  }
  await database.query(`update asset set status = 'TRASHED'`);

  await using service = await startService({ env, dataDir });
  await service.ready();

  expect(await expectAnswered(service)).not.toContain('A picture');
});

test('without a demo the page that leads to all of it is printed first, and no address that leads nowhere', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await using service = await startService({ env: { DATABASE_URL: database.url, DEMO: 'false' } });
  await service.ready();

  const titles = await expectAnswered(service);

  expect(titles).toContain('OpenAPI');
  expect(titles).not.toContain('A picture');
});
