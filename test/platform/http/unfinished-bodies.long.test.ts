import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../support/database.ts';
import { useOf } from '../../support/process-use.ts';
import { startThreadTime } from '../../support/processor-time.ts';
import { type ServiceProcess, startService, until } from '../../support/service-process.ts';

let service: ServiceProcess;
beforeAll(async () => {
  const database = await cloneDatabase();
  service = await startService({ env: { DATABASE_URL: database.url } });
  await service.ready();
});
afterAll(() => service?.[Symbol.asyncDispose]());

interface Sent {
  socket: Socket;
  /** What has been answered so far. */
  answer(): string;
}

/** Sends what is given and leaves it at that. */
async function send(head: readonly string[], body: Buffer | string = ''): Promise<Sent> {
  const socket = await service.connect();
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => (answer += text));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return { socket, answer: () => answer };
}

const post = (path: string, ...headers: string[]) => [
  `POST ${path} HTTP/1.1`,
  'Host: x',
  'Content-Type: application/json',
  ...headers,
];

/** Text that is some eight times as long as it is when it is compressed. */
const swelling = (length: number) =>
  Array.from({ length: length / 500 }, () => randomBytes(50).toString('hex').repeat(5)).join('');

test('a body that swells to a hundred times of what was sent is refused before it has', async () => {
  const body = gzipSync(JSON.stringify({ query: 'x'.repeat(2_900_000) }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

  const stranger = await service.fetch('/graphql', { method: 'POST', headers, body });
  const operator = await service.fetch('/graphql', { method: 'POST', headers, body, as: 'operator' });

  expect(stranger.status).toBe(413);
  // Who is known is held to the size alone.
  expect(await operator.text()).not.toContain('is larger than');
});

test('bodies that would swell, and never end, cost what was sent of them, and no more of that is held than there is room for', async () => {
  const { body } = await service.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'The offer stands.', disclaimer_ack: true },
  });
  expect(body.ok).toBe(true);
  const before = useOf(service.pid);
  // More than a gigabyte altogether: bodies of 2.9 MB, of which the last bytes never come.
  const packed = gzipSync(JSON.stringify({ query: swelling(2_900_000) }));
  const begun = packed.subarray(0, packed.length - 12);
  const head = post('/graphql', 'Content-Encoding: gzip', `Content-Length: ${packed.length}`);
  const room = Math.floor(64_000_000 / begun.length);
  // About four seconds, on a machine that has nothing else to do.
  const decompressed = startThreadTime();
  for (let n = 0; n < 20; n++) gunzipSync(packed);
  const ofAllMs = decompressed() * (400 / 20);

  const sent = await Promise.all(Array.from({ length: 400 }, () => send(head, begun)));

  // What there is room for is left to come to its end; a small request finds room beside it.
  await until(() => sent.filter(({ answer }) => answer() === '').length <= room);
  const refused = sent.filter(({ answer }) => answer() !== '');
  for (const { answer } of refused) expect(answer()).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused[0]!.answer()).toMatch(/retry-after: 5/i);
  expect(refused[0]!.answer()).toContain('SERVICE_UNAVAILABLE');
  expect(sent.length - refused.length).toBeGreaterThan(room / 2);
  const small = await service.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'And so does the next.', disclaimer_ack: true },
  });
  expect(small.status).toBe(201);
  const after = useOf(service.pid);
  expect(after.residentBytes - before.residentBytes).toBeLessThan(400e6);
  expect(after.processorMs - before.processorMs).toBeLessThan(0.5 * ofAllMs);

  const goesOn = sent.find(({ answer }) => answer() === '')!;
  goesOn.socket.write(packed.subarray(packed.length - 12));
  await until(() => goesOn.answer().includes('HTTP/1.1 400'));
  for (const { socket } of sent) socket.destroy();
});

test.each([
  ['/graphql', 50_000_000],
  ['/api/legal/provenance-seal', 50_000_000],
])(
  '%s refuses a body by the length that is announced, and cuts off who sends it all the same',
  async (path, length) => {
    const { socket, answer } = await send(post(path, `Content-Length: ${length}`));
    // A write that meets the closed connection is an error first, then a close. `once` would reject for the error.
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));

    await until(() => answer() !== '');
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
    const timer = setInterval(() => socket.write('x'), 500);
    await closed;
    clearInterval(timer);
  },
);

test('a body that comes in time is answered on a connection that goes on', async () => {
  const text = JSON.stringify({ query: '{ __typename }' });
  const { socket, answer } = await send(post('/graphql', `Content-Length: ${text.length}`));
  for (const letter of text) socket.write(letter);
  await until(() => answer().includes('"Query"'));

  socket.write(`${post('/graphql', `Content-Length: ${text.length}`).join('\r\n')}\r\n\r\n${text}`);

  await until(() => answer().split('"Query"').length === 3);
  socket.destroy();
});

test.each([
  ['gzip', 'not gzip at all', "can't be decompressed"],
  ['zstd', 'x', 'gzip, deflate or br'],
])('what cannot be read as %s is told so', async (encoding, body, words) => {
  const response = await service.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body,
  });

  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(await response.text()).toContain(words);
});
