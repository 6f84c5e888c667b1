import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../support/database.ts';
import { useOf } from '../../support/process-use.ts';
import { type ServiceProcess, startService, until } from '../../support/service-process.ts';

let service: ServiceProcess;
beforeAll(async () => {
  const database = await cloneDatabase();
  service = await startService({ env: { DATABASE_URL: database.url } });
  await service.ready();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('requests in one packet are answered in their order', async () => {
  const socket = await service.connect();
  const paths = Array.from({ length: 60 }, (_, at) => (at % 2 ? '/livez' : `/no/such/path/${at}`));
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));

  socket.write(paths.map(request).join(''));

  await until(() => answer.match(/HTTP\/1\.1 \d+/g)?.length === paths.length);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(paths.map((path) => `HTTP/1.1 ${path === '/livez' ? 200 : 404}`));
  socket.destroy();
});

test('a connection that asks for more than it could read is cut', async () => {
  const socket = await service.connect();
  const closed = once(socket, 'close');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));

  socket.write(request('/livez').repeat(1_000));

  await closed;
  expect(answer.split('HTTP/1.1 200').length).toBeLessThan(200);
});

test('connections that ask for much and read nothing cost little, and others are answered meanwhile', async () => {
  const page = await service.fetch('/verifier.html').then((response) => response.text());
  expect(page.length).toBeGreaterThan(200_000);
  const before = useOf(service.pid);
  const sockets = await Promise.all(Array.from({ length: 40 }, () => service.connect()));
  for (const socket of sockets) socket.pause().write(request('/verifier.html').repeat(100));

  for (let times = 0; times < 10; times++) {
    expect((await service.fetch('/livez')).status).toBe(200);
    await sleep(100);
  }
  const after = useOf(service.pid);

  // 4,000 pages, a gigabyte and more, of which all but what the network holds would be held here.
  expect(after.residentBytes - before.residentBytes).toBeLessThan(400e6);
  for (const socket of sockets) socket.destroy();
});
