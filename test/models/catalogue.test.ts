import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCatalogue } from '../../src/models/check/check-catalogue.ts';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import { startTwoWays } from '../platform/graphql/two-ways.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { changed, publish } from './support.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const TASKS = [
  'deep-reasoning/evidence-chain',
  'deep-reasoning/synthesis',
  'deep-reasoning/long-reasoning',
  'human-phrasing/warm-tone',
  'human-phrasing/bilingual-outbound',
  'human-phrasing/local-draft',
  'case-scanning/wide-window',
  'case-scanning/fast-scan',
  'case-scanning/cited-retrieval',
  'fast-execution/field-extraction',
  'fast-execution/filter-classify',
  'fast-execution/redact-draft',
];

describe('what a service begins with', () => {
  test('are twelve slots in four clusters, each with the one task of its name', async () => {
    const { data } = await api.graphql(
      '{ clusters { name slots { name cluster { name } task { name slot { name } cluster { name } } } } }',
    );

    expect(data.clusters.map(({ name }: { name: string }) => name)).toEqual([
      'deep-reasoning',
      'human-phrasing',
      'case-scanning',
      'fast-execution',
    ]);
    const slots = data.clusters.flatMap((cluster: { slots: object[] }) => cluster.slots);
    expect(slots).toEqual(
      TASKS.map((name) => {
        const cluster = { name: name.split('/')[0] };
        return { name, cluster, task: { name, slot: { name }, cluster } };
      }),
    );
  });

  test('passes its own check', () => {
    expect(checkCatalogue(structuredClone(SEED))).toMatchObject({ isSound: true });
  });

  test('tells models each what to do, and puts nothing in the place of a price that nobody knows', () => {
    for (const task of SEED.tasks) {
      if (task.kind === 'IMAGE') continue;
      expect(task.instructions!.length, task.name).toBeGreaterThan(500);
      expect(task.instructions, task.name).not.toMatch(/^ | $/);
    }
    const priced = new Set(SEED.prices.map(({ deployment }) => deployment));
    const unpriced = SEED.deployments.filter(({ id }) => !priced.has(id)).map(({ id }) => id);
    expect(unpriced).toEqual(['perplexity/sonar-deep-research']);
  });

  test('is made once, however many processes start at the same time', async () => {
    const database = await cloneDatabase();
    const services = await Promise.all([1, 2, 3, 4].map(() => startApi({ works: false, database })));

    const catalogues = await Promise.all(services.map(({ services: { apis } }) => apis.models.current()));

    expect(new Set(catalogues.map(({ version, sha256 }) => `${version} ${sha256}`)).size).toBe(1);
    expect(await database.query('select number, published_by from catalogue_version')).toEqual([
      { number: 1, published_by: 'service' },
    ]);
    for (const service of services) await service.stop();
    await database.drop();
  });
});

test('everybody may see clusters, slots and tasks, and what each task takes', async () => {
  const { data, errors } = await api.graphql(`{
    task(name: "fast-execution/redact-draft") {
      name version title description dataClass labels gates keepsContent contentRetentionDays
      parameters { defaultMaxOutputTokens maxOutputTokens temperature { min max } }
    }
    warm: task(name: "human-phrasing/warm-tone") { parameters { temperature { min max } } labels }
    local: task(name: "human-phrasing/local-draft") { dataClass }
    synthesis: task(name: "deep-reasoning/synthesis") { gates }
    modelSlots { name purpose }
    tasks { name }
  }`);

  expect(errors).toBeUndefined();
  expect(data.task).toEqual({
    name: 'fast-execution/redact-draft',
    version: 1,
    title: 'Redaction and short draft',
    description: expect.stringContaining('Not final'),
    dataClass: 'HOSTED',
    labels: ['NOT_FINAL'],
    gates: [],
    keepsContent: false,
    contentRetentionDays: null,
    parameters: { defaultMaxOutputTokens: 2000, maxOutputTokens: 16000, temperature: null },
  });
  expect(data.warm).toEqual({ parameters: { temperature: { min: 0, max: 1.5 } }, labels: [] });
  expect(data.local).toEqual({ dataClass: 'LOCAL_ONLY' });
  expect(data.synthesis).toEqual({ gates: ['APPROVAL'] });
  expect(data.modelSlots).toHaveLength(13);
  expect(data.tasks.map(({ name }: { name: string }) => name)).toEqual([...TASKS, 'media/image']);
});

test.each(['', 'gpt-6.1-sol', 'warm-tone', 'HUMAN-PHRASING/WARM-TONE', '__proto__', 'constructor', ' '])(
  'there is no task called %j',
  async (name) => {
    const { data, errors } = await api.graphql('query ($name: String!) { task(name: $name) { name } }', {
      variables: { name },
    });

    expect(errors).toBeUndefined();
    expect(data).toEqual({ task: null });
  },
);

describe('deployments and prices', () => {
  test('are for operators, and leave strangers the rest of what they asked', async () => {
    const { data, errors } = await api.graphql('{ modelSlots { name deployments { preferred { name } } } }');

    expect(data.modelSlots).toHaveLength(13);
    expect(data.modelSlots[0]).toEqual({ name: TASKS[0], deployments: null });
    expect(new Set(errors!.map(({ extensions: { code } }) => code))).toEqual(new Set(['UNAUTHENTICATED']));
  });

  test('show who is taken, who stands in, and who is taken beyond the soft cap', async () => {
    const { data } = await api.graphql(
      `{ modelSlots { name deployments {
           preferred { name provider model contextWindow mixtureOfExperts } alternates { name } economy { name } } } }`,
      { as: 'operator' },
    );

    expect(data.modelSlots).toContainEqual({
      name: 'deep-reasoning/evidence-chain',
      deployments: {
        preferred: {
          name: 'openai/gpt-6.1-sol',
          provider: 'OPENAI',
          model: 'gpt-6.1-sol',
          contextWindow: 1_050_000,
          mixtureOfExperts: null,
        },
        alternates: [{ name: 'anthropic/claude-opus-5-5' }, { name: 'deepseek/deepseek-v4-pro' }],
        economy: { name: 'deepseek/deepseek-v4-pro' },
      },
    });
    expect(data.modelSlots).toContainEqual({
      name: 'human-phrasing/local-draft',
      deployments: {
        preferred: expect.objectContaining({
          name: 'own/openai/gpt-oss-120b',
          provider: 'OWN',
          mixtureOfExperts: true,
        }),
        alternates: [],
        economy: null,
      },
    });
  });

  test('have dates: a price that was announced holds from its day on', async () => {
    const pricesOf = async (args: string, selection: string) => {
      const { data, errors } = await api.graphql(`{ prices(${args}) { ${selection} } }`, { as: 'operator' });
      expect(errors).toBeUndefined();
      return data.prices;
    };
    const flash = 'deployment: "google/gemini-3.8-flash"';
    const rates = 'currency validUntil tiers { aboveInputTokens inputMicros cachedInputMicros outputMicros }';
    const tier = { aboveInputTokens: 0 };

    expect(await pricesOf(`${flash}, at: "2026-12-31T23:59:59.999Z"`, rates)).toEqual([
      {
        currency: 'USD',
        validUntil: '2027-01-01T00:00:00.000Z',
        tiers: [{ ...tier, inputMicros: 750_000, cachedInputMicros: 75_000, outputMicros: 3_750_000 }],
      },
    ]);
    expect(await pricesOf(`${flash}, at: "2027-01-01T00:00:00Z"`, rates)).toEqual([
      {
        currency: 'USD',
        validUntil: null,
        tiers: [{ ...tier, inputMicros: 1_500_000, cachedInputMicros: 150_000, outputMicros: 7_500_000 }],
      },
    ]);
    expect(await pricesOf(flash, 'validFrom deployment { name }')).toEqual(
      ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'].map((validFrom) => {
        return { validFrom, deployment: { name: 'google/gemini-3.8-flash' } };
      }),
    );
    expect(await pricesOf('deployment: "perplexity/sonar-deep-research"', 'validFrom')).toEqual([]);
    expect(await pricesOf('deployment: "nobody/nothing"', 'validFrom')).toEqual([]);
    const pro = 'deployment: "deepseek/deepseek-v4-pro", at: "2026-11-22T00:00:00Z"';
    expect(await pricesOf(pro, 'perRequestMicros peak { factor isWeekdaysOnly windows { fromHour toHour } }')).toEqual([
      {
        perRequestMicros: 0,
        peak: {
          factor: 2,
          isWeekdaysOnly: true,
          windows: [
            { fromHour: 1, toHour: 4 },
            { fromHour: 6, toHour: 10 },
          ],
        },
      },
    ]);
  });

  test('can be asked for all at once, with everything', async () => {
    const { data, errors } = await api.graphql(
      `{ prices { deployment { name } currency validFrom validUntil source perRequestMicros
           tiers { aboveInputTokens inputMicros cachedInputMicros outputMicros }
           peak { factor isWeekdaysOnly windows { fromHour toHour } } } }`,
      { as: 'operator' },
    );

    expect(errors).toBeUndefined();
    expect(data.prices).toHaveLength(SEED.prices.length);
  });

  test('of a deployment: the price that holds by the clock, or null where nobody knows one', async () => {
    const later = await startApi({ works: false, clock: { now: () => new Date('2027-02-01T00:00:00Z') } });

    const { data } = await later.graphql('{ deployments { name price { validFrom } slots { name } } }', {
      as: 'operator',
    });

    expect(data.deployments).toContainEqual({
      name: 'google/gemini-3.8-flash',
      price: { validFrom: '2027-01-01T00:00:00.000Z' },
      slots: [{ name: 'case-scanning/wide-window' }, { name: 'case-scanning/fast-scan' }],
    });
    expect(data.deployments).toContainEqual({
      name: 'perplexity/sonar-deep-research',
      price: null,
      slots: [{ name: 'case-scanning/cited-retrieval' }],
    });
  });
});

describe('the first version', () => {
  test('says what it began with, with the hash of its canonical JSON', async () => {
    const { data } = await api.graphql(
      `{ catalogueVersion(number: 1) { id number sha256 reason publishedBy publishedAt document }
         none: catalogueVersion(number: 2) { id } catalogueVersions { totalCount nodes { number } } }`,
      { as: 'operator' },
    );

    expect(data.catalogueVersion).toMatchObject({ number: 1, publishedBy: 'service', document: SEED });
    const canonical = canonicalize(data.catalogueVersion.document) as string;
    expect(createHash('sha256').update(canonical).digest('hex')).toBe(data.catalogueVersion.sha256);
    expect(data.none).toBeNull();
    expect(data.catalogueVersions).toEqual({ totalCount: 1, nodes: [{ number: 1 }] });
  });

  test('is found by its id, by operators', async () => {
    const { data } = await api.graphql('{ catalogueVersion(number: 1) { id } }', { as: 'operator' });
    const { id } = data.catalogueVersion;
    const query = `{ node(id: "${id}") { id ... on CatalogueVersion { number } } }`;

    expect((await api.graphql(query, { as: 'operator' })).data).toEqual({ node: { id, number: 1 } });
    expect((await api.graphql(query)).data).toEqual({ node: null });
    expect((await api.graphql(query, { as: 'integration' })).data).toEqual({ node: null });
  });

  test.each([
    'update catalogue_version set reason = $$other$$',
    'delete from catalogue_version',
    'truncate catalogue_version',
  ])('cannot be changed by: %s', async (statement) => {
    await expect(api.database.query(statement)).rejects.toThrow(/insert-only|permission denied/);
  });

  test('is not read again by who asks again', async () => {
    const { models } = api.services.apis;
    const first = await models.current();

    expect(await models.current()).toBe(first);
    expect(await models.version(1)).toBe(first);
    for (const number of [0, -1, 2, 1.5, Number.NaN, 2 ** 40]) expect(await models.version(number)).toBeNull();
  });
});

test('versions are answered by PostgreSQL as by the resolvers, to the last character', async () => {
  const ways = await startTwoWays();
  const edited = changed((document) => {
    document.tasks[0].title = 'Quotes " and \\ and é';
  });
  await publish(ways.interpreting, edited, { reason: 'why "not"' });
  const all = '__typename id number document sha256 reason publishedBy publishedAt';

  for (const query of [
    `{ catalogueVersions(first: 100) { totalCount pageInfo { hasNextPage endCursor } nodes { ${all} } edges { cursor node { ${all} } } } }`,
    '{ catalogueVersions(first: 1) { nodes { d: document n: number } } }',
    `{ a: catalogueVersion(number: 1) { ${all} } b: catalogueVersion(number: 2) { ${all} } c: catalogueVersion(number: 3) { id } }`,
    '{ catalogueVersion(number: -1) { id } }',
  ]) {
    const { body, isCompiled } = await ways.ask({ query, as: 'operator' });
    expect(body.errors).toBeUndefined();
    expect(isCompiled).toBe(true);
    expect((await ways.ask({ query })).body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  }
  await ways.stop();
});
