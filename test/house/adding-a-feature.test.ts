import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';

const page = readFileSync(path.join(PROJECT_ROOT, 'docs/adding-a-feature.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)\n```$/gm)].map(([, file, code]) => ({ file, code }));

test('every line of code of the page is the fixture’s', () => {
  expect(blocks.length).toBeGreaterThan(10);
  for (const { file, code } of blocks) {
    expect(readFileSync(path.join(import.meta.dirname, 'notes', file!), 'utf8')).toContain(code);
  }
});
