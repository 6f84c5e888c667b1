import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { unavailableListener } from '../../src/cli/unavailable-listener.ts';
import { ask, expectProblem } from '../rest/support.ts';
import { startApi } from '../support/api.ts';

const api = await startApi({ works: false });
afterAll(() => api.stop());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const MISSING = '/no/such/path';

const open = (path: string, accept: string | undefined, method = 'GET') =>
  ask(api, { method, path, headers: accept === undefined ? {} : { accept } });

describe('a browser that opens', () => {
  test.each([
    ['a path that there is not', MISSING, 404, 'NOT_FOUND'],
    ['a thing that there is not', '/v/seal_00000000000000000000000000', 404, 'NOT_FOUND'],
    ['what nothing fits', '/api/marketing/image-bank/pick?tags=nothing-has-it', 404, 'NO_MATCH'],
    ['what is not for everybody', '/api/admin/image-bank', 401, 'UNAUTHENTICATED'],
    ['what cannot be read', '/v/%ff', 400, 'BAD_REQUEST'],
    ['the page of a problem that there is not', '/problems/nope', 404, 'NOT_FOUND'],
  ])('%s gets a page that says what to do, with the same status', async (_, path, status, code) => {
    const page = await open(path, BROWSER);

    expect(page.status).toBe(status);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.text).toContain(`href="/problems/${code.toLowerCase().replaceAll('_', '-')}"`);
    expect(page.text).toContain('href="/"');
    expect(page.text).toContain(String(page.headers['x-request-id']));
  });

  test('what it is not signed in for is led to where it can', async () => {
    expect((await open('/api/admin/image-bank', BROWSER)).text).toContain('href="/admin/sign-in"');
    expect((await open(MISSING, BROWSER)).text).not.toContain('href="/admin/sign-in"');
  });

  test('an address with markup in it sees it as text', async () => {
    const { text } = await open('/api/marketing/image-bank/pick?tags=<script>alert(1)</script>', BROWSER);

    expect(text).not.toContain('<script');
    expect(text).toContain('&#60;');
  });
});

describe('everybody else gets JSON', () => {
  test.each([
    undefined,
    '*/*',
    'application/json',
    'application/problem+json',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
    'image/avif,image/webp,*/*;q=0.8',
    'nonsense',
  ])('who accepts %s', async (accept) => {
    const answer = await open(MISSING, accept);

    expectProblem(answer, { status: 404, code: 'NOT_FOUND' });
    expect(Object.keys(answer.json)).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'code',
      'requestId',
      'ok',
    ]);
  });

  test('who writes, whatever they accept', async () => {
    expectProblem(await open(MISSING, BROWSER, 'POST'), { status: 404, code: 'NOT_FOUND' });
  });
});

describe('an address with a slash at its end', () => {
  test.each([
    ['/admin/', '/admin'],
    ['/admin/?as=it#is', '/admin?as=it'],
    ['/problems//', '/problems'],
    ['/v/seal_1/?a=/', '/v/seal_1?a=/'],
    ['/no/such/', '/no/such'],
  ])('leads a browser from %s to %s', async (path, to) => {
    const { status, headers } = await open(path.split('#')[0]!, BROWSER);

    expect([status, headers.vary, headers['cache-control']]).toEqual([308, 'Accept', 'no-store']);
    expect(new URL(headers.location!, new URL(path, api.url)).href).toBe(api.url + to);
  });

  test.each(['//evil.example/', '/\\evil.example/', '///', `/${'x'.repeat(3_000)}/`, '/\t/evil.example/'])(
    'leads nobody to another host, nor in a circle: %s',
    async (path) => {
      const sent = path.replace('\t', '%09');
      const { status, headers } = await open(sent, BROWSER);

      expect([200, 308, 404]).toContain(status);
      if (status === 308)
        expect(new URL(headers.location!, new URL(sent, api.url)).origin).toBe(new URL(api.url).origin);
    },
  );

  test.each([undefined, 'application/json', '*/*'])(
    'leads a program that accepts %s to what is served, and nowhere else',
    async (accept) => {
      for (const method of ['GET', 'POST']) {
        const { status, headers } = await open('/problems/', accept, method);
        expect([status, headers.location]).toEqual([308, '../problems']);
      }
      expectProblem(await open('/no/such/', accept), { status: 404, code: 'NOT_FOUND' });
    },
  );
});

test('who looks while the service starts is shown so, and asks again by itself', async () => {
  const server = createServer(
    unavailableListener('http://imprimatur.test', 'The service is starting. Try again shortly.'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const page = await fetch(url, { headers: { accept: BROWSER } });
  const problem = await fetch(url);

  expect(page.status).toBe(503);
  expect(page.headers.get('refresh')).toBe('2');
  expect(await page.text()).toContain('The service is starting.');
  expect(problem.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(await problem.json()).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', ok: false });
});
