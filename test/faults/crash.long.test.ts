import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DataDir, startService, until } from '../support/service-process.ts';
import { crash } from './crash.ts';

test('a service that is killed again and again loses nothing that it acknowledged', () => crash(5));

test('a single service that is killed with its own database in the middle of a render ends it after the restart', async () => {
  using dataDir = new DataDir();
  await using first = await startService({ dataDir });
  await first.ready();
  const brief = { width: 1536, height: 1536, prompt: 'forest in autumn fog' };
  const { body } = await first.render(brief, { key: 'order-7' });
  await sleep(150);
  first.kill('SIGKILL');
  for (const pid of dataDir.processes()) if (pid !== first.pid) process.kill(pid, 'SIGKILL');
  await first.exited;

  await using second = await startService({ dataDir });
  await second.ready();
  const again = await second.render(brief, { key: 'order-7' });
  expect(again.body.render.id).toBe(body.render.id);
  const location = `/api/integrations/cinema/render/${body.render.id}`;
  await until(async () => (await second.json(location, { as: 'integration' })).body.render.status === 'SUCCEEDED');
  const bank = await second.json('/api/admin/image-bank', { as: 'operator' });
  expect(bank.body.totalCount).toBe(1);
  second.kill('SIGTERM');
  expect(await second.exited).toEqual({ code: 0, signal: null });
  expect(dataDir.processes()).toEqual([]);
});
