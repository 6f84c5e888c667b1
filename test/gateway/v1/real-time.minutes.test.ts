import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { drawing, ImageServer } from '../../renders/image-server.ts';
import { agentOf } from '../../support/agents.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { MOCK_TEXT, MockUpstream, type Mood } from '../../support/mock-upstream.ts';
import { Nginx } from '../../support/nginx.ts';

// Real time, and the real limits: a provider that thinks for minutes, at every door, and nginx as it comes in between.

const MODEL = 'deepseek/deepseek-v4-pro';
const LONG = 'deep-reasoning/long-reasoning';
const HELD = 'deep-reasoning/synthesis';
const THINKS_MS = 100_000;
/** What is left of a task's limit when the model is through. */
const LEFT_MS = 6_000;
/** The text of the stand-in comes within this. */
const FAST_MS = 3_000;

interface Task {
  name: string;
  kind: string;
  dataClass: string;
  gates: string[];
  timeouts: { firstTokenMs: number; idleMs: number; totalMs: number };
}

let upstream: MockUpstream;
let images: ImageServer;
let api: Api;
let nginx: Nginx;
let tasks: Task[];
let as: { bearer: string };
let agent: { bearer: string };
// Clients have limits of their own for an answer's headers: undici, and so Node's fetch, 300 s.
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

beforeAll(async () => {
  upstream = await MockUpstream.start();
  images = await ImageServer.start();
  api = await startApi({
    env: {
      DEEPSEEK_BASE_URL: upstream.url,
      DEEPSEEK_API_KEY: 'sk-texts',
      OPENAI_BASE_URL: images.url,
      OPENAI_API_KEY: 'sk-pictures',
    },
  });
  nginx = await Nginx.before(api.url);
  tasks = await withoutAlternates();
  as = (await customerWithKey(api, { plan: 'PRO', softCapMicros: null })).as as { bearer: string };
  agent = (await agentOf(api, as)).as;
});
afterAll(async () => {
  await nginx.stop();
  await api.stop();
  await upstream.stop();
  await images.stop();
  await dispatcher.destroy();
});

/** Publishes a catalogue and a policy in which nothing stands in for a model: a whole answer then has all of the task's time. */
async function withoutAlternates(): Promise<Task[]> {
  const { data: read } = await api.graphql('{ catalogueVersions(first: 1) { nodes { number document } } }', {
    as: 'operator',
  });
  const [{ number, document }] = read.catalogueVersions.nodes;
  const isOfTexts = (name: string) => name !== 'media/image' && name !== 'human-phrasing/local-draft';
  const slots = document.slots.map((slot: Json) =>
    isOfTexts(slot.name) ? { ...slot, preferred: MODEL, alternates: [], economy: MODEL } : slot,
  );
  const { data } = await api.graphql(
    'mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { message } ... on InputInvalid { issues { pointer message } } } }',
    {
      as: 'operator',
      variables: { input: { document: { ...document, slots }, reason: 'For a test.', ifVersion: number } },
    },
  );
  expect(data.publishCatalogue.__typename, JSON.stringify(data.publishCatalogue)).toBe('PublishedCatalogue');
  const { data: ruled } = await api.graphql('{ routingPolicies(first: 1) { nodes { number document } } }', {
    as: 'operator',
  });
  const [policy] = ruled.routingPolicies.nodes;
  const pathOf = ({ task, path }: { task: string; path: string[] }) => {
    if (isOfTexts(task)) return [MODEL];
    return task === 'media/image' ? path.filter((id) => id.startsWith('openai/')).slice(0, 1) : path;
  };
  const rules = policy.document.rules.map((rule: Json) => ({ ...rule, path: pathOf(rule), pathPastSoftCap: null }));
  const { data: published } = await api.graphql(
    'mutation ($input: PublishRoutingPolicyInput!) { publishRoutingPolicy(input: $input) { __typename ... on Problem { message } ... on RoutingPolicyInvalid { faults { pointer message } } } }',
    {
      as: 'operator',
      variables: {
        input: { document: { ...policy.document, rules }, reason: 'For a test.', ifVersion: policy.number },
      },
    },
  );
  expect(published.publishRoutingPolicy.__typename, JSON.stringify(published)).toBe('PublishedRoutingPolicy');
  return document.tasks;
}

interface Answered {
  status: number;
  text: string;
  /** The longest time between two pieces of the answer, its headers among them. */
  silentMs: number;
}

async function post(url: string, path: string, body: object, bearer = as.bearer): Promise<Answered> {
  let heardMs = performance.now();
  let silentMs = 0;
  const heard = () => {
    const nowMs = performance.now();
    silentMs = Math.max(silentMs, nowMs - heardMs);
    heardMs = nowMs;
  };
  const response = await request(url + path, {
    dispatcher,
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
  heard();
  const parts: Buffer[] = [];
  for await (const part of response.body) {
    heard();
    parts.push(part);
  }
  heard();
  return { status: response.statusCode, text: Buffer.concat(parts).toString(), silentMs };
}

const dataOf = (text: string): Json[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
const saidIn = (text: string) =>
  dataOf(text)
    .map(({ choices }) => choices?.[0]?.delta.content ?? '')
    .join('');
const messages = [{ role: 'user', content: 'Is it so?' }];
const input = (task: string) => ({ input: { task, messages: [{ role: 'USER', content: 'Is it so?' }] } });
const RUN_TASK =
  'mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename ... on RanTask { answer { text } } ... on Problem { message } } }';
const TASK_RUN =
  'subscription ($input: RunTaskInput!) { taskRun(input: $input) { __typename ... on TaskDelta { text } ... on TaskFailed { message } } }';

/** A stream is never silent for long enough to be cut by a proxy, and has gone through one. */
function expectStream({ status, text, silentMs }: Answered, end: string): void {
  expect(status, text).toBe(200);
  expect(text).toContain(end);
  expect(silentMs).toBeLessThan(30_000);
}

/** Runs them all at once, and fails with every one that failed. */
async function all(doors: Record<string, () => Promise<void>>): Promise<void> {
  const failed: string[] = [];
  await Promise.all(
    Object.entries(doors).map(async ([name, door]) => {
      try {
        await door();
      } catch (error) {
        failed.push(`${name}: ${(error as Error).message}`);
      }
    }),
  );
  expect(failed, nginx.log).toEqual([]);
}

test('a provider that answers after 100 s is waited for at every door', async () => {
  upstream.reset();
  upstream.isAlways('*', { is: 'thinking', thinks: THINKS_MS });
  images.answer = async (res, body) => {
    await new Promise((resolve) => setTimeout(resolve, THINKS_MS));
    await drawing()(res, body);
  };
  const patient = { timeout: 2 * THINKS_MS, maxRetries: 0 };

  await all({
    'chat, whole': async () => {
      const { status, text } = await post(api.url, '/v1/chat/completions', { model: LONG, messages });
      expect(status, text).toBe(200);
      expect(JSON.parse(text).choices[0].message.content).toBe(MOCK_TEXT);
    },
    'chat, streamed, through nginx': async () => {
      const answered = await post(nginx.url, '/v1/chat/completions', { model: LONG, messages, stream: true });
      expectStream(answered, '[DONE]');
      expect(saidIn(answered.text)).toBe(MOCK_TEXT);
      expect(dataOf(answered.text).at(-1).imprimatur).toMatchObject({ deployment: MODEL, attempts: 1 });
    },
    'chat, streamed, through nginx, with the openai client': async () => {
      const client = new OpenAI({ baseURL: `${nginx.url}/v1`, apiKey: as.bearer, maxRetries: 0 });
      const completion = await client.chat.completions
        .stream({ model: LONG, messages: messages as never })
        .finalContent();
      expect(completion).toBe(MOCK_TEXT);
    },
    'chat, streamed and held, through nginx': async () => {
      const answered = await post(nginx.url, '/v1/chat/completions', { model: HELD, messages, stream: true });
      expectStream(answered, 'held_for_approval');
    },
    'responses, whole': async () => {
      const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: as.bearer, ...patient });
      expect((await client.responses.create({ model: LONG, input: 'Is it so?' })).output_text).toBe(MOCK_TEXT);
    },
    'responses, streamed, through nginx': async () => {
      const answered = await post(nginx.url, '/v1/responses', { model: LONG, input: 'Is it so?', stream: true });
      expectStream(answered, 'response.completed');
      expect(dataOf(answered.text)[0].type).toBe('response.created');
    },
    runTask: async () => {
      const { text } = await post(api.url, '/graphql', { query: RUN_TASK, variables: input(LONG) });
      expect(JSON.parse(text).data.runTask.answer.text).toBe(MOCK_TEXT);
    },
    'taskRun, through nginx': async () => {
      const answered = await post(nginx.url, '/graphql/stream', { query: TASK_RUN, variables: input(LONG) });
      expectStream(answered, 'TaskOutcome');
    },
    pictures: async () => {
      const { status, text } = await post(api.url, '/v1/images/generations', { model: 'media/image', prompt: 'A fox' });
      expect(status, text).toBe(200);
      expect(JSON.parse(text).data).toHaveLength(1);
    },
    'MCP with progress, through nginx, with its client': async () => {
      for (const mode of ['auto', 'legacy'] as const) {
        const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
        await client.connect(
          new StreamableHTTPClientTransport(new URL(`${nginx.url}/mcp`), {
            requestInit: { headers: { Authorization: `Bearer ${agent.bearer}` } },
          }),
        );
        // Its own limit is 60 s.
        const { structuredContent } = await client.callTool(
          { name: 'run_task', arguments: { task: LONG, messages: [{ role: 'USER', content: 'Is it so?' }] } },
          { resetTimeoutOnProgress: true, onprogress() {} },
        );
        await client.close();
        expect(structuredContent).toMatchObject({ status: 'SUCCEEDED', text: MOCK_TEXT });
      }
    },
    'MCP without progress, through nginx': async () => {
      const answered = await post(
        nginx.url,
        '/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'run_task',
            arguments: { task: LONG, messages: [{ role: 'USER', content: 'Is it so?' }] },
          },
        },
        agent.bearer,
      );
      expectStream(answered, '"structuredContent"');
    },
  });
});

test('a provider that takes nearly all of a task’s own time is waited for: whole, and streamed through nginx', async () => {
  upstream.reset();
  const texts = tasks.filter(
    ({ kind, dataClass, gates }) => kind === 'TEXT' && dataClass !== 'LOCAL_ONLY' && gates.length === 0,
  );
  expect(Math.max(...texts.map(({ timeouts }) => timeouts.totalMs))).toBe(900_000);
  const doors: Record<string, Promise<void>> = {};
  /** The next request that comes to the provider meets this mood. */
  const begin = async (name: string, mood: Mood, door: () => Promise<void>) => {
    const before = upstream.count;
    upstream.next('*', mood);
    const asked = door();
    doors[name] = asked;
    asked.catch(() => {});
    const answeredAtOnce = asked.then(() => Promise.reject(new Error(`${name} was answered without the provider.`)));
    await Promise.race([expect.poll(() => upstream.count, { message: name }).toBe(before + 1), answeredAtOnce]);
    answeredAtOnce.catch(() => {});
  };
  for (const { name, timeouts } of texts) {
    const { firstTokenMs, idleMs, totalMs } = timeouts;
    const thinks = totalMs - LEFT_MS;
    await begin(`${name}, whole`, { is: 'thinking', thinks }, async () => {
      const { status, text } = await post(api.url, '/v1/chat/completions', { model: name, messages });
      expect(status, text).toBe(200);
      expect(JSON.parse(text).choices[0].message.content).toBe(MOCK_TEXT);
    });
    // Silent for as long as it may be, then it reasons at the slowest pace that counts as an answer.
    const silentMs = firstTokenMs - FAST_MS;
    const everyMs = idleMs - FAST_MS;
    const pieces = Math.floor((thinks - silentMs) / everyMs);
    await begin(`${name}, streamed`, { is: 'thinking', thinks: silentMs, reasoning: { pieces, everyMs } }, async () => {
      const answered = await post(nginx.url, '/v1/chat/completions', { model: name, messages, stream: true });
      expectStream(answered, '[DONE]');
      expect(saidIn(answered.text)).toBe(MOCK_TEXT);
    });
  }
  await all(Object.fromEntries(Object.entries(doors).map(([name, door]) => [name, () => door])));
});

test('a picture that takes nearly all of its time is waited for', async () => {
  const { timeouts } = tasks.find(({ kind }) => kind === 'IMAGE')!;
  images.answer = async (res, body) => {
    await new Promise((resolve) => setTimeout(resolve, timeouts.totalMs - LEFT_MS));
    await drawing()(res, body);
  };
  const { status, text } = await post(api.url, '/v1/images/generations', { model: 'media/image', prompt: 'A fox' });

  expect(status, text).toBe(200);
});
