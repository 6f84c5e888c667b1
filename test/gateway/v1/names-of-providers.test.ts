import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, startApi } from '../../support/api.ts';
import { FakeProvider } from '../../support/providers/fake-provider.ts';
import { json, sse } from '../../support/providers/protocols.ts';
import { until } from '../../support/service-process.ts';
import { streamedAnswer, wholeAnswer } from '../../support/upstream/chat-dialect.ts';

const TASK = 'deep-reasoning/long-reasoning';

let provider: FakeProvider;
let api: Api;
let as: { bearer: string };
/** What the provider calls its model, and what it says. */
let model = '';
let text: string | undefined;
beforeAll(async () => {
  provider = await FakeProvider.startFor(
    ({ body }) => (body.stream ? sse(streamedAnswer(model, { text })) : json(JSON.parse(wholeAnswer(model, { text })))),
    'deepseek',
  );
  api = await startApi({
    env: { DEEPSEEK_API_KEY: 'sk-of-the-service-0123456789', DEEPSEEK_BASE_URL: `${provider.url}/v1`, SANDBOX: '0' },
  });
  as = (await customerWithKey(api, { plan: 'PRO' })).as as { bearer: string };
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

interface RunRow {
  status: string;
  model: string;
  response_model: string;
  charged_micros: string;
}

/** What is written of the one run that came of a request. */
async function written(since: string): Promise<RunRow> {
  const read = () =>
    api.database.query<RunRow>(
      `select run.status, run.model, run.charged_micros, attempt.response_model
       from run join attempt on attempt.run_id = run.id where run.id > $1`,
      [since],
    );
  await until(async () => (await read()).length > 0);
  const rows = await read();
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

const newest = async () =>
  (await api.database.query<{ id: string }>(`select coalesce(max(id), '') as id from run`))[0]!.id;

const message = { role: 'user', content: 'Why is the sky blue?' };
const RUN_TASK = `mutation ($task: String!) {
  runTask(input: { task: $task, messages: [{ role: USER, content: "Why is the sky blue?" }] }) {
    __typename ... on RanTask { outcome { runId } answer { text } }
  }
}`;

const DOORS: Record<string, () => Promise<{ status: number; headers: Headers; text: string }>> = {
  'chat, whole': () => post('/v1/chat/completions', { messages: [message] }),
  'chat, streamed': () => post('/v1/chat/completions', { messages: [message], stream: true }),
  'responses, whole': () => post('/v1/responses', { input: message.content }),
  'responses, streamed': () => post('/v1/responses', { input: message.content, stream: true }),
  runTask: async () => {
    const { status, headers, data, errors } = await api.graphql(RUN_TASK, { variables: { task: TASK }, as });
    return { status, headers, text: JSON.stringify(errors ?? data.runTask) };
  },
};

async function post(path: string, body: object) {
  const answer = await api.fetch(path, {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: TASK, ...body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const NAMES: [string, string, string][] = [
  ['letters outside ASCII', 'modèle-λ-模型', 'modèle-λ-模型'],
  ['CR and LF', 'deep\r\nSet-Cookie: a=b', 'deep\ufffd\ufffdSet-Cookie: a=b'],
  ['NUL', 'deep\0seek', 'deep\ufffdseek'],
  ['half of a surrogate pair', 'deep\ud83dseek', 'deep\ufffdseek'],
  ['a percent sign', '100%25 deep', '100%25 deep'],
  ['a hundred thousand characters', 'x'.repeat(100_000), 'x'.repeat(200)],
  ['two hundred characters of two units each, and more', '🙂'.repeat(300), '🙂'.repeat(200)],
];

describe.each(Object.keys(DOORS))('by %s', (door) => {
  test.each(NAMES)('a model whose name has %s answers, and is paid for once', async (_, given, kept) => {
    model = given;
    text = undefined;
    provider.asked.length = 0;
    const since = await newest();

    const answer = await DOORS[door]!();

    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 200,
      text: expect.stringContaining('word 19'),
    });
    const run = await written(since);
    expect(provider.asked).toHaveLength(1);
    expect(run).toMatchObject({ status: 'SUCCEEDED', model: kept, response_model: kept });
    expect(Number(run.charged_micros)).toBeGreaterThan(0);
    expect(answer.headers.get('set-cookie')).toBeNull();
    if (door === 'runTask') return;
    const header = answer.headers.get('x-imprimatur-model')!;
    expect(header).toMatch(/^[\x21-\x7e ]+$/);
    expect(decodeURIComponent(header)).toBe(kept);
  });

  test('an answer with NUL and half of a surrogate pair is given out and paid for once', async () => {
    model = 'deepseek-v4-pro';
    text = 'before\0 half \ud83d after';
    provider.asked.length = 0;
    const since = await newest();

    const answer = await DOORS[door]!();

    expect(answer.status).toBe(200);
    expect(answer.text).toContain('after');
    expect(await written(since)).toMatchObject({ status: 'SUCCEEDED' });
    expect(provider.asked).toHaveLength(1);
  });
});

test('nothing stays reserved', async () => {
  const open = () => api.database.query('select 1 from reservation where settled_at is null');
  await until(async () => (await open()).length === 0);
});
