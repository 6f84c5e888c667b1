import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { reportOf } from './integrity.ts';

test('each of the rows that name the same bytes is held against them', async () => {
  const api = await startApi();
  const { render, asset } = await api.render({ seed: 4 });
  await api.database.query('update render set byte_size = byte_size + 1 where id = $1', [render.id]);

  const of = async () => (await reportOf(api, '--only', 'bytes')).findings.map(({ kind, rows }) => ({ kind, rows }));

  expect(await of()).toEqual([{ kind: 'SIZE_WRONG', rows: [`render ${render.id}`] }]);
  await api.database.query('update render set byte_size = byte_size - 1 where id = $1', [render.id]);
  await api.database.query('update asset set byte_size = byte_size + 2 where id = $1', [asset.id]);
  expect(await of()).toEqual([{ kind: 'SIZE_WRONG', rows: [`asset ${asset.id}`] }]);
});
