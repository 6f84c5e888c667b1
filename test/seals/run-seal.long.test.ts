import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { download, sealFile } from '../support/seals.ts';

const TASK = 'human-phrasing/warm-tone';

test('`imprimatur verify` tells of an output, offline, by what it was made, as its issuer says', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const api = await startApi();
  const { body } = await api.json('/v1/chat/completions', {
    as: 'integration',
    headers: { 'x-imprimatur-seal': 'true' },
    body: { model: TASK, messages: [{ role: 'user', content: 'Write to Ms Marsh that her order is late.' }] },
  });
  const { seal, run_id } = body.imprimatur;
  const file = path.join(folder, 'letter.txt');
  const trust = path.join(folder, 'trust.json');
  writeFileSync(file, body.choices[0].message.content);
  writeFileSync(`${file}.sigstore.json`, await sealFile(api, seal.id, 'seal.sigstore.json'));
  writeFileSync(trust, await download(api, '/.well-known/imprimatur/trust.json'));
  await api.stop();

  const said = execFileSync(process.execPath, ['--import', 'tsx', 'src/main.ts', 'verify', file, '--trust', trust], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });

  expect(said).toContain('SAME BYTES');
  for (const line of [
    `run +${run_id}`,
    `task +${TASK}, version 1`,
    'simulates +',
    'routing policy +version 1',
    'simulated +by a simulated model',
  ]) {
    expect(said).toMatch(new RegExp(line));
  }
});
