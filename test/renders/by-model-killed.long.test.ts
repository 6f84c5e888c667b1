import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { DataDir, startService, until } from '../support/service-process.ts';
import { drawing, ImageServer } from './image-server.ts';

test('a worker that is killed while a model draws leaves a render that ends with one picture, and a run that is told of', async () => {
  const server = await ImageServer.start();
  const database = await cloneDatabase();
  onTestFinished(async () => {
    await server.stop();
    await database.drop();
  });
  using dataDir = new DataDir();
  const env = {
    DATABASE_URL: database.url,
    OPENAI_API_KEY: 'sk-of-the-house-0123456789',
    OPENAI_BASE_URL: server.url,
  };
  const first = await startService({ env, dataDir });
  await first.ready();
  server.answer = () => {};
  const { body } = await first.render({ prompt: 'A red fox' });
  await until(() => server.asked.length === 1);
  first.kill('SIGKILL');
  await first.exited;

  server.answer = drawing();
  await using second = await startService({ env, dataDir });
  await second.ready();
  const location = `/api/integrations/cinema/render/${body.render.id}`;
  await until(async () => (await second.json(location, { as: 'integration' })).body.render.status === 'SUCCEEDED');

  const { render } = (await second.json(location, { as: 'integration' })).body;
  expect(render.provider).toMatch(/^openai\//);
  expect(server.asked).toHaveLength(2);
  expect(await database.query('select count(*)::int as pictures from asset')).toEqual([{ pictures: 1 }]);
  // Of the first nobody knows what it cost: it stands there until the sweep tells of it.
  expect(await database.query('select count(*)::int as waiting from reservation where settled_at is null')).toEqual([
    { waiting: 1 },
  ]);
  expect(await database.query(`select status from run where kind = 'IMAGE'`)).toEqual([{ status: 'SUCCEEDED' }]);
  second.kill('SIGTERM');
  expect(await second.exited).toEqual({ code: 0, signal: null });
});
