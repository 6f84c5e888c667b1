import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FILE_HEAD, fieldHead, multipart, stored } from '../../rest/support.ts';
import { agentOf } from '../../support/agents.ts';
import { type Api, type Credential, startApi } from '../../support/api.ts';
import { noise } from './noise.ts';
import { askWithoutReading, readSlowly, type SlowUpload, uploadSlowly } from './slow-client.ts';

/** Each window is passed several times by what follows. */
const PACE = {
  bodyBytesPerSecond: 20_000,
  bodyWindowMs: 600,
  bodyMs: 60_000,
  answerBytesPerSecond: 800_000,
  answerWindowMs: 1_500,
};
const HONEST = 60_000;
const SLOW = 4_000;

let api: Api;
let png: Buffer;
let agent: Credential;
beforeAll(async () => {
  api = await startApi({ works: false, connections: PACE });
  png = await noise(200_000);
  agent = (await agentOf(api)).as;
});
afterAll(() => api.stop());

const CREATE = `mutation ($input: CreateAssetInput!) { createAsset(input: $input) { __typename } }`;
const JSON_TYPE = { 'content-type': 'application/json' };
const BANK = '/api/admin/image-bank';

type Upload = Omit<SlowUpload, 'bytesPerSecond'>;
/** The same picture at each door that takes one. */
const UPLOADS: Record<string, () => Upload> = {
  'a form over REST': () => ({ path: BANK, as: 'operator', ...multipart([{ head: FILE_HEAD, body: png }]) }),
  'JSON over REST': () => ({
    path: BANK,
    as: 'operator',
    headers: JSON_TYPE,
    body: Buffer.from(JSON.stringify({ imageBase64: png.toString('base64') })),
  }),
  'a form over GraphQL': () => ({
    path: '/graphql',
    as: 'operator',
    ...multipart([
      {
        head: fieldHead('operations'),
        body: JSON.stringify({ query: CREATE, variables: { input: { file: null } } }),
      },
      { head: fieldHead('map'), body: '{"0":["variables.input.file"]}' },
      { head: FILE_HEAD.replace('name="file"', 'name="0"'), body: png },
    ]),
  }),
};
const TEXTS: Record<string, () => Upload> = {
  GraphQL: () => text('/graphql', { query: '{ __typename }' }),
  'a text to seal': () => text('/api/legal/provenance-seal', { artifact_text: 'The offer stands.' }),
  '/v1/chat/completions': () => text('/v1/chat/completions', { model: 'x' }),
  MCP: () => ({ ...text('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }), as: agent }),
};

/** A body of text, long enough for several windows. */
function text(path: string, body: object): Upload {
  const padded = JSON.stringify({ ...body, padding: 'x'.repeat(30_000) });
  const headers = { ...JSON_TYPE, accept: 'application/json, text/event-stream' };
  return { path, as: 'operator', headers, body: Buffer.from(padded) };
}

describe('a slow line', () => {
  test.each(Object.entries(UPLOADS))('is given the time for %s', async (_, upload) => {
    const { status, json, elapsedMs } = await uploadSlowly(api, { ...upload(), bytesPerSecond: HONEST });

    expect(status, JSON.stringify(json)).toBeLessThan(300);
    expect(json.errors).toBeUndefined();
    expect(elapsedMs).toBeGreaterThan(4 * PACE.bodyWindowMs);
  });

  test('that is too slow is told so at each door, and changes nothing', async () => {
    const before = await stored(api);
    const all = Object.values({ ...UPLOADS, ...TEXTS }).map((upload) => upload());

    const answers = await Promise.all(all.map((upload) => uploadSlowly(api, { ...upload, bytesPerSecond: SLOW })));

    for (const [at, { status, json, headers, sentBytes }] of answers.entries()) {
      const { path, body } = all[at]!;
      expect({ path, status }).toEqual({ path, status: 408 });
      expect(sentBytes).toBeLessThan(body.length);
      const [code] = JSON.stringify(json).match(/REQUEST_TIMEOUT|request_timeout/) ?? [JSON.stringify(json)];
      expect(code).toBe(path.startsWith('/v1/') ? 'request_timeout' : 'REQUEST_TIMEOUT');
      if (!path.startsWith('/api/')) continue;
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(json).toMatchObject({
        code: 'REQUEST_TIMEOUT',
        detail: expect.stringMatching(
          /^The request body arrived at less than 20 kB\/s over 0\.6 s\. Nothing was done\./,
        ),
      });
    }
    // What is sent on is read for a moment and then cut off.
    await Promise.all(answers.map(({ closed }) => closed));
    expect(await stored(api)).toEqual(before);
  });

  test('is given no longer than a body may take in all', async () => {
    const strict = await startApi({ works: false, connections: { ...PACE, bodyMs: 1_000 } });

    const upload = { ...UPLOADS['JSON over REST']!(), bytesPerSecond: HONEST };
    const { status, json } = await uploadSlowly(strict, upload);

    expect(status).toBe(408);
    expect(json.detail).toMatch(/^The request body took longer than/);
  });

  test('may send its next request over the same connection, however long the first one took', async () => {
    const body = JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(60_000) } });
    const request = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => (answer += text));

    for (const time of [1, 2]) {
      for (let at = 0; at < request.length; at += 3_000) {
        socket.write(request.slice(at, at + 3_000));
        await sleep(50);
      }
      await expect.poll(() => answer.match(/HTTP\/1\.1 200/g)).toHaveLength(time);
    }
    socket.destroy();
  });
});

describe('an answer', () => {
  const connections = () =>
    new Promise<number>((resolve) => api.httpServer.getConnections((_, count) => resolve(count)));

  test('goes whole to who reads it at the slowest rate, and is not kept for who reads nothing', async () => {
    // More than the network holds of an answer that nobody reads.
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(await noise(12_000_000))]), 'large.png');
    const response = await api.fetch(BANK, { method: 'POST', as: 'operator', body });
    const { asset } = (await response.json()) as { asset: { url: string } };
    const path = new URL(asset.url).pathname;
    const length = Number((await api.fetch(path, { method: 'HEAD' })).headers.get('content-length'));
    expect(length).toBeGreaterThan(10_000_000);

    const unread = await askWithoutReading(api, path);
    const slow = await askWithoutReading(api, path);
    // Most of the time nothing seems to move here: the kernel takes some megabytes at a time.
    const read = await readSlowly(slow, 2.5 * PACE.answerBytesPerSecond);

    expect(read).toBeGreaterThanOrEqual(length);
    await expect.poll(connections).toBe(0);
    expect(unread.bytesRead).toBeLessThan(length);
    unread.destroy();
  });
});
