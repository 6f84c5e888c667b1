import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costOf, MAX_COST } from '../../../src/platform/graphql/server/operation-cost.ts';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { pages } from '../../clients/pages.ts';
import { type Api, startApi } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const ask = (query: string, variables?: object, cost = true) =>
  api.json('/graphql', {
    as: 'operator',
    body: { query, variables },
    headers: cost ? { 'X-Imprimatur-Cost': '1' } : {},
  });
const usedBy = async (query: string, variables?: object) => {
  const { body } = await ask(query, variables);
  expect(body.errors).toBeUndefined();
  return body.extensions.cost.objects.used;
};

describe('an operation is priced', () => {
  const PAGE = 'query ($n: Int = 100) { auditTrail(first: $n) { nodes { changes { field } } } }';

  test('with the page size that a variable has', async () => {
    expect(await usedBy(PAGE, { n: 1 })).toBe(12);
    expect(await usedBy(PAGE, { n: 10 })).toBe(111);
  });

  test('with the default of a variable that is left out, and of an argument that is null', async () => {
    expect(await usedBy(PAGE)).toBe(1_101);
    expect(await usedBy(PAGE, { n: null })).toBe(221);
    expect(await usedBy('{ customers(first: 10) { nodes { months { calls } } } }')).toBe(131);
  });

  test('without what is left out under a condition', async () => {
    const query = `query ($c: Boolean!) { customers(first: 40) { nodes { id keys @include(if: $c) { id } } ... @skip(if: $c) { totalCount } } }`;

    expect(await usedBy(query, { c: false })).toBe(41);
    expect(await usedBy(query, { c: true })).toBe(4_041);
  });

  test('with the page size of a list within another object', async () => {
    const query =
      'query ($n: Int) { searchCases(query: "a", first: $n) { hits { document { id } highlights { start } } } }';

    expect(await usedBy(query, { n: 1 })).toBe(13);
    expect(await usedBy(query, { n: 10 })).toBe(121);
    expect(await usedBy(query)).toBe(241);
  });

  test('with as many elements as it names', async () => {
    const query = 'query ($names: [SettingName!]) { settings(names: $names) { history(first: 20) { changedAt } } }';

    expect(await usedBy(query, { names: ['SEALS_PER_MINUTE'] })).toBe(21);
    expect(await usedBy('{ settings(names: [SEALS_PER_MINUTE]) { history(first: 20) { changedAt } } }')).toBe(21);
    expect(await usedBy(query, { names: null })).toBeGreaterThan(700);
  });

  test('with each page size, whichever came first, also once its read is compiled', async () => {
    const query = 'query ($n: Int!) { customers(first: $n) { nodes { id keys { id } } } }';
    for (let times = 0; times < 5; times++) expect((await ask(query, { n: 2 }, false)).status).toBe(200);

    expect((await ask(query, { n: 100 }, false)).body.errors[0].message).toMatch(/cost is 10101; at most 5000/);
    expect((await ask(query, { n: 2 }, false)).status).toBe(200);
  });
});

describe('an operation that costs too much', () => {
  const query = 'query ($n: Int!) { customers(first: $n) { nodes { name keys { id } } } }';

  test('gets an error that names the most expensive field, its bounds and how to ask for less', async () => {
    const { status, body } = await ask(query, { n: 100 }, false);

    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors).toEqual([
      {
        message:
          "The operation's cost is 10101; at most 5000. The most expensive field is `customers.nodes.keys`: `customers` has `first: 100`, `keys` has up to 100. Request smaller pages with `first`, or split the operation.",
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', requestId: expect.any(String) },
      },
    ]);
  });

  test('has its cost in the answer, whether it was asked for or not', async () => {
    const { body } = await ask(query, { n: 100 }, false);

    expect(body.extensions.cost).toMatchObject({
      objects: { used: 10_101, most: 5_000 },
      depth: { used: 4, most: 12 },
    });
  });
});

const graphqlFiles = (folder: string) =>
  readdirSync(path.join(PROJECT_ROOT, folder))
    .filter((name) => name.endsWith('.graphql'))
    .map((name): [string, string] => [name, readFileSync(path.join(PROJECT_ROOT, folder, name), 'utf8')]);

describe('the largest operations of the back office', () => {
  const common = graphqlFiles('schema/operations').filter(([name]) => name === 'problem-fields.graphql');
  const folders = readdirSync(path.join(PROJECT_ROOT, 'schema/operations/web'));

  /** The largest page that a screen asks for, and smaller pages of tags and documents, whose aliases and attachments count as well. */
  const LARGEST_PAGE = 60;
  const PAGE_SIZES: Readonly<Record<string, number>> = { TagList: 40, CaseDocuments: 20 };

  /** Part of the limit that a screen can cost. */
  const PART = 1 / 5;
  /**
   * Part of the limit for what a person requests with a button, and which has no pages because it isn't stored: a report with 2,000
   * quotations and the 10,000 documents that it looked at.
   */
  const LARGER_PARTS: Readonly<Record<string, number>> = { CheckBrief: 3 / 4 };

  test.each(folders)('cost less than their part of the limit: %s', (folder) => {
    const texts = [...graphqlFiles(`schema/operations/web/${folder}`), ...common].map(([, text]) => text);
    const document = parse(texts.join('\n'));
    for (const operation of document.definitions) {
      if (operation.kind !== 'OperationDefinition') continue;
      const size = PAGE_SIZES[operation.name!.value] ?? LARGEST_PAGE;
      const sizes = Object.fromEntries(
        (operation.variableDefinitions ?? []).map((one) => [one.variable.name.value, size]),
      );
      const { value: name } = operation.name!;
      const most = MAX_COST * (LARGER_PARTS[name] ?? PART);
      expect(costOf(api.services.schema, document, operation, sizes), name).toBeLessThan(most);
    }
  });
});

describe('pages as applications ask for them', () => {
  test.each(pages())('$name is answered', async ({ text, variables }) => {
    const { status, body } = await ask(text, variables);

    expect(body.errors).toBeUndefined();
    expect(status).toBe(200);
    expect(body.extensions.cost.statements.used).toBeLessThan(30);
  });
});
