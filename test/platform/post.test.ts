import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { post } from '../../src/platform/http/post.ts';

const options = {
  body: new TextEncoder().encode('question'),
  contentType: 'text/plain',
  maxBytes: 100,
  timeoutMs: 60_000,
};

const stops: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

test('an answer comes as it is, whatever its status', async () => {
  const url = await serving(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    response.writeHead(418, { 'content-type': 'Text/Tea; strong' }).end(`answer to ${request.method} ${body}`);
  });

  const answer = await post(url, options);

  expect(answer).toMatchObject({ status: 418, contentType: 'Text/Tea; strong', location: null });
  expect(Buffer.from(answer.bytes).toString()).toBe('answer to POST question');
});

test('a redirect is told and not followed', async () => {
  let wasAsked = false;
  const elsewhere = await serving((_, response) => {
    wasAsked = true;
    response.end();
  });
  const url = await serving((_, response) => response.writeHead(307, { location: elsewhere }).end());

  expect(await post(url, options)).toMatchObject({ status: 307, location: elsewhere });
  expect(wasAsked).toBe(false);
});

test('an answer that is too long is not read to its end', async () => {
  const url = await serving((_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(60)), 5);
    response.on('close', () => clearInterval(timer));
  });

  await expect(post(url, options)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

test('the time allowed is for the last byte as well', async () => {
  const url = await serving((_, response) => response.write('so far'));

  await expect(post(url, { ...options, timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a password in the address is sent as Basic authentication, and stands in no error', async () => {
  let authorization: string | undefined;
  const url = await serving((request, response) => {
    authorization = request.headers.authorization;
    response.end();
  });
  const withPassword = url.replace('//', '//customer:p%40ssw0rd@');

  await post(withPassword, options);
  await Promise.all(stops.splice(0).map((stop) => stop()));
  const failure: unknown = await post(withPassword, options).catch((error: unknown) => error);

  expect(Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString()).toBe('customer:p@ssw0rd');
  expect(failure).toMatchObject({ code: 'UNREACHABLE' });
  expect(inspect(failure, { depth: 9 })).not.toMatch(/ssw0rd/);
});

async function serving(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
