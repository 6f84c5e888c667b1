import OpenAI from 'openai';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import { tamper } from '../../support/database.ts';
import { MOCK_TEXT, MockUpstream } from '../../support/mock-upstream.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { statementsOf } from '../../support/statements.ts';
import { providersAt, SLOT } from '../failover/asking.ts';

const TASK = SLOT.task;

let upstream: MockUpstream;
let api: Api;
let customer: Awaited<ReturnType<typeof customerWithKey>>;
let other: Awaited<ReturnType<typeof customerWithKey>>;

beforeAll(async () => {
  upstream = await MockUpstream.start();
  api = await startApi({ env: { ...providersAt(upstream), LOG_LEVEL: 'error' } });
  customer = await customerWithKey(api, { plan: 'PRO' });
  other = await customerWithKey(api, { plan: 'PRO' });
});
afterAll(async () => {
  await api.stop();
  await upstream.stop();
});
beforeEach(() => upstream.reset());

let keys = 0;
const newKey = () => `key-${++keys}`;

const body = (content: string, more: object = {}) => ({
  model: TASK,
  messages: [{ role: 'user', content }],
  ...more,
});

function chat(key: string | null, content = 'Is it so?', more: object = {}, as = customer.as) {
  return api.json('/v1/chat/completions', {
    as,
    headers: key === null ? {} : { 'idempotency-key': key },
    body: body(content, more),
  });
}

const runsOf = (customerId: string) =>
  api.database.query<{ id: string; charged_micros: string }>(
    'select id, status, charged_micros from run where customer_id = $1 order by id',
    [customerId],
  );
const rows = () =>
  api.database.query<Json>('select *, expires_at - claimed_at as lifetime from idempotent_answer order by claimed_at');

describe('the same request under the same key', () => {
  test('may name another prompt cache, which changes no answer', async () => {
    const key = newKey();
    await chat(key, 'Is it so?', { prompt_cache_key: 'a' });
    const again = await chat(key, 'Is it so?', { prompt_cache_key: 'b' });

    expect([again.status, again.headers.get('idempotency-replayed'), upstream.count]).toEqual([200, 'true', 1]);
  });

  test('is run once, and its answer given again word for word, by either door and in pieces as well', async () => {
    const key = newKey();
    const first = await chat(key);
    const again = await chat(key);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(upstream.count).toBe(1);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { replayed, ...facts } = again.body.imprimatur;
    expect(replayed).toBe(true);
    expect({ ...again.body, imprimatur: facts }).toEqual(first.body);
    expect(first.body.choices[0].message.content).toBe(MOCK_TEXT);

    const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: customer.token });
    const stream = await client.chat.completions
      .create(
        { model: TASK, stream: true, messages: [{ role: 'user', content: 'Is it so?' }] },
        { headers: { 'Idempotency-Key': key } },
      )
      .withResponse();
    let text = '';
    const chunks: Json[] = [];
    for await (const chunk of stream.data) {
      text += chunk.choices[0]?.delta.content ?? '';
      chunks.push(chunk);
    }
    expect(stream.response.headers.get('idempotency-replayed')).toBe('true');
    expect(text).toBe(MOCK_TEXT);
    expect(chunks.at(-1).imprimatur).toMatchObject({ run_id: facts.run_id, cost_usd: facts.cost_usd, replayed: true });

    const { data } = await api.graphql(RUN_TASK, {
      as: customer.as,
      variables: { input: { task: TASK, messages: [{ role: 'USER', content: 'Is it so?' }], idempotencyKey: key } },
    });
    expect(data.runTask).toMatchObject({
      outcome: { runId: facts.run_id, isReplay: true },
      answer: { text: MOCK_TEXT },
    });
    expect(upstream.count).toBe(1);
  });

  test('forty at once are one call and one charge', async () => {
    upstream.next('*', { is: 'slow', firstTokenMs: 300 });
    const before = await runsOf(customer.customer.id);
    const key = newKey();

    const answers = await Promise.all(Array.from({ length: 40 }, () => chat(key, 'All at once')));

    expect(upstream.count).toBe(1);
    const ran = (await runsOf(customer.customer.id)).slice(before.length);
    expect(ran).toHaveLength(1);
    expect(Number(ran[0]!.charged_micros)).toBeGreaterThan(0);
    const answered = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    expect(answered.length).toBeGreaterThanOrEqual(1);
    expect(answered.length + refused.length).toBe(40);
    expect(new Set(answered.map((one) => one.body.imprimatur.run_id))).toEqual(new Set([ran[0]!.id]));
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe('idempotency_in_progress');
      expect(headers.get('x-should-retry')).toBe('true');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('x-imprimatur-run-id')).toBe(ran[0]!.id);
    }
  });

  test('a client of the dialect that comes while it is under way gets the answer in the end, by itself', async () => {
    upstream.next('*', { is: 'slow', firstTokenMs: 500 });
    const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: customer.token, maxRetries: 3 });
    const headers = { 'Idempotency-Key': newKey() };
    const ask = () =>
      client.responses.create({ model: TASK, input: 'Twice' }, { headers }).then(({ output_text }) => output_text);

    expect(await Promise.all([ask(), ask()])).toEqual([MOCK_TEXT, MOCK_TEXT]);
    expect(upstream.count).toBe(1);
  });

  test('goes on when its caller goes, and is there for who asks again', async () => {
    for (const stream of [false, true]) {
      upstream.reset();
      upstream.next('*', { is: 'slow', firstTokenMs: 300 });
      const key = newKey();
      const gone = new AbortController();
      const asking = fetch(`${api.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${customer.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body('Who goes', { stream })),
        signal: gone.signal,
      });
      await expect.poll(() => upstream.count).toBe(1);
      gone.abort();
      await asking.catch(() => {});

      await expect.poll(async () => (await chat(key, 'Who goes')).status, { timeout: 10_000 }).toBe(200);
      expect((await chat(key, 'Who goes')).body.choices[0].message.content).toBe(MOCK_TEXT);
      expect(upstream.count).toBe(1);
    }
  });
});

describe('a key is good for one request of one owner', () => {
  test('another request under it is refused, and nothing is run', async () => {
    const key = newKey();
    await chat(key, 'The first');
    for (const answer of [
      await chat(key, 'the first'),
      await chat(key, 'The first', { temperature: 0.5 }),
      await chat(key, 'The first', { max_completion_tokens: 7 }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([422, 'idempotency_key_reused']);
      expect(answer.headers.get('x-should-retry')).toBe('false');
    }
    const { data } = await api.graphql(RUN_TASK, {
      as: customer.as,
      variables: { input: { task: TASK, messages: [{ role: 'USER', content: 'Other' }], idempotencyKey: key } },
    });
    expect(data.runTask).toMatchObject({ __typename: 'IdempotencyKeyReused', code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(upstream.count).toBe(1);
  });

  test('another owner’s is another key', async () => {
    const key = newKey();
    const first = await chat(key, 'Mine');
    const second = await chat(key, 'Mine', {}, other.as);

    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(second.body.imprimatur.run_id).not.toBe(first.body.imprimatur.run_id);
    expect(upstream.count).toBe(2);
  });

  test.each(['', 'k'.repeat(256)])('one that is empty or too long is refused', async (key) => {
    const { status, body } = await chat(key);
    expect([status, body.error.code]).toEqual([400, 'idempotency_key_invalid']);
    const { data } = await api.graphql(RUN_TASK, {
      as: customer.as,
      variables: { input: { task: TASK, messages: [{ role: 'USER', content: 'Hi' }], idempotencyKey: key } },
    });
    expect(data.runTask.code).toBe('IDEMPOTENCY_KEY_INVALID');
    expect(upstream.count).toBe(0);
  });

  test('without a credential nobody could tell whose it is', async () => {
    const { status, body } = await api.json('/v1/chat/completions', {
      headers: { 'idempotency-key': '8f14e45f-ceea-467f-a0e6-1c5a4d2b9e01' },
      body: { model: TASK, messages: [{ role: 'user', content: 'Hi' }] },
    });
    expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
    expect(body.error.message).toContain('idempotency key');
  });
});

describe('what came to nothing', () => {
  test('a refusal before anything was run frees the key', async () => {
    const key = newKey();
    const refused = await chat(key, 'word '.repeat(2_000_000));
    expect([refused.status, refused.body.error.code]).toEqual([400, 'context_length_exceeded']);

    expect((await chat(key, 'Shorter')).status).toBe(200);
    expect(upstream.count).toBe(1);
  });

  test('a failure that has cost nothing frees the key, too', async () => {
    upstream.isAlways('*', { is: 'refusing', status: 401 });
    const key = newKey();
    const failed = await chat(key, 'It fails');
    expect(failed.status).toBe(502);
    const count = upstream.count;

    upstream.reset();
    expect((await chat(key, 'It fails')).status).toBe(200);
    expect([count > 0, upstream.count]).toEqual([true, 1]);
  });

  test('one that may have cost something is told again, and not run again', async () => {
    upstream.isAlways('*', { is: 'garbling', afterChunks: 3 });
    const key = newKey();
    const failed = await chat(key, 'It breaks');
    const count = upstream.count;
    upstream.reset();
    const again = await chat(key, 'It breaks');
    const streamed = await chat(key, 'It breaks', { stream: true });

    expect(failed.status).toBe(502);
    expect(count).toBeGreaterThan(0);
    expect([again.status, again.body]).toEqual([failed.status, failed.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-imprimatur-run-id')).toBe(failed.headers.get('x-imprimatur-run-id'));
    expect([streamed.status, streamed.body]).toEqual([failed.status, failed.body]);
    expect(upstream.count).toBe(0);
  });
});

describe('what is kept', () => {
  test('is encrypted, for a day, and forgotten after it', async () => {
    const key = newKey();
    await api.database.query('delete from idempotent_answer');
    upstream.next('*', { is: 'fine', text: 'canary-of-the-answer' });
    await chat(key, 'canary-of-the-prompt');

    const [row] = await rows();
    expect(row.state).toBe('KEPT');
    expect(JSON.stringify(row)).not.toMatch(/canary|key-\d/);
    expect(Buffer.from(row.answer).toString('latin1')).not.toContain('canary');
    expect(Buffer.from(row.answer).toString('utf16le')).not.toContain('canary');
    expect(row.lifetime).toMatchObject({ days: 1 });

    await api.database.query(`update idempotent_answer set expires_at = now() - interval '1 second'`);
    const anew = await chat(key, 'and something else');
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([200, null]);

    await api.database.query(`update idempotent_answer set expires_at = now() - interval '1 second'`);
    await api.services.upkeep['expired idempotent answers']!(contextOn(api.services.platform.database));
    expect(await rows()).toEqual([]);
  });

  test('is not kept where it is too large, which is said, and never run a second time', async () => {
    const key = newKey();
    upstream.next('*', { is: 'fine', text: 'x'.repeat(4_000_001) });
    const large = await chat(key, 'Much');
    const again = await chat(key, 'Much');

    expect(large.status).toBe(200);
    expect(large.body.imprimatur.warnings.join(' ')).toContain('not stored for its idempotency key');
    expect([again.status, again.body.error.code]).toEqual([409, 'idempotent_answer_gone']);
    expect(again.headers.get('x-should-retry')).toBe('false');
    expect(again.headers.get('x-imprimatur-run-id')).toBe(large.body.imprimatur.run_id);
    expect(upstream.count).toBe(1);
  });

  test('a run without a key leaves nothing, and takes no statement for it', async () => {
    await api.database.query('delete from idempotent_answer');
    // What is remembered for a second may have to be read anew by one of them.
    const fewest = async (ask: () => Promise<unknown>) => {
      const counts = [];
      for (let n = 0; n < 5; n++) counts.push((await statementsOf(api, '/v1/chat/completions', ask)).statements);
      return Math.min(...counts);
    };
    const without = await fewest(() => chat(null, 'Once'));
    expect(await rows()).toEqual([]);
    let key = '';
    const first = await fewest(() => {
      key = newKey();
      return chat(key, 'Once');
    });
    const again = await fewest(() => chat(key, 'Once'));

    // The key is looked up, the money set aside, the run written down.
    expect(without).toBeLessThanOrEqual(3);
    expect(first - without).toBeLessThanOrEqual(6);
    expect(again).toBeLessThanOrEqual(3);
  });
});

describe('where the process that ran it did not come back', () => {
  /** A row as it is left: nobody is there who could end it. */
  async function left(key: string, content: string): Promise<string> {
    const { body } = await chat(key, content);
    await api.database.query(
      `update idempotent_answer set state = 'UNDER_WAY', answer = null, claimed_at = now() - interval '5 minutes' where run_id = $1`,
      [body.imprimatur.run_id],
    );
    upstream.reset();
    return body.imprimatur.run_id;
  }

  test('a run that the log tells of is not run again: what became of it is said', async () => {
    const key = newKey();
    const runId = await left(key, 'Lost');
    await api.database.query(`update run set ended_at = now() - interval '4 minutes' where id = $1`, [runId]);
    const ended = await chat(key, 'Lost');
    await api.database.query(`update run set status = 'ABORTED', cost_micros = null where id = $1`, [runId]);
    const aborted = await chat(key, 'Lost');

    expect([ended.status, ended.body.error.code]).toEqual([409, 'idempotent_answer_gone']);
    expect(ended.body.error.message).toContain('SUCCEEDED');
    expect(aborted.body.error.message).toContain('ended unexpectedly');
    expect(aborted.headers.get('x-imprimatur-run-id')).toBe(runId);
    expect(upstream.count).toBe(0);
  });

  test('one that has just ended may still be about to be kept', async () => {
    const key = newKey();
    await left(key, 'Just ended');
    expect((await chat(key, 'Just ended')).body.error.code).toBe('idempotency_in_progress');
    expect(upstream.count).toBe(0);
  });

  test('where nothing was ever begun, or it failed for nothing, the key is free', async () => {
    const key = newKey();
    const runId = await left(key, 'Never begun');
    await tamper(`delete from run where id = '${runId}'`, api.database);
    expect((await chat(key, 'Never begun')).status).toBe(200);
    expect(upstream.count).toBe(1);

    const ahead = newKey();
    const aheadId = await left(ahead, 'Begun before the clock was set back');
    await tamper(`delete from run where id = '${aheadId}'`, api.database);
    await api.database.query(`update idempotent_answer set claimed_at = now() + interval '1 hour' where run_id = $1`, [
      aheadId,
    ]);
    expect((await chat(ahead, 'Begun before the clock was set back')).status).toBe(200);

    const second = newKey();
    const failedId = await left(second, 'Failed for nothing');
    await api.database.query(
      `update run set status = 'FAILED', cost_micros = 0, ended_at = now() - interval '4 minutes' where id = $1`,
      [failedId],
    );
    expect((await chat(second, 'Failed for nothing')).status).toBe(200);
    expect(upstream.count).toBe(1);
  });

  test('of two who find it free, one runs, and the other gets the id of that run', async () => {
    const key = newKey();
    const runId = await left(key, 'Found free twice');
    await tamper(`delete from run where id = '${runId}'`, api.database);
    upstream.next('*', { is: 'slow', firstTokenMs: 300 });
    const letGo = await holdRow(runId);

    const asking = [chat(key, 'Found free twice'), chat(key, 'Found free twice')];
    await expect.poll(waitingForRow, { timeout: PATIENCE_MS }).toBe(2);
    await letGo();
    const [ran, refused] = (await Promise.all(asking)).sort((one, another) => one.status - another.status);

    expect([ran!.status, refused!.status, refused!.body.error.code]).toEqual([200, 409, 'idempotency_in_progress']);
    expect(refused!.headers.get('x-imprimatur-run-id')).toBe(ran!.body.imprimatur.run_id);
    expect(upstream.count).toBe(1);
  });

  /** Locks the row of a key, so that nobody takes it over. Returns what lets go of it. */
  async function holdRow(runId: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: api.database.url });
    await client.connect();
    await client.query('begin');
    await client.query('select from idempotent_answer where run_id = $1 for update', [runId]);
    return () => client.end();
  }

  const waitingForRow = async () => {
    const [row] = await api.database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%idempotent_answer%'`,
    );
    return row!.count;
  };
});

const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
  ... on RanTask { outcome { runId isReplay warnings } answer { text } }
  ... on TaskFailed { runId isReplay } ... on IdempotencyInProgress { runId retryAfterSeconds }
  ... on IdempotentAnswerGone { runId } ... on Problem { code message } } }`;
