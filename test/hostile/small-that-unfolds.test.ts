import { afterAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, type Json, startApi } from '../support/api.ts';
import { startThreadTime } from '../support/processor-time.ts';

/** Processor time of the thread that answers requests. Each of these takes some milliseconds; what unfolds would never end. */
const MAX_MS = 1_000;

const api = await startApi({ env: { SANDBOX: 'true', DEMO: 'false' } });
afterAll(() => api.stop());

async function send(
  path: string,
  body: string,
  more: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const time = startThreadTime();
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}`, ...more },
    body,
  });
  const text = await response.text();
  expect(time()).toBeLessThan(MAX_MS);
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** So short that nobody counts its brackets beforehand, and far deeper than any stack of recursive calls should be asked for. */
const DEEP = `${'['.repeat(4_500)}${']'.repeat(4_500)}`;

test('fragments that double at each level are measured once each, and refused', async () => {
  const fragments = Array.from({ length: 30 }, (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`);
  const query = `{ ...f0 } ${fragments.join(' ')} fragment f30 on Query { a: __typename b: __typename }`;

  const { body } = await send('/graphql', JSON.stringify({ query }));

  expect(body.errors[0].message).toMatch(/at most/);
});

test.each([
  [
    'a policy',
    'mutation ($deep: JSONObject!) { publishRoutingPolicy(input: { document: $deep, reason: "A test.", ifVersion: 1 }) { __typename ... on Problem { message } } }',
    `{"rules":${DEEP}}`,
  ],
  [
    'a catalogue',
    'mutation ($deep: JSONObject!) { publishCatalogue(input: { document: $deep, reason: "A test.", ifVersion: 1 }) { __typename ... on Problem { message } } }',
    `{"tasks":${DEEP}}`,
  ],
  [
    'names to redact',
    'mutation ($deep: [String!]) { redactText(input: { text: "a", names: $deep }) { __typename } }',
    DEEP,
  ],
  ['an id', 'query ($deep: ID!) { seal(id: $deep) { id } }', DEEP],
])('variables that are nested thousands of levels deep are refused: %s', async (_, query, deep) => {
  const { status, body } = await send('/graphql', `{"query":${JSON.stringify(query)},"variables":{"deep":${deep}}}`);

  expect(status).toBeLessThan(500);
  const told = JSON.stringify(body);
  expect(told).not.toContain('INTERNAL_SERVER_ERROR');
  expect(told).toMatch(/64 levels|BAD_USER_INPUT/);
});

test.each([
  ['/api/legal/provenance-seal', `{"artifact_text":${DEEP},"disclaimer_ack":true}`],
  ['/api/integrations/cinema/render', `{"prompt":${DEEP}}`],
  ['/v1/chat/completions', `{"model":"fast-execution/field-extraction","messages":${DEEP}}`],
  [
    '/v1/chat/completions',
    `{"model":"fast-execution/field-extraction","messages":[{"role":"user","content":"x"}],"metadata":{"a":${DEEP}}}`,
  ],
  ['/v1/responses', `{"model":"fast-execution/field-extraction","input":${DEEP}}`],
  [
    '/mcp',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_task","arguments":{"messages":${DEEP}}}}`,
  ],
])('so are bodies: %s', async (path, body) => {
  const { status } = await send(path, body, { accept: 'application/json, text/event-stream' });

  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test('names that begin alike are looked for in one walk of the text', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `${'a '.repeat(7)}b${at}`);
  const query =
    'mutation ($text: String!, $names: [String!]) { redactText(input: { text: $text, names: $names }) { __typename } }';

  const { body } = await send('/graphql', JSON.stringify({ query, variables: { text: 'a '.repeat(49_000), names } }));

  expect(body.errors).toBeUndefined();
});
