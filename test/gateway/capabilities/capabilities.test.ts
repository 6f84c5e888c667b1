import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { agentOf } from '../../support/agents.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';

let api: Api;
let capabilities: { name: string; status: string; since: string | null; workaround: string | null }[];
beforeAll(async () => {
  api = await startApi({ works: false, env: { SANDBOX: 'true' } });
  const { data } = await api.graphql<Json>('{ capabilities { name status description since workaround } }');
  capabilities = data.capabilities;
});
afterAll(() => api.stop());

const TASK = 'fast-execution/field-extraction';
const messages = [{ role: 'user', content: 'Name and date: Ada, 3 March 2024.' }];
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

const chat = (body: object) =>
  api.json('/v1/chat/completions', { as: 'integration', body: { model: TASK, messages, ...body } });

async function explained(assumptions: object): Promise<Json> {
  const { data } = await api.graphql<Json>(
    `query E($input: ExplainRouteInput!) {
      explainRoute(input: $input) { decision { path isSimulated isMovedByCap refusal { code } } }
    }`,
    { variables: { input: { task: 'deep-reasoning/evidence-chain', inputTokens: 10, assumptions } } },
  );
  return data.explainRoute.decision;
}

const KEYS = { keys: ['OPENAI', 'ANTHROPIC', 'DEEPSEEK'] };

/** One use of each that is said to be available: whoever says so of another has to show it here. */
const USES: Record<string, () => Promise<void>> = {
  sandbox: async () => expect(await explained({})).toMatchObject({ isSimulated: true, refusal: null }),
  redaction: async () => {
    const { data } = await api.graphql<Json>(
      'mutation { redactText(input: { text: "To a@b.example" }) { ... on RedactedTextPayload { redacted { text } } } }',
    );
    expect(data.redactText.redacted.text).toBe('To [EMAIL_1]');
  },
  'task-routing': async () => expect((await explained(KEYS)).path[0]).toBe('openai/gpt-6.1-sol'),
  'chat-completions': async () => {
    expect(await chat({})).toMatchObject({ status: 200, body: { object: 'chat.completion' } });
    const streamed = await api.fetch('/v1/chat/completions', {
      as: 'integration',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: TASK, messages, stream: true }),
    });
    expect((await streamed.text()).trimEnd()).toMatch(/data: \[DONE\]$/);
  },
  responses: async () => {
    const { status, body } = await api.json('/v1/responses', {
      as: 'integration',
      body: { model: TASK, input: 'Name: Ada.' },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ object: 'response', status: 'completed' });
  },
  'models-list': async () => {
    const { body } = await api.json('/v1/models', { as: 'integration' });
    expect(body.data.map(({ id }: Json) => id)).toContain(TASK);
  },
  'caller-tools': async () => {
    const tools = [{ type: 'function', function: { name: 'look_up', description: 'Looks up.', parameters: SCHEMA } }];
    const { status, body } = await chat({ tools, tool_choice: 'required' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.choices[0].message.tool_calls[0].function.name).toBe('look_up');
  },
  'structured-output': async () => {
    const { status, body } = await chat({
      response_format: { type: 'json_schema', json_schema: { name: 'fields', strict: true, schema: SCHEMA } },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(JSON.parse(body.choices[0].message.content)).toEqual({ name: expect.any(String) });
  },
  'image-task': async () => {
    const { data } = await api.graphql(
      '{ explainRoute(input: { task: "media/image", assumptions: { keys: [] } }) { decision { path isSimulated } maxCostMicros } }',
    );
    expect(data.explainRoute).toEqual({
      decision: { path: ['embedded/renderer'], isSimulated: false },
      maxCostMicros: 0,
    });
  },
  'soft-cap': async () => {
    const decision = await explained({ ...KEYS, softCapMicros: 1, spentMicros: 1 });
    expect(decision).toMatchObject({ isMovedByCap: true, refusal: null });
  },
  'hard-limit': async () => {
    const decision = await explained({ ...KEYS, hardLimitMicros: 1, spentMicros: 1 });
    expect(decision).toMatchObject({ path: [], refusal: { code: 'HARD_LIMIT' } });
  },
  'approval-gate': async () => {
    const { status, body } = await chat({ model: 'deep-reasoning/synthesis' });
    expect([status, body.error.code, body.error.approval.state]).toEqual([403, 'held_for_approval', 'PENDING']);
  },
  mcp: async () => {
    const { as } = await agentOf(api);
    const { status, body } = await api.json('/mcp', {
      as,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tasks', arguments: {} } },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(JSON.stringify(body.result.structuredContent)).toContain(TASK);
  },
  'publish-gate': async () => {
    const { as } = await agentOf(api, (await customerWithKey(api)).as);
    const { data } = await api.graphql<Json>(
      'mutation ($input: CreatePublishRequestInput!) { createPublishRequest(input: $input) { ... on CreatedPublishRequest { publishRequest { state execution { available status } } } ... on Problem { code message } } }',
      {
        as,
        variables: {
          input: {
            tool: 'update_contact',
            channel: 'CRM',
            targets: ['contact/1'],
            argumentsText: '{}',
            summary: 'Adds it.',
          },
        },
      },
    );
    expect(data.createPublishRequest).toEqual({
      publishRequest: { state: 'PENDING', execution: { available: false, status: 'ROADMAP' } },
    });
  },
};

test('each that is available is shown here, and works', async () => {
  const available = capabilities.filter(({ status }) => status === 'AVAILABLE').map(({ name }) => name);

  expect(available.toSorted()).toEqual(Object.keys(USES).sort());
  for (const name of available) await USES[name]!();
});

test('what is planned says what to do meanwhile, and what is there since when', () => {
  for (const { name, status, since, workaround } of capabilities) {
    expect(since === null, name).toBe(status === 'ROADMAP');
    expect(workaround === null, name).toBe(status === 'AVAILABLE');
  }
  expect(new Set(capabilities.map(({ name }) => name)).size).toBe(capabilities.length);
});

test('without the sandbox there is none', async () => {
  const other = await startApi({ works: false, env: { SANDBOX: 'false' } });

  const { data } = await other.graphql<Json>('{ capabilities { name } }');

  expect(data.capabilities.map(({ name }: Json) => name)).not.toContain('sandbox');
});
