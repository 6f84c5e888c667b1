import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { startService } from '../support/service-process.ts';
import { expectAnswered } from './greeting.ts';

test('without a demo the page that leads to all of it is printed first, and no address that leads nowhere', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await using service = await startService({ env: { DATABASE_URL: database.url, DEMO: 'false' } });
  await service.ready();

  const titles = await expectAnswered(service);

  expect(titles).toContain('REST');
  expect(titles).not.toContain('A picture');
});
