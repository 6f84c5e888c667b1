import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { LocalCheckpointSigner } from '../../src/log/log-key.ts';
import { type OpenedCheckpoint, openCheckpoint } from '../../src/proof/checkpoint.ts';
import { CompactRange, leafHash } from '../../src/proof/merkle.ts';
import { cloneDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const FIXTURE = 'test/log/fixtures/append-and-die.ts';
const POINTS = ['before signing', 'before remembering', 'after remembering', 'at some moment'];

/** Kills a log so many times between an entry and its checkpoint, at each of the points in turn. @throws when it then tells two histories. */
export async function killLog(kills: number): Promise<void> {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-killed-'));
  onTestFinished(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
  const run = (point: string, name: string) => {
    const args = ['--experimental-transform-types', '--no-warnings', FIXTURE, database.url, dataDir, point, name];
    // All starts compile once.
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: path.join(dataDir, 'compiled') };
    return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: PATIENCE_MS, env });
  };
  const acknowledged: string[] = [];

  for (let kill = 0; kill < kills; kill++) {
    const { signal, stdout, stderr } = run(POINTS[kill % POINTS.length]!, `run${kill}`);
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
    acknowledged.push(...stdout.split('\n').slice(0, -1));
  }
  const last = run('nowhere', 'last');

  expect(last).toMatchObject({ status: 0, stderr: '' });
  acknowledged.push(...last.stdout.split('\n').slice(0, -1));
  const entries = await database.query<{ index: string; key: string; body: Buffer }>(
    'select index, key, body from log_entry order by index',
  );
  const notes = await database.query<{ note: string }>('select note from log_checkpoint order by size');
  const { key } = LocalCheckpointSigner.open(dataDir, 'log1.killed.example', null);
  const published = notes.map(({ note }) => openCheckpoint(note, key));
  const remembered = openCheckpoint(readFileSync(path.join(dataDir, 'log/checkpoint-1'), 'utf8'), key);
  const roots = rootsOf(entries.map(({ body }) => body));

  expect(entries.map(({ index }) => Number(index))).toEqual(entries.map((_, index) => index));
  const places = new Set(entries.map(({ index, key }) => `${index} ${key}`));
  expect(acknowledged.filter((place) => !places.has(place))).toEqual([]);
  const isOfThisHistory = ({ size, root }: OpenedCheckpoint) => Buffer.from(root).equals(roots[size - 1]!);
  expect([...published, remembered].filter((checkpoint) => !isOfThisHistory(checkpoint))).toEqual([]);
  expect(published.at(-1)!.size).toBe(entries.length);
  expect(entries.length).toBeGreaterThan(kills);
}

/** Roots of the trees of the first entry, the first two, and so on. */
function rootsOf(bodies: Buffer[]): Buffer[] {
  const range = new CompactRange();
  return bodies.map((body) => {
    range.append(leafHash(body));
    return Buffer.from(range.root());
  });
}
