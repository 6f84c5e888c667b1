import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { literalTextsIn } from '../../scripts/prose/screen-texts.ts';

/** Features whose screens have their texts in `texts.ts`. */
const FEATURES = [
  'agents',
  'approvals',
  'assets',
  'audit',
  'customers',
  'gateway',
  'health',
  'models',
  'operators',
  'partners',
  'providers',
  'publishing',
  'renders',
  'sanctuary',
  'seals',
  'settings',
  'webhooks',
];
const FOLDERS = ['src/web/kit', 'src/web/admin', ...FEATURES.map((feature) => `src/${feature}/web`)];

test('screens have their texts in texts.ts', () => {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.tsx`));
  const found = files.flatMap((file) => literalTextsIn(file, readFileSync(file, 'utf8')));

  expect(files.length).toBeGreaterThan(20);
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
});

test.each([
  '<p>No runs yet.</p>',
  '<p>{count} runs</p>',
  '<Page title="Runs" />',
  '<TextFilter placeholder={`Part of it`} />',
  '<p>{isDone ? "All runs are done." : null}</p>',
  "const columns = [{ title: 'Status', cell }];",
  '<Facts items={[["Status", <b key="status">{status}</b>]]} />',
  '<Button>{isOn ? "Disable" : texts.enable}</Button>',
])('finds a text in %s', (source) => {
  expect(literalTextsIn('a.tsx', source)).toHaveLength(1);
});

test.each([
  '<p className="hint big">{texts.list.empty}</p>',
  '<code>mcp:use</code>',
  '<a href="/readyz">/readyz</a>',
  '<Button variant="default" type="submit">{texts.list.create}</Button>',
  '<p>{count} · {total}</p>',
  "const KINDS = { key: 'SUCCEEDED' };",
  "<Drawer classNames={{ title: 'detail-title' }} />",
])('finds none in %s', (source) => {
  expect(literalTextsIn('a.tsx', source)).toEqual([]);
});
