import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { picture, settled } from '../rest/support.ts';
import { ADMIN_TOKEN, type Json } from '../support/api.ts';
import { createWebhook } from '../webhooks/graph.ts';
import { type FilledService, startFilledService } from './filled-service.ts';
import { type Page, pages } from './pages.ts';

const PACKAGE = path.join(PROJECT_ROOT, 'test/clients/front-ends');
const DAY_MS = 86_400_000;
/** Fields that are null in a service in which no render failed. */
const NULL_EVERYWHERE = ['renderDetail.render.failure'];

const textOf = (file: string) => readFileSync(path.join(PACKAGE, file), 'utf8');
const WEBHOOK = textOf('webhook.graphql');
const MUTATIONS = { updateAsset: textOf('updateAsset.graphql'), deleteWebhook: textOf('deleteWebhook.graphql') };

let service: FilledService;
let shown: Page[];
let folder: string;
beforeAll(async () => {
  service = await startFilledService();
  shown = pages({
    id: service.renderId,
    from: new Date(Date.now() - DAY_MS).toISOString(),
    until: new Date(Date.now() + DAY_MS).toISOString(),
  });
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-front-ends-'));
  cpSync(PACKAGE, folder, { recursive: true, filter: (file) => path.basename(file) !== 'node_modules' });
  symlinkSync(path.join(PACKAGE, 'node_modules'), path.join(folder, 'node_modules'));
  write('schema.graphql', await (await service.gate.fetch('/schema.graphql')).text());
  write('picture.png', await picture(5));
  for (const name of ['src', '__generated__']) mkdirSync(path.join(folder, name));
  const texts = { ...Object.fromEntries(shown.map(({ name, text }) => [name, text])), ...MUTATIONS, webhook: WEBHOOK };
  for (const [name, text] of Object.entries(texts)) {
    write(`src/${name}.ts`, `import { graphql } from 'relay-runtime';\n\nexport default graphql\`\n${text}\`;\n`);
  }
  await run('node_modules/relay-compiler/cli.js', 'relay.config.json');
  await run('node_modules/orval/dist/bin/orval.mjs', '--config', 'orval.config.ts');
  await compile();
});
afterAll(async () => {
  await service?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const write = (file: string, content: string | Buffer) => writeFileSync(path.join(folder, file), content);

/** Runs a program in a copy of the package, and returns what it prints. */
async function run(program: string, ...rest: string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, [program, ...rest], {
    cwd: folder,
    env: { ...process.env, IMPRIMATUR_URL: service.gate.url },
    maxBuffer: 16_000_000,
  });
  // Compilers print their errors on stdout.
  const { stdout } = await running.catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

const compile = () => run(path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc'));

/** The data of every page, as the service returns it to a plain request. */
async function plainAnswers(): Promise<Json> {
  await settled(service.gate);
  const answers: Json = {};
  for (const { name, text, variables } of shown) {
    const { data, errors } = await service.gate.graphql(text, { variables, as: 'operator' });
    expect(errors, name).toBeUndefined();
    answers[name] = data;
  }
  return answers;
}

/** Maps each path of an answer to true if it has a value there: not null, and for a list at least one entry. */
function pathsIn(value: Json, at: string, found = new Map<string, boolean>()): Map<string, boolean> {
  const isFilled = Array.isArray(value) ? value.length > 0 : value !== null;
  found.set(at, isFilled || found.get(at) === true);
  if (Array.isArray(value)) for (const entry of value) pathsIn(entry, at, found);
  else if (isObject(value)) for (const [key, entry] of Object.entries(value)) pathsIn(entry, `${at}.${key}`, found);
  return found;
}

const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null;

/** Two of the libraries add `__typename` to every object. */
function withoutTypeNames(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTypeNames);
  if (!isObject(value)) return value;
  const rest = Object.entries(value).filter(([key]) => key !== '__typename');
  return Object.fromEntries(rest.map(([key, entry]) => [key, withoutTypeNames(entry)]));
}

test('the service has data for every field of every page', async () => {
  const answers = await plainAnswers();

  const found = shown.flatMap(({ name }) => [...pathsIn(answers[name], name)]);
  expect(found.filter(([, isFilled]) => !isFilled).map(([at]) => at)).toEqual(NULL_EVERYWHERE);
  expect(shown).toHaveLength(12);
});

describe.each([
  { library: 'relay', incomplete: [] },
  // It replaces lists of objects without an id, and another page selects fewer fields of `decisions`.
  { library: 'apollo', incomplete: ['inbox'] },
  { library: 'urql', incomplete: [] },
])('a front end on $library', ({ library, incomplete }) => {
  let plain: Json;
  let done: Json;
  beforeAll(async () => {
    const input = { url: service.webhookUrl, eventNames: ['webhook.disabled'] };
    const { webhook } = await createWebhook(service.gate, input);
    plain = await plainAnswers();
    const asset = { assetId: plain.campaign.assets.nodes[0].id, title: `Titled with ${library}` };
    const work = { url: service.gate.url, token: ADMIN_TOKEN, pages: shown, mutations: MUTATIONS };
    const page = { name: 'webhook', text: WEBHOOK, variables: { id: webhook.id } };
    write('work.json', JSON.stringify({ ...work, asset, webhookId: webhook.id, webhook: page }));
    done = JSON.parse(await run(`dist/${library}.js`));
  });

  test('gets the data of every page with one request, and no warning', () => {
    expect(withoutTypeNames(done.fetched)).toEqual(plain);
    expect(done.sent).toBe(12);
    expect(done.warnings).toEqual([]);
  });

  test('reads the pages again from its cache', () => {
    expect(withoutTypeNames(done.cached)).toEqual(withoutPages(plain));
    expect(done.sentForCache).toBe(0);
  });

  test('shows a new title on every page that has the picture', () => {
    const [{ title: earlier }] = plain.campaign.assets.nodes;
    const later = `Titled with ${library}`;
    expect(done.updated).toMatchObject({ __typename: 'UpdatedAsset', asset: { title: later } });
    expect(done.cachedAtEnd.bankGrid.assets.nodes[0]).toMatchObject({ title: later });
    expect(done.cachedAtEnd.campaign.assets.nodes[0]).toMatchObject({ title: later });
    expect(done.cachedAtEnd.renderDetail.render.asset).toMatchObject({ title: later });
    expect(earlier).not.toBe(later);
  });

  test('keeps an object that a mutation reports as not found', () => {
    const [webhook] = plain.webhookDeliveries.webhooks.nodes;
    expect(done.deleted).toEqual({ __typename: 'DeletedWebhook', webhookId: webhook.id });
    expect(done.deletedAgain).toEqual({ __typename: 'NotFound', code: 'NOT_FOUND', subjectId: webhook.id });
    expect(done.webhookAtEnd.webhook).toEqual({ __typename: 'Webhook', ...webhook });
    expect(withoutTypeNames(done.cachedAtEnd.webhookDeliveries)).toEqual(plain.webhookDeliveries);
  });

  const withoutPages = (all: Json) => ({ ...all, ...Object.fromEntries(incomplete.map((name) => [name, null])) });
});

describe('a client generated by orval from the contract as it is served', () => {
  test('queries, uploads files and parses the responses', async () => {
    write('work.json', JSON.stringify({ url: service.gate.url, token: ADMIN_TOKEN }));

    const { id, ...rest } = JSON.parse(await run('dist/rest.js'));

    expect(rest).toEqual({ viewer: { actor: 'operator:admin' }, title: 'Uploaded', duplicateOf: id });
    expect(id).toMatch(/^ast_/);
  });
});

describe('the generated types', () => {
  test('refuse values of other types', async () => {
    write(
      'wrong.ts',
      `import type { bankGridQuery$data, bankGridQuery$variables } from './__generated__/bankGridQuery.graphql.js';
       import { getAsset, graphqlWithFormData } from './generated/client.js';
       export const right: bankGridQuery$variables = { count: 3, withRenders: true };
       // @ts-expect-error
       export const count: bankGridQuery$variables = { count: '3', withRenders: true };
       type File = NonNullable<bankGridQuery$data['assets']>['nodes'][number]['file'];
       export const digest = (file: File): string => file.sha256;
       // @ts-expect-error
       export const width = (file: File): string => file.width;
       // @ts-expect-error
       getAsset(1);
       // @ts-expect-error
       graphqlWithFormData({ map: '{}' });`,
    );

    // tsc fails where an expected error doesn't come.
    expect(await compile()).toBe('');
  });
});

test.each(['relay.config.json', 'orval.config.ts'])('%s is the one in the document', (file) => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs/clients.md'), 'utf8');

  expect(page).toContain(textOf(file).trim());
});
