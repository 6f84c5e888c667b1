import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { upload } from '../rest/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { signedIn } from '../support/people.ts';

/** As macOS writes names of files. */
const apart = (text: string) => text.normalize('NFD');
const together = (text: string) => text.normalize('NFC');
const FORMS = [
  ['composed', together],
  ['decomposed', apart],
] as const;

const BRIEF = { prompt: apart('Forêt dans la brume'), width: 256, height: 256, seed: 1 };

async function read(api: Api, query: string, variables: object = {}): Promise<Json> {
  const { data, errors } = await api.graphql(query, { as: 'operator', variables });
  expect(errors).toBeUndefined();
  return data;
}

async function titlesFound(api: Api, search: string, orderBy = ''): Promise<string[]> {
  const query = `query ($search: String!) { assets(filter: { search: $search } ${orderBy}) { nodes { title } } }`;
  return (await read(api, query, { search })).assets.nodes.map(({ title }: Json) => title);
}

describe('texts typed on macOS', () => {
  let api: Api;
  let id: string;
  beforeAll(async () => {
    api = await startApi();
    id = (await upload(api, { title: apart('Ångström à Genève'), alt: apart('Été au café'), source: apart('Zoé') })).id;
  });
  afterAll(() => api.stop());

  test('are stored composed', async () => {
    const [row] = await api.database.query('select title, alt, source from asset where id = $1', [id]);
    expect(row).toEqual({
      title: together('Ångström à Genève'),
      alt: together('Été au café'),
      source: together('Zoé'),
    });
  });

  describe.each(FORMS)('and searched %s', (_, form) => {
    test('are found in every list of pictures', async () => {
      const titles = [together('Ångström à Genève')];

      expect(await titlesFound(api, form('ström à gen'))).toEqual(titles);
      expect(await titlesFound(api, form('café'))).toEqual(titles);
      expect(await titlesFound(api, form('é'))).toEqual(expect.arrayContaining(titles));
      expect(await titlesFound(api, form('genève'), 'orderBy: { field: RELEVANCE }')).toEqual(titles);
      const { body } = await api.json(`/api/admin/image-bank?q=${encodeURIComponent(form('Genève'))}`, {
        as: 'operator',
      });
      expect(body.items.map(({ title }: Json) => title)).toEqual(titles);
    });

    test('are found in the list of renders', async () => {
      const { body } = await api.json('/api/integrations/cinema/render', { as: 'integration', body: BRIEF });
      expect(body.render.prompt).toBe(together(BRIEF.prompt));

      const found = await read(
        api,
        'query ($search: String!) { renders(filter: { search: $search }) { nodes { prompt } } }',
        { search: form('FORÊT') },
      );
      expect(found.renders.nodes).toContainEqual({ prompt: together(BRIEF.prompt) });
    });

    test('are found in the list of customers, which has each name once', async () => {
      const create = `mutation ($name: String!) { createCustomer(input: { name: $name, plan: BASE }) { __typename } }`;
      const made = [];
      for (const [, other] of FORMS) made.push(await read(api, create, { name: other(`Société ${form.name}`) }));
      expect(made.map(({ createCustomer }) => createCustomer.__typename)).toEqual([
        expect.not.stringContaining('NameTaken'),
        'CustomerNameTaken',
      ]);

      const { customers } = await read(
        api,
        'query ($search: String!) { customers(filter: { search: $search }) { nodes { name } } }',
        { search: form(`société ${form.name}`) },
      );
      expect(customers.nodes).toEqual([{ name: together(`Société ${form.name}`) }]);
    });

    test('are found in the list of people, whatever form their names have', async () => {
      const name = `José Núñez ${form.name}`;
      await signedIn(api, { roles: ['AUDITOR'], name: apart(name) });

      const { operators } = await read(
        api,
        'query ($search: String!) { operators(filter: { search: $search }) { nodes { name } } }',
        { search: form(name.toUpperCase()) },
      );
      expect(operators.nodes).toEqual([{ name: apart(name) }]);
    });
  });

  test('are no change of the same text', async () => {
    const [before] = await api.database.query('select version from asset where id = $1', [id]);

    await read(
      api,
      `mutation ($id: ID!, $title: String!) { updateAsset(input: { assetId: $id, title: $title }) { __typename } }`,
      { id, title: apart('Ångström à Genève') },
    );

    expect(await api.database.query('select version from asset where id = $1', [id])).toEqual([before]);
  });

  test('with more marks in a row than any language has are stored and found as they are', async () => {
    const marked = `a${'\u0301\u0327'.repeat(20)}bc`;
    await upload(api, { title: marked });

    expect(await titlesFound(api, 'bc')).toHaveLength(1);
  });
});

test('texts of earlier releases are composed, and so is what an earlier release still writes', async () => {
  const database = await cloneDatabase();
  const first = await startApi({ database });
  const old = (await upload(first, { title: 'Old', alt: 'Old' })).id;
  const late = (await upload(first, { title: 'Late' })).id;
  const { body } = await first.json('/api/integrations/cinema/render', { as: 'integration', body: BRIEF });
  await first.stop();
  const names = [apart('Café'), together('Café'), apart('Zoé')];
  await database.query('drop function compose_texts_of_asset, compose_texts_of_render cascade');
  await database.query('update asset set title = $2, alt = $3 where id = $1', [old, apart('Été'), apart('Genève')]);
  await database.query('update render set prompt = $2 where id = $1', [body.render.id, BRIEF.prompt]);
  for (const [n, name] of names.entries()) {
    await database.query(`insert into partner (id, name) values ($1, $2)`, [`prt_0000000000000000000000000${n}`, name]);
  }
  await database.query(`delete from mikro_orm_migrations where name ilike '%composed-texts%'`);
  const orm = await MikroORM.init(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));
  await migrate({ orm, owner: { url: database.url, setting: 'DATABASE_URL' }, logger: createLogger('silent') });
  await orm.close(true);

  await database.query('update asset set title = $2 where id = $1', [late, apart('Après')]);

  const [asset] = await database.query('select title, alt, version from asset where id = $1', [old]);
  expect(asset).toEqual({ title: together('Été'), alt: together('Genève'), version: 1 });
  expect(await database.query('select title from asset where id = $1', [late])).toEqual([{ title: together('Après') }]);
  expect(await database.query('select prompt from render where id = $1', [body.render.id])).toEqual([
    { prompt: together(BRIEF.prompt) },
  ]);
  // Two rows can't have one name.
  const partners = await database.query(`select name from partner where id like 'prt_000%' order by id`);
  expect(partners.map(({ name }) => name)).toEqual([apart('Café'), together('Café'), together('Zoé')]);
  await database.drop();
});
