import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { renderMarkdown } from '../../src/site/documents/render-markdown.ts';
import { ask, expectProblem } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

const FOLDER = join(PROJECT_ROOT, 'docs');
const filesIn = (folder: string) => readdirSync(join(FOLDER, folder)).filter((file) => file.endsWith('.md'));
const PATHS = [
  '/docs',
  '/docs/decisions',
  ...filesIn('').map((file) => `/docs/${file.slice(0, -3)}`),
  ...filesIn('decisions').map((file) => `/docs/decisions/${file.slice(0, -3)}`),
];

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api?.stop());

const open = async (path: string) => (await ask(api, { path, headers: { accept: 'text/html, */*;q=0.8' } })).text;

test('every document is a page, all are found from the first one, and their links lead to what is there', async () => {
  const pages = new Map(await Promise.all(PATHS.map(async (path) => [path, await open(path)] as const)));
  const idsOf = (path: string) => [...(pages.get(path) ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  const reached = new Set(['/docs']);
  for (const path of reached) {
    for (const [, href] of (/<article>.*<\/article>/s.exec(pages.get(path)!)?.[0] ?? '').matchAll(/href="([^"]+)"/g)) {
      const { pathname, hash, origin } = new URL(href!, `${api.url}${path}`);
      if (origin !== api.url || pathname.endsWith('.md')) continue;
      expect(pages.has(pathname), `${path} leads to ${href}`).toBe(true);
      if (hash) expect(idsOf(pathname), `${path} leads to ${href}`).toContain(decodeURIComponent(hash.slice(1)));
      reached.add(pathname);
    }
  }

  expect(PATHS.filter((path) => !reached.has(path) && path !== '/docs/README')).toEqual([]);
  for (const page of pages.values()) {
    expect(page).toMatch(/<title>[^<]+ · Imprimatur<\/title>/);
    expect(page).not.toMatch(/<script| style="|<img src="(?!\/docs\/images\/)/);
  }
});

test.each([
  ['who accepts Markdown before HTML', '/docs/gateway', 'text/markdown, text/html;q=0.5'],
  ['who names the file', '/docs/gateway.md', 'text/html'],
])('%s is given the source', async (_, path, accept) => {
  const { status, headers, text } = await ask(api, { path, headers: { accept } });

  expect([status, headers['content-type'], headers.vary]).toEqual([200, 'text/markdown; charset=utf-8', 'Accept']);
  expect(text).toBe(readFileSync(join(FOLDER, 'gateway.md'), 'utf8'));
});

describe('pictures', () => {
  const PICTURES = readdirSync(join(FOLDER, 'images'));
  const linksIn = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, to]) => to!);
  const documents = filesIn('').map((file) => ({ file, links: linksIn(join(FOLDER, file)) }));

  test('are all there, and all of them are shown somewhere', () => {
    const inReadme = linksIn(join(PROJECT_ROOT, 'README.md'));
    const shown = [
      ...inReadme.map((to) => to.replace(/^docs\//, '')),
      ...documents.flatMap(({ links }) => links),
    ].toSorted();

    expect([...new Set(shown)]).toEqual(PICTURES.map((file) => `images/${file}`).toSorted());
    expect(inReadme.every((to) => to.startsWith('docs/images/'))).toBe(true);
    expect(filesIn('decisions').flatMap((file) => linksIn(join(FOLDER, 'decisions', file)))).toEqual([]);
  });

  test('are small', () => {
    const sizes = PICTURES.map((file) => statSync(join(FOLDER, 'images', file)).size);

    expect(Math.max(...sizes)).toBeLessThan(65_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000);
  });

  test('are on the page of their document, which leaves room for them before they load', async () => {
    for (const { file, links } of documents) {
      const { text, headers } = await ask(api, {
        path: `/docs/${file.slice(0, -3)}`,
        headers: { accept: 'text/html' },
      });
      const images = text.match(/<img [^>]+>/g) ?? [];
      expect(images.map((tag) => /src="([^"]+)"/.exec(tag)?.[1])).toEqual(links.map((to) => `/docs/${to}`));
      expect(headers['content-security-policy']).toContain("img-src 'self' data:");
      for (const [index, tag] of images.entries()) {
        const { width, height } = await sharp(readFileSync(join(FOLDER, links[index]!))).metadata();
        expect(tag).toMatch(/ alt="[^"]{20,}"/);
        expect(tag).toContain(` width="${width}" height="${height}" loading="lazy"`);
      }
    }
  });

  test('are served as they are, and not sent again to a caller who has them', async () => {
    const path = '/docs/images/image-bank.webp';
    const { status, headers, bytes } = await ask(api, { path });

    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'no-cache']);
    expect(bytes.equals(readFileSync(join(FOLDER, 'images/image-bank.webp')))).toBe(true);
    const again = await ask(api, { path, headers: { 'if-none-match': headers.etag! } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });
});

test.each(['0003', '0003-hot-reads', '0003-hot-reads.md'])('decision %s is found by its number', async (name) => {
  const { status, text } = await ask(api, { path: `/docs/decisions/${name}` });

  expect(status).toBe(200);
  expect(text).toContain('Compile frequent reads to one SQL statement');
});

test.each([
  '/docs/nope',
  '/docs/constructor',
  '/docs/__proto__',
  '/docs/gateway.md.md',
  '/docs/..%2fREADME',
  '/docs/decisions%2f0003-compile-frequent-reads-to-one-statement.txt',
  '/docs/decisions/nope',
  '/docs/decisions/9999',
  '/docs/images',
  '/docs/images/nope.webp',
  '/docs/images/constructor',
  '/docs/images/image-bank',
  '/docs/images/..%2fREADME.md',
  '/docs/images/..%2fimages%2fimage-bank.webp',
  '/docs/images/../../package.json',
  `/docs/${'x'.repeat(5_000)}`,
])('there is no %s', async (path) => {
  expectProblem(await ask(api, { path }), { status: 404, code: 'NOT_FOUND' });
});

describe('a document', () => {
  const render = (source: string, name = 'one') =>
    renderMarkdown(
      { name, title: '', summary: '', source },
      {
        has: (other) => ['two', 'decisions/0001-first'].includes(other),
        pictures: new Map([['screen.webp', { width: 1200, height: 750 }]]),
      },
    );

  test('is text wherever it looks like HTML, and shows no picture of elsewhere', () => {
    const { html } = render(
      '<script>alert(1)</script> and <b onclick="x">bold</b>\n\n<div>\n\n![seal](http://example.org/a.png)\n\n```html\n</code><img src=x>\n```\n',
    );

    expect(html).not.toMatch(/<script|<b|<div|<img/);
    expect(html).toContain('&lt;script&gt;');
  });

  test('shows pictures from the folder of the documents, and says the alt text of any other', () => {
    const image =
      '<img src="/docs/images/screen.webp" alt="The &lt;b&gt; screen" width="1200" height="750" loading="lazy">';
    expect(render('![The <b> screen](images/screen.webp)').html).toBe(`<p>${image}</p>\n`);

    const others = [
      'http://example.org/images/screen.webp',
      '//example.org/screen.webp',
      '/docs/images/screen.webp',
      'images/nope.webp',
      'images/../images/screen.webp',
      'images/..%2fscreen.webp',
      '../images/screen.webp',
      'screen.webp',
      'images/constructor',
    ];
    for (const src of others) expect(render(`![A <b> \`screen\`](${src})`).html).toBe('<p>A &lt;b&gt; screen</p>\n');
    expect(render('![A screen](images/screen.webp)', 'decisions/0002-next').html).toBe('<p>A screen</p>\n');
  });

  test('leads nowhere by a script, nor to a file that is not served', () => {
    const { html } = render(
      '[a](javascript:alert(1)) [b](../src/main.ts) [c](../two.md) [d](nope.md) [e](file:///etc/passwd) [f](data:text/html,x)',
    );

    expect(html).not.toContain('href');
  });

  test('leads to the pages of others, and to the places in them', () => {
    const leads = (source: string, name?: string) => /href="([^"]+)"/.exec(render(source, name).html)?.[1];

    expect(leads('[a](two.md#what-it-is)')).toBe('/docs/two#what-it-is');
    expect(leads('[a](decisions/0001-first.md)')).toBe('/docs/decisions/0001-first');
    expect(leads('[a](decisions/)')).toBe('/docs/decisions');
    expect(leads('[a](../two.md)', 'decisions/0002-next')).toBe('/docs/two');
    expect(leads('[a](0001-first.md)', 'decisions/0002-next')).toBe('/docs/decisions/0001-first');
    expect(leads('[a](https://example.org/x)')).toBe('https://example.org/x');
  });

  test('names its headings as other renderers of Markdown do, each once', () => {
    const { html, sections } = render('# Title\n\n## What `it` is, and why?\n\n## Same\n\n## Same\n\n### Deeper\n');

    expect(sections.map(({ id }) => id)).toEqual(['what-it-is-and-why', 'same', 'same-1']);
    expect(html).toContain('<h2 id="what-it-is-and-why">What <code>it</code> is, and why?</h2>');
  });

  test('has tables that are scrolled by keyboard as well, and no style in an attribute', () => {
    const { html } = render('| a | b |\n|---|--:|\n| 1 | 2 |\n');

    expect(html).toContain('<div class="scroll" tabindex="0"><table>');
    expect(html).toContain('<td class="number">2</td>');
    expect(html).not.toContain('style');
  });
});
