import { expect, test } from 'vitest';
import { DataDir, startService } from '../support/service-process.ts';
import { stoppedInTheDemo } from './demo.ts';

test('a first start that is stopped while it draws the demo goes on at the next start, with every picture once', async () => {
  using dataDir = new DataDir();
  await stoppedInTheDemo(dataDir);
  expect(dataDir.processes()).toEqual([]);

  await using second = await startService({ dataDir, env: { DEMO: '1' } });
  await second.ready();

  const { body } = await second.json('/api/admin/image-bank?limit=100', { as: 'operator' });
  expect(body.totalCount).toBe(16);
  expect(new Set(body.items.map((asset: { title: string }) => asset.title)).size).toBe(16);
  second.kill('SIGTERM');
  expect(await second.exited).toEqual({ code: 0, signal: null });
  expect(dataDir.processes()).toEqual([]);
});
