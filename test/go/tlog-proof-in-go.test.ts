import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatVerifierKey, parseNote } from '../../src/proof/note.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';
import { TestLog } from '../support/test-log.ts';
import { goProgram } from './build.ts';

const run = promisify(execFile);

const log = new TestLog('log.example', 700);
const vkey = formatVerifierKey(log.signer.key);
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imprimatur-go-'));
  program = await goProgram('check-tlog-proof', folder);
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  [0, 1],
  [0, 2],
  [255, 256],
  [256, 257],
  [511, 700],
  [699, 700],
])('the Go team’s own code finds entry %i in our log of %i entries', async (index, size) => {
  const proof = await log.tlogProof(index, size, [witnessSigner('witness.example')]);

  expect(await checkInGo(proof, `entry ${index}`)).toBe(parseNote(log.checkpoint(size)).text);
});

test('it refuses another entry, another index, an altered size and another key', async () => {
  const proof = await log.tlogProof(300, 700);
  const stranger = formatVerifierKey(logSigner('log.example').key);

  await expect(checkInGo(proof, 'entry 301')).rejects.toThrow('invalid transparency proof');
  await expect(checkInGo(proof.replace('index 300\n', 'index 301\n'), 'entry 300')).rejects.toThrow(
    'invalid transparency proof',
  );
  await expect(checkInGo(proof.replace('\n700\n', '\n701\n'), 'entry 300')).rejects.toThrow('invalid signature');
  await expect(checkInGo(proof, 'entry 300', stranger)).rejects.toThrow('note has no verifiable signatures');
});

async function checkInGo(proof: string, entry: string, key = vkey): Promise<string> {
  const [proofFile, entryFile] = [join(folder, 'a.tlog-proof'), join(folder, 'a.entry')];
  await writeFile(proofFile, proof);
  await writeFile(entryFile, entry);
  return (await run(program, [key, proofFile, entryFile])).stdout;
}
