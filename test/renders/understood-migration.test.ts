import { MikroORM } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { fillBank } from '../platform/graphql/bank.ts';
import { startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';

test('what was understood of earlier briefs can still be read, in the shape it has now', async () => {
  const database = await cloneDatabase();
  const { renderIds } = await fillBank(database, 2);
  const [full, sparse, none, late] = renderIds;
  const before = {
    scene: 'lake',
    timeOfDay: 'golden-hour',
    weather: 'snow',
    season: 'winter',
    mood: 'calm',
    colors: ['#2a9d9d', '#123456'],
    elements: ['milky-way', 'snow-cover'],
    excluded: ['nuages'],
  };
  await database.query('drop function understood_of_0_0_1, render_of_0_0_1 cascade');
  await database.query(`update render set understood = $2 where id = $1`, [full, JSON.stringify(before)]);
  await database.query(`update render set understood = '{}' where id = $1`, [sparse]);
  await database.query(`alter table render drop column note`);
  await database.query(`delete from mikro_orm_migrations where name ilike '%understood-brief%'`);
  const orm = await MikroORM.init(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));
  await migrate({ orm, owner: { url: database.url, setting: 'DATABASE_URL' }, logger: createLogger('silent') });
  await orm.close(true);

  // Release 0.0.1 goes on beside this one, and writes what it understood as it did before.
  await database.query(`update render set understood = $2 where id = $1`, [late, JSON.stringify({ scene: 'lake' })]);

  const api = await startApi({ database, works: false });
  const read = async (id: string | undefined) =>
    (await api.json(`/api/integrations/cinema/render/${id}`, { as: 'integration' })).body.render;
  const part = (value: string) => ({ value, isFromBrief: true, words: [] });

  expect(await read(full)).toMatchObject({
    note: null,
    understood: {
      scene: part('LAKE'),
      light: part('GOLDEN_HOUR'),
      weather: part('SNOWFALL'),
      season: part('WINTER'),
      style: [part('CALM')],
      palette: [
        { name: 'teal', hex: '#2a9d9d', words: [] },
        { name: '#123456', hex: '#123456', words: [] },
      ],
      composition: [part('MILKY_WAY'), part('SNOW_COVER')],
      exclusions: [{ means: null, words: ['nuages'] }],
    },
  });
  expect((await read(sparse)).understood).toMatchObject({ scene: null, light: null, style: [], composition: [] });
  expect((await read(none)).understood).toBeNull();
  expect((await read(late)).understood).toMatchObject({ scene: part('LAKE'), light: null, style: [] });
  await api.stop();
  await database.drop();
});
