import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CatalogueVersions } from '../../src/models/catalogue-versions.ts';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import { type Api, refusalOf, startApi } from '../support/api.ts';
import { asSuperuser } from '../support/database.ts';
import { changed, publish, seedCopy } from './support.ts';

/** Another description for one task, told apart by `words`. */
function described(words: string, task = 0) {
  return changed((document) => {
    document.tasks[task].description = words;
  });
}

describe('publishing a catalogue', () => {
  let api: Api;
  beforeEach(async () => {
    api = await startApi({ works: false });
  });

  test('is in force from the next question on, and the version before stays as it was', async () => {
    const result = await publish(api, described('Other words.'), { reason: '  clearer  ' });

    expect(result).toMatchObject({
      __typename: 'PublishedCatalogue',
      catalogueVersion: { number: 2, reason: 'clearer', publishedBy: 'operator:admin' },
    });
    const { data } = await api.graphql(
      `{ tasks { name version description } catalogueVersion(number: 1) { document }
         catalogueVersions(first: 1) { totalCount nodes { number reason } pageInfo { hasNextPage endCursor } } }`,
      { as: 'operator' },
    );
    expect(data.tasks[0]).toMatchObject({ version: 2, description: 'Other words.' });
    expect(data.tasks[1]).toMatchObject({ version: 1 });
    expect(data.catalogueVersion.document).toEqual(SEED);
    expect(data.catalogueVersions).toMatchObject({ totalCount: 2, nodes: [{ number: 2, reason: 'clearer' }] });
    const after = data.catalogueVersions.pageInfo.endCursor;
    const rest = await api.graphql(`{ catalogueVersions(after: "${after}") { nodes { number } } }`, { as: 'operator' });
    expect(rest.data.catalogueVersions.nodes).toEqual([{ number: 1 }]);
    const { models } = api.services.apis;
    expect((await models.current()).version).toBe(2);
    expect(await models.version(1)).toMatchObject({ version: 1, tasks: SEED.tasks });
    expect(await models.version(1)).toBe(await models.version(1));
  });

  test('counts the versions of tasks itself, and only of those that were changed', async () => {
    const edited = described('Once.');
    await publish(api, edited);
    const again = changed((document) => {
      document.tasks[0].description = 'Twice.';
      document.tasks[0].version = 700;
      document.tasks[1].version = 'any';
      delete document.tasks[2].version;
      document.prices[0].source = 'Read again.';
    });

    const result = await publish(api, again, { ifVersion: 2 });

    const versions = result.catalogueVersion.document.tasks.map(({ version }: { version: number }) => version);
    expect(versions).toEqual([3, ...Array.from({ length: 12 }, () => 1)]);
  });

  test('of what is in force already changes nothing, so who asks twice does it once', async () => {
    const edited = described('Other words.');
    const first = await publish(api, edited);

    const second = await publish(api, edited);

    expect(second).toEqual(first);
    expect(await publish(api, first.catalogueVersion.document, { ifVersion: 2 })).toEqual(first);
    expect(await api.database.query('select number from catalogue_version')).toHaveLength(2);
  });

  test.each([
    ['NUL', 'a\u0000b', 'contains a NUL character'],
    ['half a character', 'a\ud800', 'half of a surrogate pair'],
  ])('is refused where a member has a name with %s, which no database stores', async (_, name, fault) => {
    const result = await publish(
      api,
      changed(({ tasks }) => {
        tasks[0].outputSchema = { type: 'object', properties: { [name]: { type: 'string' } } };
      }),
    );

    expect(result).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining(fault) });
    expect(result.message).toContain('/input/document/tasks/0/outputSchema/properties');
  });

  test('is a conflict where somebody published meanwhile', async () => {
    await publish(api, described('First.'));

    const result = await publish(api, described('Second.'));

    expect(result).toMatchObject({ __typename: 'CatalogueConflict', code: 'CONFLICT', ifVersion: 1 });
    expect((await api.services.apis.models.current()).tasks[0]!.description).toBe('First.');
  });

  test('by ten at once makes one version, and each is told what became of it', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, (_, n) => publish(api, described(`Words ${n}.`))));

    const published = results.filter(({ __typename }) => __typename === 'PublishedCatalogue');
    expect(published).toHaveLength(1);
    expect(results.filter(({ __typename }) => __typename === 'CatalogueConflict')).toHaveLength(9);
    expect(await api.database.query('select number from catalogue_version order by number')).toEqual([
      { number: 1 },
      { number: 2 },
    ]);
    expect((await api.services.apis.models.current()).sha256).toBe(published[0].catalogueVersion.sha256);
  });

  test('is a conflict for a number that there is not yet', async () => {
    const result = await publish(api, described('Words.'), { ifVersion: 5 });

    expect(result).toMatchObject({ __typename: 'CatalogueConflict' });
  });
});

describe('going back to an earlier catalogue', () => {
  let api: Api;
  beforeEach(async () => {
    api = await startApi({ works: false });
  });

  const restore = async (version: number, reason = 'it was better', as: 'operator' | 'integration' = 'operator') => {
    const { data } = await api.graphql(
      `mutation ($input: RestoreCatalogueInput!) { restoreCatalogue(input: $input) {
         __typename ... on Problem { code message }
         ... on RestoredCatalogue { catalogueVersion { number reason publishedBy restoredFrom document
           changes { count changes { operation pointer } } } } } }`,
      { as, variables: { input: { version, reason } } },
    );
    return data.restoreCatalogue;
  };

  test('publishes its document as the next version, which says who, why and from which', async () => {
    await publish(api, described('Other words.'));

    const { catalogueVersion } = await restore(1, '  the words were clearer ');

    expect(catalogueVersion).toMatchObject({
      number: 3,
      reason: 'the words were clearer',
      publishedBy: 'operator:admin',
      restoredFrom: 1,
      changes: {
        count: 2,
        changes: expect.arrayContaining([
          { operation: 'REPLACE', pointer: '/tasks/0/version' },
          { operation: 'REPLACE', pointer: '/tasks/0/description' },
        ]),
      },
    });
    const [task, ...others] = catalogueVersion.document.tasks;
    // Of each task another version is another task: it is counted on, and never back.
    expect(task).toEqual({ ...SEED.tasks[0], version: 3 });
    expect(others).toEqual(SEED.tasks.slice(1));
    expect((await api.services.apis.models.current()).version).toBe(3);
    // Asked a second time, it is done once.
    expect(await restore(1)).toMatchObject({ catalogueVersion: { number: 3, restoredFrom: 1 } });
  });

  test('is refused for a version that there is not, without a reason, and to who may not publish', async () => {
    expect(await restore(2)).toMatchObject({ code: 'INPUT_INVALID', message: 'The document has no version 2.' });
    expect(await restore(0)).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await restore(1, ' ')).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await restore(1, 'mine', 'integration')).toMatchObject({ code: 'FORBIDDEN' });
    expect(await api.database.query('select number from catalogue_version')).toHaveLength(1);
  });
});

describe('what a process knows of what others publish', () => {
  let api: Api;
  beforeEach(async () => {
    api = await startApi({ works: false });
  });

  /** As in another process, with a clock of its own. */
  function elsewhere() {
    const clock = { ms: 0 };
    const versions = new CatalogueVersions(api.services.platform.database, () => clock.ms);
    return { clock, versions };
  }

  test('is at most a second old', async () => {
    const { clock, versions } = elsewhere();
    const first = await versions.current();
    await publish(api, described('News.'));

    clock.ms = 499;
    expect(await versions.current()).toBe(first);
    clock.ms = 1_000;
    expect((await versions.current()).version).toBe(2);
  });

  test('is read anew in the background by who asks all the time, so that nobody waits', async () => {
    const { clock, versions } = elsewhere();
    const first = await versions.current();
    await publish(api, described('News.'));

    clock.ms = 500;

    expect(await versions.current()).toBe(first);
    // The clock stands still: only what was begun then can bring the news.
    await expect.poll(async () => (await versions.current()).version, { timeout: 10_000 }).toBe(2);
  });

  test('is asked of the database once, however many ask', async () => {
    const { clock, versions } = elsewhere();
    const first = await versions.current();
    clock.ms = 60_000;
    const read = vi.spyOn(api.services.platform.database, 'readRow');

    const known = await Promise.all(Array.from({ length: 100 }, () => versions.current()));

    expect(new Set(known)).toEqual(new Set([first]));
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('goes on being known while the database is away, and who never knew is told', async () => {
    const { clock, versions } = elsewhere();
    const known = await versions.current();
    await api.database.query('alter table catalogue_version rename to elsewhere');
    clock.ms = 60_000;

    expect(await versions.current()).toBe(known);
    await expect(elsewhere().versions.current()).rejects.toThrow();
    await api.database.query('alter table elsewhere rename to catalogue_version');
    expect((await elsewhere().versions.current()).version).toBe(1);
  });

  test('is the newest for who published it, whatever was on its way', async () => {
    const { models } = api.services.apis;
    await models.current();

    for (let n = 1; n <= 5; n++) {
      const asked = Promise.all(Array.from({ length: 5 }, () => models.current()));
      await publish(api, described(`Words ${n}.`), { ifVersion: n });
      expect((await models.current()).version).toBe(n + 1);
      await asked;
    }
  });
});

test('a service that has lost its first version makes it for who asks', async () => {
  const api = await startApi({ works: false });
  await asSuperuser(
    'alter table catalogue_version disable trigger all; delete from catalogue_version',
    api.database.url,
  );

  const catalogue = await new CatalogueVersions(api.services.platform.database).current();

  expect(catalogue).toMatchObject({ version: 1, tasks: SEED.tasks });
});

describe('what is refused', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ works: false });
  });
  afterAll(() => api.stop());

  test('leaves everything as it was, and lists each fault with its place', async () => {
    const result = await publish(
      api,
      changed((document) => {
        document.slots[0].preferred = 'openai/nothing';
        document.prices[0].deployment = 'openai/nothing';
        document.tasks[11].slot = 'fast-execution/none';
      }),
    );

    expect(result).toMatchObject({ __typename: 'CatalogueInvalid', code: 'CATALOGUE_INVALID', faultCount: 5 });
    expect(result.faults.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/slots/0/preferred',
      '/slots/11/name',
      '/tasks/11/slot',
      '/tasks/11/name',
      '/prices/0/deployment',
    ]);
    expect(await api.database.query('select number from catalogue_version')).toHaveLength(1);
  });

  test.each([
    ['an empty one', {}, 5],
    ['one with a member that there is not', { ...seedCopy(), models: [] }, 1],
    ['lists in lists', { ...seedCopy(), slots: [[[[[]]]]] }, 1],
    ['numbers where texts belong', { ...seedCopy(), clusters: [{ name: 1, title: 2, purpose: 3 }] }, 3],
    ['a prototype', JSON.parse('{"__proto__": {"clusters": []}, "constructor": 1}'), 7],
    ['nothing in it', { clusters: [], slots: [], tasks: [], deployments: [], prices: [] }, 4],
  ])('a document: %s', async (_name, document, faultCount) => {
    expect(await publish(api, document)).toMatchObject({ __typename: 'CatalogueInvalid', faultCount });
  });

  test('a reason that is none, and a version that cannot be', async () => {
    expect(await publish(api, seedCopy(), { reason: ' ', ifVersion: 0 })).toMatchObject({
      __typename: 'InputInvalid',
      code: 'INPUT_INVALID',
    });
    expect(await publish(api, seedCopy(), { reason: 'a'.repeat(2_001) })).toMatchObject({ __typename: 'InputInvalid' });
  });

  test('a document with a thousand faults, in an answer that a person can read', async () => {
    const result = await publish(api, {
      ...seedCopy(),
      prices: Array.from({ length: 200 }, () => ({ deployment: 'x'.repeat(200) })),
    });

    expect(result.faultCount).toBeGreaterThan(1_000);
    expect(result.faults).toHaveLength(20);
    expect(JSON.stringify(result).length).toBeLessThan(10_000);
  });

  test('text that cannot be stored, wherever it stands', async () => {
    const query = 'mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename } }';
    for (const words of ['a\u0000b', 'a\ud800']) {
      const document = described(words);
      const { data, errors } = await api.graphql(query, {
        as: 'operator',
        variables: { input: { document, reason: 'odd', ifVersion: 1 } },
      });
      expect(errors ?? [data]).not.toEqual([{ publishCatalogue: { __typename: 'PublishedCatalogue' } }]);
    }
    expect(await api.database.query('select number from catalogue_version')).toHaveLength(1);
  });

  test.each([undefined, 'integration'] as const)('publishing by %s', async (as) => {
    const answer = await api.graphql(
      `mutation { publishCatalogue(input: { document: {}, reason: "mine", ifVersion: 1 }) {
         __typename ... on Problem { code } } }`,
      { as },
    );

    expect(refusalOf(answer)).toBe(as ? 'FORBIDDEN' : 'UNAUTHENTICATED');
  });

  test.each(['first: 0', 'first: 101', 'after: "x"', 'after: ""', 'after: "ast_01k9x5v3w8q2m7n4c6d1f0b3ra"'])(
    'a page of versions: %s',
    async (args) => {
      const { errors } = await api.graphql(`{ catalogueVersions(${args}) { nodes { number } } }`, { as: 'operator' });

      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    },
  );
});
