import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { onceInRun } from './once-in-run.ts';

export const SANCTUARY = '/for/developer-sanctuary';

const run = promisify(execFile);

/** In a process of its own: the environment of a test has another React built. */
function build(...given: string[]): Promise<unknown> {
  const vite = join(PROJECT_ROOT, 'node_modules/vite/bin/vite.js');
  const config = join(PROJECT_ROOT, 'src/sanctuary/web/vite.config.ts');
  const env = { ...process.env, NODE_ENV: 'production' };
  return run(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'error', ...given], { env });
}

/** The folder with the developer sanctuary as `npm run build` makes it, which is made once for all files of a run. */
export async function builtSanctuary(): Promise<string> {
  const folder = join(inject('runFolder'), 'sanctuary');
  await onceInRun('sanctuary', async () => {
    await build('--outDir', join(folder, 'client'));
    await build('--outDir', join(folder, 'server'), '--ssr');
  });
  return folder;
}

/** In the place of a build, for who only asks whether there is such a page. */
export function standInSanctuary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimatur-sanctuary-'));
  const write = (path: string, content: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('client/.vite/manifest.json', '{"main.tsx":{"file":"assets/index.js"}}');
  write('client/assets/index.js', 'export const longEnoughForARange = true;\n');
  write(
    'server/server.mjs',
    `export const canonicalSearch = () => '';
    export const explainInput = (_search, { clusters }) => ({ task: clusters[0].tasks[0].name, inputTokens: 1 });
    export const write = () => ({ title: 'Sanctuary', description: '', body: '' });`,
  );
  return folder;
}

/** Text as it stands in HTML, read. */
export function decoded(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
