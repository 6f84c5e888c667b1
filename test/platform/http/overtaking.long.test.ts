import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../support/database.ts';
import { type ServiceProcess, startService } from '../../support/service-process.ts';

let service: ServiceProcess;
beforeAll(async () => {
  const database = await cloneDatabase();
  service = await startService({ env: { DATABASE_URL: database.url } });
  await service.ready();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const HEAVY = 60;

/** As much to check as a document may have, none like another, and wrong at its end. */
const costly = (n: number) => {
  const fields = 'id sha256 byteLength mediaType isPrivate sealedAt status logIndex keyId verificationUrl bundleUrl';
  const seals = (at: number) => `a${at}: sealsByDigest(sha256: "${String(n).padStart(64, '0')}") { ${fields} b: id }`;
  return `{ ${Array.from({ length: 29 }, (_, at) => seals(at)).join(' ')} nothing }`;
};

const jsonTo = (path: string, body: unknown) => {
  const content = JSON.stringify(body);
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json'];
  return `${head.join('\r\n')}\r\nContent-Length: ${content.length}\r\n\r\n${content}`;
};

const LIGHT = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';

/** A connection that the service has taken: it takes one at a time, and what waits there has not come to it. */
async function connected(): Promise<Socket> {
  const socket = await service.connect();
  socket.write(LIGHT);
  await once(socket, 'data');
  return socket;
}

/** Sends all of it while the process is held, so that it finds it all at one moment; gives the order of the answers. */
async function answersTo(requests: readonly (readonly [name: string, request: string])[]): Promise<string[]> {
  const order: string[] = [];
  const sent = await Promise.all(
    requests.map(async ([name, request]) => ({ name, request, socket: await connected() })),
  );
  process.kill(service.pid, 'SIGSTOP');
  for (const { socket, request } of sent) socket.write(request);
  await sleep(1_000);
  process.kill(service.pid, 'SIGCONT');
  await Promise.all(
    sent.map(async ({ name, socket }) => {
      await once(socket, 'data');
      order.push(name);
      socket.destroy();
    }),
  );
  return order;
}

test.each([
  ['documents that are costly to check', (n: number) => jsonTo('/graphql', { query: costly(n) })],
  [
    'long variables',
    () =>
      jsonTo('/graphql', { query: 'query ($id: ID!) { seal(id: $id) { id } }', variables: { id: 'a'.repeat(90_000) } }),
  ],
  [
    'long texts',
    () => jsonTo('/api/legal/provenance-seal', { artifact_text: '\u0000'.repeat(15_000), disclaimer_ack: true }),
  ],
])('%s that a stranger sends, sixty at one moment, are overtaken by what is light', async (_, heavy) => {
  const order = await answersTo([
    ...Array.from({ length: HEAVY }, (_, n) => ['heavy', heavy(n)] as const),
    ...Array.from({ length: 3 }, () => ['light', LIGHT] as const),
  ]);

  expect(order).toHaveLength(HEAVY + 3);
  expect(order.lastIndexOf('light')).toBeLessThan(HEAVY / 2);
});
