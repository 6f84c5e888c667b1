import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { type Api, startApi } from '../support/api.ts';
import { builtSanctuary, decoded, SANCTUARY } from '../support/sanctuary.ts';

const run = promisify(execFile);

let folder: string;
let api: Api;
beforeAll(async () => {
  folder = await builtSanctuary();
  api = await startApi({ sanctuaryFolder: folder });
});
afterAll(() => api?.stop());

async function page(search = ''): Promise<string> {
  const response = await api.fetch(`${SANCTUARY}${search}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** What is to be read, without what a browser would make of it. */
const textOf = (html: string) =>
  decoded(html.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<\/?(?:p|li|td|div|span)\b/g, ' $&')).replaceAll(
    /\s+/g,
    ' ',
  );

describe('the page as the server writes it', () => {
  test('says where each of the twelve tasks would go, and shows all sections, with no script run', async () => {
    const html = await page();

    expect(html.match(/<input type="radio"[^>]*name="task"/g)).toHaveLength(12);
    const sections = [...html.matchAll(/<section[^>]* id="([^"]+)"/g)].map(([, id]) => id);
    expect(sections).toEqual([
      'frontier-ai-gateway',
      'run-it',
      'seal-it',
      'publish-gate',
      'citations',
      'pictures',
      'health',
      'errors',
      'links',
    ]);
    const text = textOf(html);
    expect(text).toContain('Chosen: first eligible deployment.');
    expect(text).toContain('RATE_LIMITED');
    expect(text).toContain('new OpenAI({');
  });

  test('says a maximum in one way, with the same digits everywhere', async () => {
    const text = textOf(await page());

    const [, sentence] = /first eligible deployment\. (At most \$[\d.]+)\./.exec(text)!;
    expect(text.split(sentence!).length - 1).toBeGreaterThan(2);
    expect(text).not.toMatch(/≤|USD|at the most/);
  });

  test('shows what the address supposes: another provider takes it, and the refused one says why', async () => {
    const html = await page('?task=deep-reasoning/evidence-chain&down=openai');

    expect(html).toContain(
      '<title>deep-reasoning/evidence-chain goes to anthropic/claude-opus-5-5 · Imprimatur</title>',
    );
    expect(textOf(html)).toContain('The deployment is paused, because recent calls failed too often.');
  });

  test('tells what the graph tells', async () => {
    const { data } = await api.graphql(
      `{ explainRoute(input: { task: "fast-execution/redact-draft", inputTokens: 50000, assumptions: { plan: PRO,
        keys: [OPENAI, ANTHROPIC, DEEPSEEK, MISTRAL, XAI, GOOGLE, PERPLEXITY], sandbox: false,
        spentMicros: 21000000, softCapMicros: 20000000 } }) { decision { path candidates { sentence } } } }`,
    );
    const { path, candidates } = data!.explainRoute.decision;

    const text = textOf(await page('?task=fast-execution/redact-draft&plan=PRO&tokens=50000&spent=21'));

    expect(text).toContain(`fast-execution/redact-draft →`);
    expect(text).toContain(path[0].split('/').slice(1).join('/'));
    for (const { sentence } of candidates) expect(text).toContain(sentence);
  });

  test.each([
    ['markup', '?task=%3Cscript%3Ealert(1)%3C/script%3E'],
    [
      'values that there are not',
      '?task=no/such&plan=GOLD&keys=mine&tokens=-7&spent=abc&down=nobody,,openai%00&limit=2',
    ],
    ['very much', `?${'tokens=9&'.repeat(500)}`],
    ['no UTF-8', '?%ff=%ff&tokens=1e999'],
  ])('takes what it can of an address with %s, and passes over the rest', async (_, search) => {
    const html = await page(search);

    expect(html).not.toContain('alert(1)');
    expect(textOf(html)).toContain('evidence-chain');
  });

  test('runs nothing but its own files, and no style stands in it', async () => {
    const response = await api.fetch(SANCTUARY);
    const html = await response.text();

    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(html).not.toMatch(/ style=| on[a-z]+="|<style|src="(?!\/for\/developer-sanctuary\/assets\/)/);
    expect(html).not.toMatch(/<(?:link|a|img|form)[^>]* (?:href|src|action)="(?:https?:)?\/\//);
  });

  test('is not sent again to who has it, and is another once something is supposed', async () => {
    const first = await api.fetch(SANCTUARY);
    const tag = first.headers.get('etag')!;

    const again = await api.fetch(SANCTUARY, { headers: { 'If-None-Match': tag } });
    const other = await api.fetch(`${SANCTUARY}?down=openai`, { headers: { 'If-None-Match': tag } });

    expect([again.status, other.status]).toEqual([304, 200]);
  });

  test('says what to run where it was not built', async () => {
    const unbuilt = await startApi({ works: false });

    const { status, body } = await unbuilt.json(SANCTUARY);

    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(body.detail).toContain('npm run build');
  });
});

describe('the files', () => {
  interface Chunk {
    file: string;
    imports?: string[];
    dynamicImports?: string[];
  }
  const manifest = (): Record<string, Chunk> =>
    JSON.parse(readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8'));
  const weightOf = (file: string) => gzipSync(readFileSync(join(folder, 'client', file))).length;

  test('that come before anybody does anything weigh less than 100 kB on the way, and so do most of the others', () => {
    const chunks = manifest();
    const { file, imports = [], dynamicImports = [] } = chunks['main.tsx']!;

    const initial = [file, ...imports.map((name) => chunks[name]!.file)].map(weightOf);
    const later = dynamicImports.map((name) => weightOf(chunks[name]!.file));

    expect(initial.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(100_000);
    // What checks a seal is the rest, and comes once one is made.
    expect(later.length).toBeGreaterThan(3);
    expect(Math.max(...later)).toBeLessThan(60_000);
  });

  test('are kept for ever, and there are no others', async () => {
    const { file } = manifest()['main.tsx']!;

    const found = await api.fetch(`/for/developer-sanctuary/${file}`);
    const [absent, manifestItself] = await Promise.all(
      ['absent.js', '..%2f.vite%2fmanifest.json'].map((name) => api.fetch(`${SANCTUARY}/assets/${name}`)),
    );

    expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(found.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect([absent!.status, manifestItself!.status]).toEqual([404, 404]);
  });
});

describe('the snippets, as they stand in the page', () => {
  const workshop = join(PROJECT_ROOT, 'dist', `snippets-${process.pid}`);
  let snippets: Map<string, string>;
  beforeAll(async () => {
    mkdirSync(workshop, { recursive: true });
    const html = await page('?task=human-phrasing/warm-tone');
    snippets = new Map(
      [...html.matchAll(/<pre data-snippet="([^"]+)"[^>]*>(.*?)<\/pre>/gs)].map(([, name, code]) => [
        name!,
        decoded(code!),
      ]),
    );
  });
  afterAll(() => rmSync(workshop, { recursive: true, force: true }));

  async function runScript(name: string): Promise<string> {
    const file = join(workshop, `${name}.mts`);
    writeFileSync(file, snippets.get(name)!);
    const { KEY: _, ...env } = process.env;
    return (await run(process.execPath, [file], { env })).stdout;
  }

  test('GraphQL runs the task, simulated and free', async () => {
    const query = snippets.get('graphql')!;
    const variables = JSON.parse(snippets.get('graphql-variables')!);

    const { data, errors } = await api.graphql(query, { variables });

    expect(errors).toBeUndefined();
    expect(data!.runTask).toMatchObject({
      __typename: 'RanTask',
      answer: { text: expect.stringContaining('Simulated') },
      outcome: { costMicros: 0, attempts: 1, isSimulated: true },
    });
  });

  test('curl streams it', async () => {
    const { stdout } = await run('sh', ['-c', snippets.get('curl')!]);

    expect(stdout).toContain('chat.completion.chunk');
    expect(stdout).toContain('"simulated":true');
    expect(stdout.trimEnd()).toMatch(/data: \[DONE\]$/);
  });

  test('TypeScript hears every event of it', async () => {
    const output = await runScript('typescript');

    expect(output).toContain("__typename: 'TaskStarted'");
    expect(output).toMatch(/__typename: 'TaskOutcome'[^}]*isSimulated: true/);
  });

  test('the SDK of OpenAI writes it out', async () => {
    expect(await runScript('openai')).toContain('Simulated');
  });
});
