import { expect, test } from 'vitest';
import { statementsIn } from '../../scripts/sql/statements.ts';

const textsIn = (source: string, file = 'src/a/b.ts') => statementsIn(file, source).map(({ text }) => text);

test.each([
  'select id from asset where id = $1',
  "select pg_advisory_xact_lock(hashtext('names'))",
  'SELECT id FROM asset',
  'with found as (select 1) select * from found',
  'insert into asset (id) values ($1)',
  'update asset as one set title = $2 where id = $1',
  'delete from asset where id = any($1)',
  'exists or select id from asset where true',
  'lock table asset in share mode',
  'listen events',
  'notify events',
  "set local lock_timeout = '1s'",
  'reset lock_timeout; reset synchronous_commit',
  'drop index concurrently if exists asset_index',
  'create table if not exists note (id text)',
  '(select id from asset) union all delete from asset where id = $1',
])('a statement is found: %s', (text) => {
  expect(textsIn(`run(${JSON.stringify(text)});`)).toEqual([text]);
});

test('a statement is found in a template, with its line and without its values', () => {
  const source = ['const a = 1;', 'run(`', '  select id', '  from $' + '{table} where id = $' + '{a}`);'].join('\n');

  expect(statementsIn('src/a/b.ts', source)).toEqual([
    { file: 'src/a/b.ts', line: 2, text: 'select id from … where id = …' },
  ]);
});

test('the end of a transaction is found where it is sent', () => {
  expect(textsIn("client.query('commit'); this.#query('begin'); const commit = short('commit');")).toEqual([
    'commit',
    'begin',
  ]);
});

test.each([
  'Select a model from the list.',
  'Delete from the trash',
  'select',
  'update',
  'Update the webhook and set a name = value',
  'set PORT to another, such as PORT=4001',
  'with these credentials',
  'set aside; deleted after a week',
  'create index "asset_title" on "asset" ("title")',
  '(select max(number) from version)',
  'asset.id in (select asset_id from seal where log = 1)',
  'exists (select from seal where seal.asset_id = asset.id)',
  'order by id limit 1',
])('a name, a sentence or an expression is left alone: %s', (text) => {
  expect(textsIn(`show(${JSON.stringify(text)});`)).toEqual([]);
});

test('comments and the rows of a projection are left alone', () => {
  const source = [
    '// select id from asset',
    '/* delete from asset */',
    "tag.extend('aliasOf', { object: tag, rows: 'select * from tag where tag.id = alias_of_id' });",
  ].join('\n');

  expect(textsIn(source)).toEqual([]);
});

test('files of statements and migrations may hold them', () => {
  const source = "run('select id from asset');";

  expect(textsIn(source, 'src/assets/asset.sql.ts')).toEqual([]);
  expect(textsIn(source, 'src/migrations/20261121051707-foundation-migration.ts')).toEqual([]);
  expect(textsIn(source, 'src/assets/asset.ts')).toHaveLength(1);
});
