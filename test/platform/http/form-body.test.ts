import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formBody, formOf } from '../../../src/platform/http/form-body.ts';
import { failed, problemJson } from '../../../src/platform/http/mount.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = express();
  app.post('/', formBody(url), (req, res) => {
    res.json([formOf(req).text('name'), formOf(req).exact('password'), formOf(req).text('none')]);
  });
  app.use(failed(problemJson({ publicUrl: url }), createLogger('silent', 'json')));
  server.on('request', app);
});
afterAll(() => void server.close());

const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url, ...headers },
  });

test('fields are text, a password exactly as it was typed', async () => {
  const answer = await send('name=+Vera+Br%C3%A4ndt+&password=+a%2Bb+');

  expect(await answer.json()).toEqual(['Vera Brändt', ' a+b ', '']);
});

test.each<[string, string | Uint8Array, Record<string, string>, number]>([
  ['another origin', 'a=1', { origin: 'https://evil.example' }, 403],
  ['no origin', 'a=1', { origin: '' }, 403],
  ['a neighbour', 'a=1', { 'sec-fetch-site': 'same-site' }, 403],
  ['JSON', '{}', { 'content-type': 'application/json' }, 415],
  ['text, as a form may also send it', 'a=1', { 'content-type': 'text/plain' }, 415],
  ['a field twice', 'a=1&a=2', {}, 400],
  ['bytes that are no text', new Uint8Array([97, 61, 0xff]), {}, 400],
  ['the same in percent-encoding', 'a=%ff', {}, 400],
  ['too much', `a=${'x'.repeat(16_000)}`, {}, 413],
  ['too many fields', Array.from({ length: 60 }, (_, at) => `a${at}=`).join('&'), {}, 413],
])('%s is refused', async (_, body, headers, status) => {
  expect((await send(body, headers)).status).toBe(status);
});
