import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { download, sealTexts } from '../support/seals.ts';
import { goProgram } from './build.ts';

test('Go’s own client reads the bundles of a log, compressed, and comes to the tree that was signed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imprimatur-go-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const api = await startApi({ works: false });
  await sealTexts(api, 300);
  const vkey = (await download(api, '/.well-known/imprimatur/log.vkey')).toString().trim();

  const { stdout } = await promisify(execFile)(await goProgram('read-log', folder), [`${api.url}/log`, vkey]);

  // The statement of the log about itself, and the seals, in two bundles.
  expect(stdout).toBe('301 2\n');
});
