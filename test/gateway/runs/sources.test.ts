import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { mcpClient } from '../../mcp/support.ts';
import { agentOf } from '../../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { FakeProvider, type Reply } from '../../support/providers/fake-provider.ts';
import { json, sse } from '../../support/providers/protocols.ts';

const TASK = 'case-scanning/cited-retrieval';
const TEXT = 'The term is two years [1], as the court says [2].';
const LAW = {
  title: 'The law',
  url: 'https://law.example/1',
  date: '2025-03-04',
  last_updated: '2026-01-02',
  snippet: ' The term is two years. ',
};
const COURT = { title: 'The court', url: 'https://court.example/2', date: null, last_updated: '2026-05-06T10:00:00' };
const CITATIONS = [LAW.url, 'javascript:alert(1)', COURT.url, 'https://bare.example/3'];
const SOURCES = [
  { url: LAW.url, title: 'The law', date: '2025-03-04', snippet: 'The term is two years.' },
  { url: COURT.url, title: 'The court', date: '2026-05-06', snippet: null },
  { url: 'https://bare.example/3', title: null, date: null, snippet: null },
];

const HEAD = { id: 'a-chat', created: 1_790_000_000, model: 'sonar-pro' };
const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;

let provider: FakeProvider;
let api: Api;
let customer: Credential & { bearer: string };
/** What the provider says of its sources. */
let found: object;

beforeAll(async () => {
  provider = await FakeProvider.startFor(({ body }): Reply => {
    if (!body.stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }];
      return json({ ...HEAD, object: 'chat.completion', choices, usage: USAGE, ...found });
    }
    // As Perplexity does, the addresses come with each event, and what is known of them with the last.
    const citations = 'citations' in found ? { citations: found.citations } : {};
    const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }];
    return sse([
      chunk({ role: 'assistant', content: TEXT.slice(0, 10) }, citations),
      chunk({ content: TEXT.slice(10) }, citations),
      chunk({}, { choices, usage: USAGE, ...found }),
      'data: [DONE]\n\n',
    ]);
  });
  api = await startApi({
    env: { PERPLEXITY_API_KEY: 'pplx-of-the-service-0123456789', PERPLEXITY_BASE_URL: provider.url, SANDBOX: '0' },
  });
  ({ as: customer } = (await customerWithKey(api)) as { as: Credential & { bearer: string } });
});
afterAll(async () => {
  await api?.stop();
  await provider?.stop();
});

const messages = [{ role: 'user', content: 'What is the term?' }];
const ask = (path: string, body: object): Promise<{ status: number; text: string }> =>
  api
    .fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${customer.bearer}` },
      body: JSON.stringify({ model: TASK, ...body }),
    })
    .then(async (response) => ({ status: response.status, text: await response.text() }));
const events = (text: string): Json[] => [...text.matchAll(/^data: (\{.*)$/gm)].map(([, event]) => JSON.parse(event!));

describe.each([
  ['with the answer', { citations: CITATIONS, search_results: [LAW, COURT] }],
  ['without a list of addresses', { search_results: [LAW, COURT, { url: 'https://bare.example/3' }] }],
])('sources that come %s keep title, date and snippet', (_, given) => {
  beforeAll(() => {
    found = given;
  });

  test('in a chat, whole and streamed', async () => {
    const { status, text } = await ask('/v1/chat/completions', { messages });
    const whole = JSON.parse(text);
    const chunks = events((await ask('/v1/chat/completions', { messages, stream: true })).text);

    expect(status).toBe(200);
    expect(whole.choices[0].message.annotations).toEqual(
      SOURCES.map(({ url, title }) => ({
        type: 'url_citation',
        url_citation: { url, title: title ?? url, start_index: 0, end_index: TEXT.length },
      })),
    );
    expect(whole.imprimatur.citations).toEqual(SOURCES);
    const streamed = chunks.flatMap(({ choices }) => choices[0]?.delta.annotations ?? []);
    expect(streamed).toEqual(whole.choices[0].message.annotations);
    expect(chunks.at(-1)!.imprimatur.citations).toEqual(SOURCES);
  });

  test('in a response, whole and streamed', async () => {
    const whole = JSON.parse((await ask('/v1/responses', { input: 'What is the term?' })).text);
    const streamed = events((await ask('/v1/responses', { input: 'What is the term?', stream: true })).text).at(-1)!;

    expect(whole.imprimatur.citations).toEqual(SOURCES);
    expect(streamed.response.imprimatur.citations).toEqual(SOURCES);
    for (const { output } of [whole, streamed.response]) {
      expect(output[0].content[0].annotations[0]).toEqual({
        type: 'url_citation',
        url: LAW.url,
        title: 'The law',
        start_index: 0,
        end_index: TEXT.length,
      });
    }
  });

  test('in GraphQL', async () => {
    const { data } = await api.graphql(
      `mutation ($input: RunTaskInput!) {
        runTask(input: $input) { ... on RanTask { answer { citations { url title date snippet } } } }
      }`,
      {
        as: customer,
        variables: { input: { task: TASK, messages: [{ role: 'USER', content: 'What is the term?' }] } },
      },
    );

    expect(data.runTask.answer.citations).toEqual(SOURCES);
  });
});

test('an agent is given them by MCP, with warnings and cost', async () => {
  found = { citations: CITATIONS, search_results: [LAW, COURT] };
  const { as } = await agentOf(api, customer);
  const mcp = await mcpClient(api, as.bearer);

  const { given } = await mcp.call('run_task', {
    task: TASK,
    messages: [{ role: 'USER', content: 'What is the term?' }],
    reasoningEffort: 'LOW',
  });
  const looked = await mcp.call('look_at_run', { runId: given.runId });
  await mcp.close();

  expect(given).toMatchObject({ text: TEXT, citations: SOURCES, costUsd: 0.014138, costSource: 'PRICE_LIST' });
  expect(given.warnings).toEqual([expect.stringContaining('reasoning_effort')]);
  // Nothing that was said is kept.
  const { costUsd, costSource, warnings } = given;
  expect(looked.given).toMatchObject({ text: null, citations: [], costUsd, costSource, warnings });
});

test('what is no date and no passage is left out, and a page is cut', async () => {
  const url = 'https://odd.example/1';
  found = {
    search_results: [{ url, title: '', date: '2026-02-31', snippet: 'word '.repeat(10_000) }, 'nothing', null],
  };

  const { imprimatur } = JSON.parse((await ask('/v1/chat/completions', { messages })).text);

  expect(imprimatur.citations).toEqual([{ url, title: null, date: null, snippet: expect.any(String) }]);
  expect(imprimatur.citations[0].snippet.length).toBeLessThanOrEqual(2_000);
});

test('an answer without sources names none', async () => {
  found = {};

  const { choices, imprimatur } = JSON.parse((await ask('/v1/chat/completions', { messages })).text);

  expect(choices[0].message).not.toHaveProperty('annotations');
  expect(imprimatur).not.toHaveProperty('citations');
});
