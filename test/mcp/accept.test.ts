import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
let bearer: string;
beforeAll(async () => {
  api = await startApi({ works: false });
  const { as: customer } = await customerWithKey(api);
  bearer = (await agentOf(api, customer)).as.bearer;
});
afterAll(() => api.stop());

const META = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

const MESSAGES: Record<string, { headers: Record<string, string>; body: object }> = {
  'the version of 2025': { headers: {}, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  'the version of 2026': {
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: META },
  },
};

describe.each(Object.keys(MESSAGES))('in %s', (version) => {
  const { headers, body } = MESSAGES[version]!;
  const ask = (accept: string | undefined) =>
    api.json('/mcp', {
      method: 'POST',
      body,
      headers: {
        ...headers,
        authorization: `Bearer ${bearer}`,
        ...(accept !== undefined && { accept }),
      },
    });

  test.each([
    'application/json',
    'application/json, text/event-stream',
    'Application/JSON, Text/Event-Stream',
    'application/json;q=0.9, text/event-stream;q=0.1',
    '*/*',
    'application/*',
    'text/html, */*;q=0.1',
    undefined,
  ])('a client that accepts %s gets JSON', async (accept) => {
    const answer = await ask(accept);

    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body.result.tools.length).toBeGreaterThan(0);
  });
});

test.each(Object.keys(MESSAGES))(
  'in %s a client that reads JSON alone gets JSON, also where it asks for progress',
  async (version) => {
    const { headers, body } = MESSAGES[version]!;
    const { params = {}, ...message } = body as { params?: { _meta?: object } };
    const answer = await api.json('/mcp', {
      method: 'POST',
      body: { ...message, params: { ...params, _meta: { ...params._meta, progressToken: 1 } } },
      headers: { ...headers, authorization: `Bearer ${bearer}`, accept: 'application/json' },
    });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  },
);

test.each(['text/html', 'text/event-stream', 'application/json;q=0'])(
  'a client that accepts %s, and so no JSON, is refused',
  async (accept) => {
    const { headers, body } = MESSAGES['the version of 2025']!;
    const answer = await api.json('/mcp', {
      method: 'POST',
      body,
      headers: { ...headers, authorization: `Bearer ${bearer}`, accept },
    });

    expect(answer.status).toBe(406);
  },
);
