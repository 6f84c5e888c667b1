import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DurableFile } from '../../src/platform/storage/durable-file.ts';

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-durable-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a file that is written by many at once has what one of them wrote, and nothing else is left', async () => {
  const folder = newFolder();
  const contents = Array.from({ length: 50 }, (_, n) => `${n}`.repeat(1_000));

  await Promise.all(contents.map((content) => new DurableFile(folder, 'log', 'one').write(content)));

  expect(contents).toContain(new DurableFile(folder, 'log', 'one').read());
  expect(readdirSync(path.join(folder, 'log'))).toEqual(['one']);
});

test('a file that can’t be replaced leaves no draft', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'one'));

  await expect(new DurableFile(folder, 'one').write('content')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['one']);
});
