import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Json, startApi } from '../../support/api.ts';
import { FakeProvider, type Reply } from '../../support/providers/fake-provider.ts';
import { HOSTILE_SCHEMAS } from '../../support/schemas.ts';

const Tree = z.object({
  value: z.string(),
  get children() {
    return z.array(Tree);
  },
});
const TREE = z.toJSONSchema(Tree);

const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
  ... on RanTask { answer { text } run { costMicros } } ... on TaskFailed { failure message }
  ... on Problem { code message } } }`;

const answering = (content: string): Reply => ({
  headers: { 'content-type': 'application/json' },
  chunks: [
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-6-luna',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  ],
});

/** So many objects, one within the other. */
function nested(levels: number, around: (inner: Json) => Json, innermost: Json): string {
  let value = innermost;
  for (let level = 1; level < levels; level++) value = around(value);
  return JSON.stringify(value);
}
const tree = (levels: number) =>
  nested(levels, (inner) => ({ value: 'v', children: [inner] }), { value: 'v', children: [] });

async function start(reply: Reply, env: typeof openAi | typeof anthropic) {
  const upstream = await FakeProvider.startFor(() => reply, env === openAi ? 'openai' : 'anthropic');
  onTestFinished(() => upstream.stop());
  const api = await startApi({ env: { SANDBOX: 'false', DEMO: 'false', ...env(upstream.url) } });
  const run = async (task: string, outputSchema: object): Promise<Json> => {
    const input = { task, outputSchema, messages: [{ role: 'USER', content: 'The parts of the file' }] };
    const { data, errors } = await api.graphql(RUN_TASK, { as: 'integration', variables: { input } });
    expect(errors).toBeUndefined();
    return data.runTask;
  };
  return { api, upstream, run };
}

const openAi = (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-for-tests-of-recursion' });
const anthropic = (url: string) => ({
  ANTHROPIC_BASE_URL: `${url}/v1`,
  ANTHROPIC_API_KEY: 'sk-for-tests-of-recursion',
});
const EXTRACTION = 'fast-execution/field-extraction';

test('a tree by Zod is sent to a provider that takes it, and its answer is checked', async () => {
  const { upstream, run } = await start(answering(tree(31)), openAi);

  expect(await run(EXTRACTION, TREE)).toMatchObject({ __typename: 'RanTask', answer: { text: tree(31) } });
  expect(upstream.asked[0]!.body.response_format.type).toBe('json_schema');

  upstream.reply = () => answering(tree(31).replace('[]', '[{"value":7}]'));
  expect(await run(EXTRACTION, TREE)).toMatchObject({ __typename: 'OutputWithMismatch', code: 'OUTPUT_INVALID' });
});

test('an answer that is deeper than the check is handed over as unchecked', async () => {
  const { run } = await start(answering(tree(33)), openAi);

  expect(await run(EXTRACTION, TREE)).toMatchObject({
    __typename: 'OutputWithMismatch',
    code: 'OUTPUT_INVALID',
    message: expect.stringContaining('64 levels'),
  });
});

test('where no deployment takes it, it is refused before anything is asked, reserved or paid', async () => {
  const { api, upstream, run } = await start(answering(tree(2)), anthropic);

  expect(await run('human-phrasing/warm-tone', TREE)).toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringContaining('recursive schema'),
  });
  expect(upstream.asked).toEqual([]);
  expect(await api.database.query('select from run')).toEqual([]);
  expect(await api.database.query('select from reservation')).toEqual([]);
});

test('the sandbox answers a recursive schema', async () => {
  const api = await startApi({ env: { SANDBOX: 'true', DEMO: 'false' } });
  const input = { task: EXTRACTION, outputSchema: TREE, messages: [{ role: 'USER', content: 'The parts' }] };

  const { data } = await api.graphql(RUN_TASK, { variables: { input } });

  expect(Tree.safeParse(JSON.parse(data.runTask.answer.text)).error).toBeUndefined();
});

test('an answer whose check does not end is handed over as unchecked, and others are answered meanwhile', async () => {
  // The schema is small and so is the answer: only both together are 2^60 checks.
  const schema = { type: 'object', properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } };
  const { api, run } = await start(answering(nested(60, (a) => ({ a }), {})), openAi);

  let isOver = false;
  const running = run(EXTRACTION, schema).finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    expect((await api.json('/livez')).status).toBe(200);
    answered++;
  }

  expect(await running).toMatchObject({
    __typename: 'OutputWithMismatch',
    code: 'OUTPUT_INVALID',
    message: expect.stringContaining('could not be checked'),
  });
  expect(answered).toBeGreaterThan(3);
  // The worker was replaced.
  expect(await run(EXTRACTION, { type: 'object' })).toMatchObject({ __typename: 'RanTask' });
});

test('an operator’s schema of a task is bounded as a caller’s is', async () => {
  const api = await startApi({ env: { SANDBOX: 'true', DEMO: 'false' } });
  const { data } = await api.graphql('{ catalogueVersions(first: 1) { nodes { number document } } }', {
    as: 'operator',
  });
  const [{ number, document }] = data.catalogueVersions.nodes;
  const [outputSchema, named] = HOSTILE_SCHEMAS['doubling allOf']!;
  const tasks = document.tasks.map((task: Json) => (task.name === EXTRACTION ? { ...task, outputSchema } : task));

  const { data: published } = await api.graphql(
    `mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { code message } } }`,
    {
      as: 'operator',
      variables: { input: { document: { ...document, tasks }, reason: 'A test.', ifVersion: number } },
    },
  );

  expect(published.publishCatalogue.__typename).not.toBe('PublishedCatalogue');
  expect(JSON.stringify(published)).toContain(named);
});
