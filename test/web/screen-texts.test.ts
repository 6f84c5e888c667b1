import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { htmlTextsIn } from '../../scripts/prose/html-texts.ts';
import { literalTextsIn } from '../../scripts/prose/screen-texts.ts';

const SCREENS = ['src/*/web/**/*.{ts,tsx}', 'src/web/**/*.{ts,tsx}'];
/** Texts, titles in the navigation, builds, generated code, and operations that GraphiQL describes next to their queries. */
const NO_SCREEN = /\/(?:texts|index|vite\.config)\.ts$|\/(?:generated|prepared)\//;
/** Compared with an answer of the service, not shown. */
const KEYS = ['Marketing hub'];

test('screens have their texts in texts.ts', () => {
  const files = SCREENS.flatMap((pattern) => globSync(pattern)).filter((file) => !NO_SCREEN.test(file));
  const found = files
    .flatMap((file) => literalTextsIn(file, readFileSync(file, 'utf8')))
    .filter(({ file, text }) => !KEYS.includes(text) && (file.endsWith('.tsx') || /^\p{Lu}/u.test(text)));

  expect(files.length).toBeGreaterThan(200);
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

/** Modules that write HTML call one of these. */
const WRITES_HTML = /\b(?:escapeHtml|definitionList|sendPersonPage|PageFrame|PLAIN_PAGE)\b/;

test('pages of the server have their texts in texts.ts', () => {
  const files = globSync('src/**/*.ts').filter((file) => WRITES_HTML.test(readFileSync(file, 'utf8')));
  const found = files.flatMap((file) => htmlTextsIn(file, readFileSync(file, 'utf8')));

  expect(files.length).toBeGreaterThan(20);
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
});

test.each([
  'const html = `<h1>Sign in</h1>`;',
  "const html = '<p>No pictures yet.</p>';",
  `const html = \`<p>\${count} runs</p>\`;`,
  `const html = \`<img alt="A lake" src="\${path}">\`;`,
])('finds a text in %s', (source) => {
  expect(htmlTextsIn('a.ts', source)).toHaveLength(1);
});

test.each([
  `const html = \`<h1>\${texts.title}</h1>\`;`,
  `const html = \`<p class="hint">\${count} · \${total}</p>\`;`,
  'const html = `<code>mcp:use</code>`;',
  "const sql = 'select 1 where a < b';",
])('finds none in %s', (source) => {
  expect(htmlTextsIn('a.ts', source)).toEqual([]);
});
