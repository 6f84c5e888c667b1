import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TextTask } from '../../../src/models/index.ts';
import { SEED } from '../../../src/models/seed/seed-catalogue.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import type { Asked } from '../../support/providers/fake-provider.ts';
import { PROTOCOLS } from '../../support/providers/protocols.ts';
import { answering, strictStandIns } from '../../support/providers/stand-ins.ts';

/** Answered by Sonnet: 2 USD per million tokens, 2.5 for a write, 4 for one of an hour, 0.1 for a read. */
const TASK = 'human-phrasing/warm-tone';
/** 100,000 tokens, as the stand-in counts. The task's instructions are before them. */
const PREFIX = 'What is owed, and by whom? '.repeat(14_815).slice(0, 400_000);

const INSTRUCTIONS = (SEED.tasks.find(({ name }) => name === TASK) as TextTask).instructions!;
const KEPT = 100_000 + Math.ceil(INSTRUCTIONS.length / 4);

/** Anthropic's cache: entries are written at breakpoints, and found in the 20 blocks before one. */
class PromptCache {
  isOn = true;
  readonly #entries = new Set<string>();

  usageOf({ tools = [], system = [], messages }: Json): Json {
    const blocks: Json[] = [...tools, ...system, ...messages.flatMap(({ content }: Json) => content)];
    let hash = '';
    let length = 0;
    const ends = blocks.map(({ cache_control: control, ...block }) => {
      hash = createHash('sha256')
        .update(hash + JSON.stringify(block))
        .digest('hex');
      length += Math.ceil((block.text?.length ?? JSON.stringify(block).length) / 4);
      return { hash, length, control };
    });
    let [read, written, forAnHour] = [0, 0, 0];
    for (const [at, { hash, length: end, control }] of ends.entries()) {
      if (!this.isOn || !control) continue;
      const found = ends.slice(Math.max(0, at - 20), at + 1).findLast((one) => this.#entries.has(one.hash));
      read = Math.max(read, found?.length ?? 0);
      const added = end - Math.max(read, written);
      written += added;
      if (control.ttl === '1h') forAnHour += added;
      this.#entries.add(hash);
    }
    return {
      input_tokens: length - read - written,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      cache_creation: { ephemeral_5m_input_tokens: written - forAnHour, ephemeral_1h_input_tokens: forAnHour },
      output_tokens: 7,
    };
  }

  clear(): void {
    this.#entries.clear();
  }
}

const cache = new PromptCache();
let standIns: Awaited<ReturnType<typeof strictStandIns>>;
let api: Api;

beforeAll(async () => {
  standIns = await strictStandIns({
    reply: (provider, asked) =>
      answering(provider, asked, provider === 'anthropic' ? cache.usageOf(asked.body) : undefined, 'Paid.'),
  });
  api = await startApi({ works: false, env: standIns.env });
});
afterAll(async () => {
  await api.stop();
  await standIns.stop();
});
beforeEach(() => {
  cache.isOn = true;
  cache.clear();
  for (const fake of standIns.fakes.values()) fake.asked.length = 0;
});

const newKey = async () => (await customerWithKey(api, { plan: 'PRO', softCapMicros: null })).token;
const sentTo = (provider: CalledProvider): Asked[] => standIns.fakes.get(provider)!.asked;

async function ask(key: string, body: Json, path = '/v1/chat/completions'): Promise<Json> {
  const response = await api.fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: TASK, ...body }),
  });
  const text = await response.text();
  expect(response.status, text.slice(0, 500)).toBe(200);
  return JSON.parse(text);
}

/** Ten questions about one prefix. */
async function askTen(key: string, prefix: Json): Promise<{ billUsd: number; answers: Json[] }> {
  const answers: Json[] = [];
  for (let at = 0; at < 10; at++) {
    const messages = [
      { role: 'system', content: prefix },
      { role: 'user', content: `Question ${at}: is it paid?` },
    ];
    answers.push(await ask(key, { messages }));
  }
  return { billUsd: answers.reduce((sum, { imprimatur }) => sum + imprimatur.cost_usd, 0), answers };
}

describe('a prefix of 100,000 tokens, asked ten times, costs', () => {
  test('the input each time, without a cache', async () => {
    cache.isOn = false;
    const { billUsd } = await askTen(await newKey(), PREFIX);

    expect(billUsd).toBeCloseTo(2.01, 2);
  });

  test('one write and nine reads, with a breakpoint of the caller', async () => {
    const marked = [{ type: 'text', text: PREFIX, cache_control: { type: 'ephemeral' } }];
    const { billUsd, answers } = await askTen(await newKey(), marked);

    expect(billUsd).toBeCloseTo(0.34, 2);
    expect(answers[0]!.usage.prompt_tokens_details).toEqual({ cached_tokens: 0, cache_write_tokens: KEPT });
    expect(answers[9]!.usage.prompt_tokens_details).toEqual({ cached_tokens: KEPT, cache_write_tokens: 0 });
  });

  test('the input, one write and eight reads, where nobody marks it', async () => {
    const { billUsd, answers } = await askTen(await newKey(), PREFIX);

    expect(billUsd).toBeCloseTo(0.53, 2);
    expect(answers.map(({ usage }) => usage.prompt_tokens_details.cached_tokens)).toEqual([
      0,
      0,
      ...Array(8).fill(KEPT),
    ]);
    // What was sent differs in nothing but the mark.
    const [first, second, third] = sentTo('anthropic').map(({ body }) => body.system);
    const withoutMarks = (system: Json[]) => system.map(({ cache_control: _, ...block }) => block);
    expect(JSON.stringify(third)).toBe(JSON.stringify(second));
    expect(JSON.stringify(withoutMarks(third))).toBe(JSON.stringify(first));
  });
});

test('a conversation that grows is read from the cache up to where it was before', async () => {
  const key = await newKey();
  const messages: Json[] = [{ role: 'user', content: `${PREFIX}\nIs it paid?` }];
  const cached: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const { choices, usage } = await ask(key, { messages });
    cached.push(usage.prompt_tokens_details.cached_tokens);
    messages.push(choices[0].message, { role: 'user', content: `And number ${turn}?` });
  }

  expect(cached.slice(0, 2)).toEqual([0, 0]);
  expect(cached[2]).toBeGreaterThan(100_000);
  expect(cached[3]).toBeGreaterThan(cached[2]!);
});

test('a prefix that another customer has sent, or a short one, is not marked', async () => {
  for (const key of [await newKey(), await newKey()]) await ask(key, { messages: [{ role: 'user', content: PREFIX }] });
  const key = await newKey();
  for (let at = 0; at < 3; at++) await ask(key, { messages: [{ role: 'user', content: 'Is it paid?' }] });

  expect(JSON.stringify(sentTo('anthropic').map(({ body }) => body))).not.toContain('cache_control');
});

test('attempts of one run don’t show that a prefix comes again', async () => {
  const anthropic = standIns.fakes.get('anthropic')!;
  // No other provider, so that the same deployment is asked again.
  const env = Object.fromEntries(Object.entries(standIns.env).filter(([name]) => /^(ANTHROPIC_|SANDBOX$)/.test(name)));
  const alone = await startApi({ works: false, env });
  const { as } = await customerWithKey(alone, { plan: 'PRO', softCapMicros: null });
  const { reply } = anthropic;
  anthropic.reply = (asked) => (anthropic.asked.length === 1 ? PROTOCOLS.anthropic.errors.overloaded : reply(asked));
  const marks: boolean[][] = [];
  try {
    for (const question of ['Is it paid?', 'When?']) {
      anthropic.asked.length = 0;
      const messages = [
        { role: 'system', content: PREFIX },
        { role: 'user', content: question },
      ];
      const { status } = await alone.json('/v1/chat/completions', { as, body: { model: TASK, messages } });
      expect(status).toBe(200);
      marks.push(anthropic.asked.map(({ body }) => JSON.stringify(body).includes('cache_control')));
    }
  } finally {
    anthropic.reply = reply;
  }

  expect(marks).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('an entry of an hour is reserved and charged at its price', async () => {
  const key = await newKey();
  const content = [{ type: 'text', text: PREFIX, cache_control: { type: 'ephemeral', ttl: '1h' } }];
  const { imprimatur } = await ask(key, { messages: [{ role: 'user', content }] });

  expect(imprimatur.cost_usd).toBeCloseTo(0.4, 2);
  const [run] = await api.database.query(
    `select decision->'snapshot'->'deployments'->'anthropic/claude-sonnet-5-5'->>'mostMicros' as most,
       decision->'request'->>'isHourCached' as hour, charged_micros as charged from run where id = $1`,
    [imprimatur.run_id],
  );
  expect(run).toMatchObject({ hour: 'true' });
  expect(Number(run!.most)).toBeGreaterThanOrEqual(Number(run!.charged));
});

test('marks in messages, results and tools go out in Anthropic’s form, at most four of them', async () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const { imprimatur } = await ask(await newKey(), {
    tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } }, ...mark }],
    messages: [
      {
        role: 'system',
        content: [
          { type: 'text', text: 'Be kind.', ...mark },
          { type: 'text', text: 'Be short.' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'A file.', ...mark },
          { type: 'text', text: 'Look.' },
        ],
      },
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'Found.', ...mark }] },
      { role: 'user', content: [{ type: 'text', text: 'Well?', prompt_cache_breakpoint: { mode: 'explicit' } }] },
    ],
  });

  const { system, messages, tools } = sentTo('anthropic')[0]!.body;
  const isMarked = ({ cache_control }: Json) => cache_control?.type === 'ephemeral';
  expect(tools.map(isMarked)).toEqual([false]);
  // The task's own instructions are the first.
  expect(system.map(isMarked)).toEqual([false, true, false]);
  expect(messages.map(({ content }: Json) => content.map(isMarked))).toEqual([[true, false], [false], [true, true]]);
  expect(imprimatur.warnings).toEqual([expect.stringMatching(/^Only the last 4 of 5 cache breakpoints were sent/)]);
});

test('a cache key leaves the service as a hash that no two customers share', async () => {
  const body = { model: 'fast-execution/field-extraction', prompt_cache_key: 'ada@example.org' };
  const [one, other] = [await newKey(), await newKey()];
  await ask(one, { ...body, messages: [{ role: 'user', content: 'Invoice 7' }] });
  await ask(one, { ...body, input: 'Invoice 8' }, '/v1/responses');
  await ask(other, { ...body, messages: [{ role: 'user', content: 'Invoice 7' }] });

  const keys = HOSTED_WITH_KEYS.flatMap((provider) => sentTo(provider).map(({ body }) => body.prompt_cache_key));
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/), keys[0], expect.stringMatching(/^[\w-]{43}$/)]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('DeepSeek keeps the caches of customers apart, by an id that says nothing about them', async () => {
  const body = { model: 'fast-execution/filter-classify', messages: [{ role: 'user', content: 'Invoice 7' }] };
  const { customer, token: one } = await customerWithKey(api, { plan: 'PRO' });
  for (const key of [one, one, await newKey()]) await ask(key, { ...body, user: 'ada@example.org' });

  const ids = sentTo('deepseek').map(({ body }) => body.user_id);
  expect(ids).toEqual([expect.stringMatching(/^[\w-]{43}$/), ids[0], expect.stringMatching(/^[\w-]{43}$/)]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(ids[0]).not.toContain(customer.id);
});

const HOSTED_WITH_KEYS: CalledProvider[] = ['openai', 'mistral', 'xai'];
