import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import type { SampleImage } from '../../src/feature.ts';
import { type Mount, readOnly, serve } from '../../src/platform/http/mount.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { homePage } from '../../src/site/home-page.ts';
import { homeDocs } from '../../src/site/pages.docs.ts';

const mountAt = (path: string): Mount =>
  readOnly(path, homeDocs, (_req, res) => void res.end(), { title: `The one at ${path}`, text: 'what it is' });

async function homeOf(paths: readonly string[], sampleImages: () => Promise<readonly SampleImage[]> = async () => []) {
  const app = express();
  const mounts = [...paths.map(mountAt), readOnly('/unlinked', homeDocs, (_req, res) => void res.end())];
  serve(app, [homePage({ mounts, sampleImages })], { publicUrl: '', logger: createLogger('silent', 'json') });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const html = await response.text();
  const linksIn = (part: string | undefined) => [...(part ?? '').matchAll(/href="([^"]+)"/g)].map(([, path]) => path);
  return {
    html,
    status: response.status,
    doors: linksIn(/<ul class="doors">.*?<\/ul>/s.exec(html)?.[0]),
    others: linksIn(/<dl>.*?<\/dl>/s.exec(html)?.[0]),
  };
}

test('only what is mounted has a door, in the order that they have for a newcomer', async () => {
  const all = [
    '/admin',
    '/admin/sign-in',
    '/docs',
    '/docs/rest',
    '/openapi.json',
    '/graphql',
    '/for/developer-sanctuary',
    '/log',
  ];

  const few = await homeOf(['/openapi.json', '/admin/sign-in']);
  const whole = await homeOf(all);

  expect(few).toMatchObject({ doors: ['/openapi.json', '/admin/sign-in'], others: [] });
  expect(few.html).not.toContain('More pages');
  expect(whole.doors).toEqual(['/for/developer-sanctuary', '/graphql', '/docs/rest', '/docs', '/admin']);
  expect(whole.others).toEqual(['/admin/sign-in', '/openapi.json', '/log']);
  expect(whole.html).not.toContain('/unlinked');
});

test('pictures are shown with their briefs, as text', async () => {
  const sampleImage = {
    title: 'Calm',
    alt: 'A "sea"',
    brief: '<b>calm sea</b>',
    path: '/media/ast_1',
    width: 4,
    height: 3,
  };

  const { html } = await homeOf([], async () => [sampleImage]);

  expect(html).toContain('src="/media/ast_1/1280.webp"');
  expect(html).toContain('alt="A &#34;sea&#34;"');
  expect(html).toContain('<q>&#60;b&#62;calm sea&#60;/b&#62;</q>');
});

test('without a picture, and when none can be looked up, it is there all the same', async () => {
  const empty = await homeOf(['/graphql']);
  const away = await homeOf(['/graphql'], () => Promise.reject(new Error('The database is away.')));

  expect(empty).toMatchObject({ status: 200, doors: ['/graphql'] });
  expect(empty.html).not.toContain('<img');
  expect(away).toEqual(empty);
});
