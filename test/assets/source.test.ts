import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { fillBank } from '../platform/graphql/bank.ts';
import { startTwoWays, type TwoWays } from '../platform/graphql/two-ways.ts';
import { picture, upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';

const BANK = '/api/admin/image-bank';

let site: Server;
let host: string;
let api: Api;
beforeAll(async () => {
  let shade = 0;
  site = createServer(async (_req, res) => res.end(await picture(shade++)));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  api = await startApi({ works: false, env: { TRUSTED_HOSTS: host } });
});
afterAll(async () => {
  await api.stop();
  site.close();
});

async function imported(imageUrl: string, more: object = {}) {
  const { status, body } = await api.json(BANK, { as: 'operator', body: { imageUrl, ...more } });
  expect(status).toBe(201);
  return body.asset;
}

describe('the address a picture was imported from', () => {
  test.each([
    ['a query', (at: string) => `http://${at}/signed.png?X-Amz-Signature=secret&expires=1`],
    ['a fragment', (at: string) => `http://${at}/signed.png#secret`],
    ['both', (at: string) => `http://${at}/signed.png?a=secret#secret`],
  ])('is kept without %s', async (_what, urlOf) => {
    const { id, source } = await imported(urlOf(host));

    expect(source).toBe(`http://${host}/signed.png`);
    const [row] = await api.database.query('select to_jsonb(asset)::text as row from asset where id = $1', [id]);
    expect(row!.row).not.toContain('secret');
  });

  test('is kept without its secrets also when it is given as the source', async () => {
    const imageUrl = `http://${host}/again.png?token=secret`;

    expect((await imported(imageUrl, { source: imageUrl })).source).toBe(`http://${host}/again.png`);
  });

  test('is not kept where the source is said in other words', async () => {
    const { source } = await imported(`http://${host}/x.png?token=secret`, { source: 'Agency, contract 7?' });

    expect(source).toBe('Agency, contract 7?');
  });

  test('of earlier imports is cleaned by a migration, and no other word is touched', async () => {
    const cases: [origin: string, before: string | null, after: string | null][] = [
      ['IMPORT', 'https://cdn.example/a.png?sig=secret', 'https://cdn.example/a.png'],
      ['IMPORT', 'https://cdn.example/a.png#secret?x', 'https://cdn.example/a.png'],
      ['IMPORT', 'https://user:p%40ss@cdn.example/a@2x.png', 'https://cdn.example/a@2x.png'],
      ['IMPORT', 'HTTPS://user:pa@ss@cdn.example/a.png?b\nc', 'HTTPS://cdn.example/a.png'],
      ['IMPORT', 'ht\ntps://user@cdn.example', 'https://cdn.example'],
      ['IMPORT', 'https://cdn.example', 'https://cdn.example'],
      ['IMPORT', 'Whose? Ask editors@example.org', 'Whose? Ask editors@example.org'],
      ['UPLOAD', 'https://stock.example/?id=7', 'https://stock.example/?id=7'],
      ['IMPORT', null, null],
    ];
    const database = await cloneDatabase();
    const { assetIds } = await fillBank(database, cases.length);
    for (const [n, [origin, before]] of cases.entries()) {
      await database.query('update asset set origin = $2, source = $3 where id = $1', [assetIds[n], origin, before]);
    }
    await database.query(`delete from mikro_orm_migrations where name ilike '%source-without-secrets%'`);
    const orm = await MikroORM.init(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));

    await migrate({ orm, owner: { url: database.url, setting: 'DATABASE_URL' }, logger: createLogger('silent') });

    await orm.close(true);
    const applied = await database.query(
      `select from mikro_orm_migrations where name ilike '%source-without-secrets%'`,
    );
    const rows = await database.query<{ source: string | null }>('select source from asset order by id');
    await database.drop();
    expect(applied).toHaveLength(1);
    expect(rows.map(({ source }) => source)).toEqual(cases.map(([, , after]) => after));
  });
});

describe('who is told where a picture comes from', () => {
  const PICK = `mutation { pickAsset(input: { tags: ["told"], peek: true }) { ... on PickedAsset { asset { id source } } } }`;

  test('staff is; strangers are not, on REST and GraphQL, and the member stays', async () => {
    await upload(api, { tags: ['told'], source: 'Agency, contract 7' });
    const picked = async (as?: 'operator' | 'integration') =>
      (await api.graphql(PICK, { as })).data.pickAsset.asset.source;

    expect([await picked('operator'), await picked('integration')]).toEqual([
      'Agency, contract 7',
      'Agency, contract 7',
    ]);
    expect(await picked()).toBeNull();
    const { body } = await api.json('/api/marketing/image-bank/pick?tags=told');
    expect(body.asset).toMatchObject({ source: null });
  });

  describe('compiled and not compiled alike', () => {
    let ways: TwoWays;
    let partner: { bearer: string };
    beforeAll(async () => {
      ways = await startTwoWays();
      await fillBank(ways.database, 12);
      const { data } = await ways.compiling.graphql(
        `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
        { as: 'operator' },
      );
      partner = { bearer: data.issuePartnerLink.secret };
    });
    afterAll(() => ways.stop());

    test.each([
      '{ mediaDesk { assets(first: 10) { nodes { id source } } } }',
      '{ mediaDesk { assets(first: 10) { edges { node { s: source ...A } } } } } fragment A on Asset { source title }',
    ])('a partner is not: %s', async (query) => {
      const { body } = await ways.ask({ query, as: partner });

      expect(body.errors).toBeUndefined();
      const { nodes, edges } = body.data.mediaDesk.assets;
      const sources = (nodes ?? edges.map(({ node }: { node: object }) => node)).map(
        ({ source }: { source: unknown }) => source,
      );
      expect(sources.length).toBeGreaterThan(2);
      expect(new Set(sources)).toEqual(new Set([null]));
    });

    test('without it, a partner is answered by the compiled read as before; an operator with it, too', async () => {
      const desk = await ways.ask({ query: '{ mediaDesk { assets(first: 10) { nodes { id title } } } }', as: partner });
      const list = await ways.ask({ query: '{ assets(first: 10) { nodes { id source } } }', as: 'operator' });

      expect([desk.isCompiled, list.isCompiled]).toEqual([true, true]);
      expect(list.body.data.assets.nodes.filter(({ source }: { source: unknown }) => source)).not.toEqual([]);
    });
  });
});
