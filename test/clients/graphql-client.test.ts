import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { ADMIN_TOKEN, type Api, type Json, startApi } from '../support/api.ts';

const EXAMPLE = path.join(PROJECT_ROOT, 'examples/graphql-client');

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-graphql-client-'));
  for (const file of ['package.json', 'tsconfig.json', 'codegen.ts', 'client.ts']) {
    copyFileSync(path.join(EXAMPLE, file), path.join(folder, file));
  }
  symlinkSync(path.join(EXAMPLE, 'node_modules'), path.join(folder, 'node_modules'));
  await run('node_modules/.bin/graphql-codegen');
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One of the client's own programs, with the address and secret that somebody would give it. */
async function run(program: string, ...rest: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...rest], {
    cwd: folder,
    env: { ...process.env, IMPRIMATUR_URL: api.url, ADMIN_TOKEN },
  });
  return stdout;
}

const compile = (...options: string[]) => run('node_modules/typescript/bin/tsc', ...options);

describe('a client generated from the schema as it is served', () => {
  test('compiles in strict mode, and does what it says against the running service', async () => {
    await compile();

    const said: Json = JSON.parse(await run('dist/client.js'));

    expect(said).toEqual({
      sent: expect.stringMatching(/^ast_/),
      sentTwice: true,
      refusedFor: 'NOT_A_PICTURE',
      drawn: ['SUCCEEDED', 'SUCCEEDED'],
      images: Array(2).fill(expect.stringContaining(`${api.url}/media/`)),
      listed: 3,
      pixels: 256 + 256 + 1,
      newest: expect.stringMatching(/^\d{4}$/),
      small: true,
      rendered: 2,
      error: 'BAD_USER_INPUT',
    });
  });

  test('is configured as its document says, to the word', () => {
    const page = readFileSync(path.join(PROJECT_ROOT, 'docs/clients.md'), 'utf8');
    const config = readFileSync(path.join(EXAMPLE, 'codegen.ts'), 'utf8');

    expect(page).toContain(config.trim());
  });

  test('has no type that nobody knows', () => {
    const types = readFileSync(path.join(folder, 'gql/graphql.ts'), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

    // The generator's own `Exact` has the first; each document is cast once.
    expect(types.match(/\b(any|unknown)\b/g)).toHaveLength(1 + types.match(/as unknown as DocumentNode/g)!.length);
  });

  test('does not compile with another word for an enum, a text for a number, or a field that is not there', async () => {
    writeFileSync(
      path.join(folder, 'wrong.ts'),
      `import type { BankQuery, CreateAssetInput, RequestRenderInput } from './gql/graphql.js';
       export const right: RequestRenderInput = { prompt: 'sea', kind: 'IMAGE', seed: 3 };
       // @ts-expect-error
       export const kind: RequestRenderInput = { prompt: 'sea', kind: 'VIDEO' };
       // @ts-expect-error
       export const seed: RequestRenderInput = { prompt: 'sea', seed: '3' };
       // @ts-expect-error
       export const file: CreateAssetInput = { file: 'a.png' };
       // @ts-expect-error
       export const width = (bank: BankQuery): string => bank.assets.nodes[0]!.file.width;
       // @ts-expect-error
       export const height = (bank: BankQuery) => bank.assets.nodes[0]!.file.height;`,
    );

    // An error that was expected and does not come is one.
    expect(await compile('--noEmit', '--module', 'nodenext', '--strict', '--lib', 'es2023,dom', 'wrong.ts')).toBe('');
  });
});
