import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { providersAt, SLOT } from '../gateway/failover/asking.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, startApi } from '../support/api.ts';
import { MOCK_TEXT, MockUpstream } from '../support/mock-upstream.ts';

/** What 15 seconds are to the real service. */
const HEARTBEAT_MS = 50;
/** What 60 seconds are to the real client. */
const CLIENT_TIMEOUT_MS = 1_500;
const THINKS_MS = 2 * CLIENT_TIMEOUT_MS;

let upstream: MockUpstream;
let api: Api;
let bearer: string;
beforeAll(async () => {
  upstream = await MockUpstream.start();
  api = await startApi({ env: providersAt(upstream), streams: { heartbeatMs: HEARTBEAT_MS } });
  const { as: customer } = await customerWithKey(api, { plan: 'PRO' });
  bearer = (await agentOf(api, customer)).as.bearer;
});
afterAll(async () => {
  await api.stop();
  await upstream.stop();
});
beforeEach(() => {
  upstream.reset();
  upstream.isAlways('*', { is: 'slow', firstTokenMs: THINKS_MS });
});

let count = 0;
const taken = (more: object = {}) => ({
  task: SLOT.task,
  messages: [{ role: 'USER', content: `Is it so? ${count++}` }],
  ...more,
});

async function connected(mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${bearer}` } },
    }),
  );
  return client;
}

function post(message: object, accept = 'application/json, text/event-stream', signal?: AbortSignal) {
  return fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', accept },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, ...message }),
    ...(signal && { signal }),
  });
}
const call = (more: object = {}) => ({ method: 'tools/call', params: { name: 'run_task', arguments: taken(more) } });

describe.each([
  ['of the version of 2026', 'auto'],
  ['of the versions before', 'legacy'],
] as const)('a client %s', (_, mode) => {
  test('that takes progress waits longer than its own time limit', async () => {
    const client = await connected(mode);
    const progress: number[] = [];
    const { structuredContent } = await client.callTool(
      { name: 'run_task', arguments: taken() },
      {
        timeout: CLIENT_TIMEOUT_MS,
        resetTimeoutOnProgress: true,
        onprogress: ({ progress: seconds }) => void progress.push(seconds),
      },
    );
    await client.close();

    expect(structuredContent).toMatchObject({ status: 'SUCCEEDED', text: MOCK_TEXT });
    expect(progress.length).toBeGreaterThan(2);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  test('gets the answer without progress as well, where its limit allows it', async () => {
    const client = await connected(mode);
    const { structuredContent } = await client.callTool({ name: 'run_task', arguments: taken() });
    await client.close();

    expect(structuredContent).toMatchObject({ status: 'SUCCEEDED', text: MOCK_TEXT });
  });
});

test('a long call is answered by a stream with comments, and a short one as JSON', async () => {
  const long = await post(call());
  expect(long.headers.get('content-type')).toBe('text/event-stream');
  expect(long.headers.get('x-accel-buffering')).toBe('no');
  const text = await long.text();
  expect(text.split('\n').filter((line) => line.startsWith(':')).length).toBeGreaterThan(2);
  const [data] = text.split('\n').filter((line) => line.startsWith('data: '));
  expect(JSON.parse(data!.slice(6))).toMatchObject({ id: 7, result: { structuredContent: { text: MOCK_TEXT } } });

  const short = await post({ method: 'ping' });
  expect(short.headers.get('content-type')).toContain('application/json');
});

test('a call with a key that lost its connection goes on, and is answered to who asks again, paid once', async () => {
  const gone = new AbortController();
  const asked = call({ idempotencyKey: 'lost-by-mcp' });
  const asking = post(asked, undefined, gone.signal);
  await expect.poll(() => upstream.count).toBe(1);
  gone.abort();
  await asking.then((response) => response.text()).catch(() => {});

  const again = async () => {
    const response = await post(asked);
    const [json] = (await response.text()).split('\n').filter((line) => /^(data: )?\{/.test(line));
    return JSON.parse(json!.replace(/^data: /, '')).result;
  };
  await expect.poll(async () => (await again()).structuredContent?.text).toBe(MOCK_TEXT);
  expect(upstream.count).toBe(1);
});
