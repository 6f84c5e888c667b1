import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { ADMIN_TOKEN, type Api, INBOUND_SECRET, type Json, startApi } from '../support/api.ts';

const EXAMPLE = path.join(PROJECT_ROOT, 'examples/rest-client');

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-client-'));
  for (const file of ['package.json', 'tsconfig.json', 'client.ts']) {
    copyFileSync(path.join(EXAMPLE, file), path.join(folder, file));
  }
  symlinkSync(path.join(EXAMPLE, 'node_modules'), path.join(folder, 'node_modules'));
  await run('node_modules/openapi-typescript/bin/cli.js', `${api.url}/openapi.json`, '-o', 'imprimatur.d.ts');
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One of the client's own programs, with the addresses and secrets that somebody would give it. */
async function run(program: string, ...rest: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...rest], {
    cwd: folder,
    env: { ...process.env, IMPRIMATUR_URL: api.url, INTEGRATIONS_INBOUND_SECRET: INBOUND_SECRET, ADMIN_TOKEN },
  });
  return stdout;
}

const compile = (...options: string[]) => run('node_modules/typescript/bin/tsc', ...options);

describe('a client generated from the contract as it is served', () => {
  test('compiles, and does what it says against the running service', async () => {
    await compile();

    const said: Json = JSON.parse(await run('dist/client.js'));

    expect(said).toEqual({
      sealedOnce: true,
      seal: expect.stringContaining(`${api.url}/v/seal_`),
      render: 'SUCCEEDED',
      answeredLater: true,
      image: expect.stringContaining(`${api.url}/media/`),
      listed: 1,
      picked: expect.stringMatching(/^ast_/),
      unchanged: 304,
      refusedWith: 'NO_MATCH',
      log: 'log1.localhost',
    });
  });

  test('has types for all that is served', async () => {
    const types = readFileSync(path.join(folder, 'imprimatur.d.ts'), 'utf8');
    const { body } = await api.json('/openapi.json');

    for (const [at, item] of Object.entries<Json>(body.paths)) {
      expect(types).toContain(`"${at}": {`);
      for (const { operationId } of Object.values<Json>(item))
        expect(types).toMatch(new RegExp(`\\b${operationId}: \\{`));
    }
    // What a generator could not make sense of.
    expect(types).not.toMatch(/: (any|any\[\]|unknown\[\]);/);
  });

  test('does not compile with a field that is not there, another type, or an acknowledgement that is none', async () => {
    writeFileSync(
      path.join(folder, 'wrong.ts'),
      `import createClient from 'openapi-fetch';
       import type { paths } from './imprimatur.js';
       const api = createClient<paths>({});
       // @ts-expect-error
       api.POST('/api/legal/provenance-seal', { body: { artifact_txt: 'a', disclaimer_ack: true } });
       // @ts-expect-error
       api.POST('/api/legal/provenance-seal', { body: { artifact_text: 1, disclaimer_ack: true } });
       // @ts-expect-error
       api.POST('/api/legal/provenance-seal', { body: { artifact_text: 'a', disclaimer_ack: false } });
       // @ts-expect-error
       api.GET('/api/marketing/image-bank/pick', { params: { query: { tags: 'a', match: 'some' } } });
       // @ts-expect-error
       api.GET('/api/nope');`,
    );

    // An error that was expected and does not come is one.
    expect(await compile('--noEmit', '--module', 'nodenext', '--strict', '--lib', 'es2023,dom', 'wrong.ts')).toBe('');
  });
});
