import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { expect } from 'vitest';
import { HEADER } from '../../../src/gateway/v1/answer-headers.ts';
import { type Api, startApi } from '../../support/api.ts';
import { MOCK_USAGE, type MockRequest, MockUpstream, type Mood } from '../../support/mock-upstream.ts';
import { FALLBACK_KEY, PRIMARY_KEY, providersAt, SLOT } from './asking.ts';
import { makeCustomer, shortenTimeouts } from './prepare.ts';

/** So many calls at once: most of them wait for a provider that fails slowly. */
const AT_ONCE = 12;
/** Short, since a tenth of all calls waits one out; on a busy machine a good answer may run into one as well, and is lost then. */
/** For a call that no provider can be called for. */
const MOST_REPEATS = 40;
const PAUSE_MS = 500;
const TIMEOUTS = { connectMs: 5_000, firstTokenMs: 1_000, idleMs: 1_000, totalMs: 10_000 };

const FINE: Mood = { is: 'fine' };
/** What the first provider does with one call after the other: every failure of the Failover Bench, between good answers. */
const MOODS: readonly Mood[] = [
  { is: 'refusing', status: 429, retryAfter: '0' },
  { is: 'refusing', status: 500 },
  { is: 'refusing', status: 503 },
  { is: 'resetting' },
  { is: 'silent' },
  { is: 'slow', firstTokenMs: 100 },
  { is: 'slow', firstTokenMs: 3_000 },
  { is: 'cutting', afterChunks: 1 },
  { is: 'cutting', afterChunks: 8 },
  { is: 'stalling', afterChunks: 1 },
  { is: 'stalling', afterChunks: 8 },
  { is: 'garbling', afterChunks: 1 },
  { is: 'garbling', afterChunks: 8 },
  { is: 'without-done' },
  { is: 'ending-early', afterChunks: 8 },
  { is: 'context-exceeded' },
  { is: 'filtering', inAnswer: false },
  { is: 'filtering', inAnswer: true },
  { is: 'refusing-prefill' },
  { is: 'sending', contentType: 'text/html', body: '<html><body>Sorry</body></html>' },
  { is: 'sending', contentType: 'application/json', body: '' },
  { is: 'sending', contentType: 'application/json', body: '{"id":"chatcmpl-1","choices":[{"mess' },
];

/** What it does without billing it. All else is billed, whether or not the answer arrives. */
const isFree = (mood: Mood) =>
  mood.is === 'refusing' || mood.is === 'context-exceeded' || (mood.is === 'filtering' && !mood.inAnswer);

const ANSWERS: ReadonlySet<Mood['is']> = new Set(['fine', 'slow', 'without-done', 'refusing-prefill', 'filtering']);

const moodOf = (call: number): Mood => (call % 3 === 2 ? MOODS[Math.floor(call / 3) % MOODS.length]! : FINE);
/** The other provider fails now and then, so that both attempts of a call are lost. */
const fallbackMoodOf = (call: number): Mood => (call % 11 === 2 ? { is: 'resetting' } : FINE);

const moodFor = ({ key, text }: Pick<MockRequest, 'key' | 'text'>) =>
  (key === PRIMARY_KEY ? moodOf : fallbackMoodOf)(callIn(text));

const callIn = (text: string) => Number(/call number (\d+)/.exec(text)?.[1] ?? Number.NaN);

interface Sum {
  charged: number;
  possible: number;
}

/**
 * Makes so many calls of all kinds, whole and streamed, some of which the client leaves, before a provider that keeps a ledger of
 * its own. A confirmed answer is charged what the provider billed for it; of everything together at least the charges were billed, and
 * no more than the charges and what is told as possible.
 */
export async function assertChargesOf(calls: number): Promise<void> {
  const upstream = await MockUpstream.start();
  upstream.decides(moodFor);
  const api = await startApi({ env: { ...providersAt(upstream), LOG_LEVEL: 'fatal' } });
  const asOperator = async (query: string, variables?: object) => {
    const { data, errors } = await api.graphql(query, { as: 'operator', variables });
    if (errors) throw new Error(errors.map(({ message }) => message).join(' '));
    return data;
  };
  const apiKey = await makeCustomer(asOperator);
  await shortenTimeouts(asOperator, TIMEOUTS);
  const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey, maxRetries: 0 });

  const confirmed = new Map<number, { deployment: string; costMicros: number }>();
  let next = 0;
  let left = 0;
  let refused = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < calls) {
        const call = next++;
        const isLeft = call % 13 === 5;
        const how = { isStreamed: call % 2 === 0 || isLeft, isLeft };
        let facts = await ask(client, call, how);
        // Pauses end by themselves: on a busy machine they come often.
        for (let again = 0; facts === 'REFUSED' && again < MOST_REPEATS; again++) {
          await sleep(PAUSE_MS);
          facts = await ask(client, call, how);
        }
        if (facts === 'REFUSED') refused++;
        else if (facts)
          confirmed.set(call, { deployment: facts.deployment, costMicros: Math.round(facts.cost_usd! * 1e6) });
        if (isLeft) left++;
      }
    }),
  );
  // A client that left receives no end of its run.
  await expect.poll(() => countOf(api)).toBe(calls - refused);
  expect(refused).toBeLessThan(calls / 10);

  const ledger = await ledgerOf(api, upstream.requests);
  for (const [call, { deployment, costMicros }] of confirmed) {
    const billed = ledger.find((entry) => entry.call === call && entry.deployment === deployment && entry.isAnswered);
    assert.equal(costMicros, billed?.micros, `call ${call} was charged another amount than was billed`);
  }
  const billed = ledger.reduce((sum, { micros }) => sum + micros, 0);
  const { charged, possible } = await sumsOf(api);
  expect(charged).toBeLessThanOrEqual(billed);
  expect(billed).toBeLessThanOrEqual(charged + possible);
  // What is told is what the books say, and the case is what it is meant to be.
  expect(await booksOf(api)).toEqual({ charged, possible });
  expect(confirmed.size).toBeGreaterThan(calls / 2);
  expect(left).toBeGreaterThan(0);
  expect(possible).toBeGreaterThan(0);
  await api.stop();
  await upstream.stop();
}

interface Facts {
  deployment: string;
  cost_usd: number | null;
}

/**
 * Facts of an answer that came to its end, and null for one that didn't. REFUSED: no provider was called. On a busy machine good answers
 * time out as well, and then both providers are paused for a moment.
 */
async function ask(
  client: OpenAI,
  call: number,
  { isStreamed, isLeft }: { isStreamed: boolean; isLeft: boolean },
): Promise<Facts | 'REFUSED' | null> {
  const leaving = new AbortController();
  const question = {
    model: SLOT.task,
    messages: [
      { role: 'user' as const, content: `Is this a complaint? The parcel came late. This is call number ${call}.` },
    ],
  };
  try {
    if (!isStreamed) {
      const answer = await client.chat.completions.create(question, { signal: leaving.signal });
      return (answer as unknown as { imprimatur: Facts }).imprimatur;
    }
    const stream = await client.chat.completions.create({ ...question, stream: true }, { signal: leaving.signal });
    let facts: Facts | null = null;
    for await (const chunk of stream) {
      if (isLeft) leaving.abort();
      facts = (chunk as unknown as { imprimatur?: Facts }).imprimatur ?? facts;
    }
    return isLeft ? null : facts;
  } catch (error) {
    if (!(error instanceof OpenAI.APIError)) throw error;
    // Neither of them called a provider: one that isn't in the log, and one that is, without attempts.
    const hasAttempts = Number(error.headers?.get(HEADER.ATTEMPTS) ?? 0) > 0;
    return error.status === 503 && !hasAttempts ? 'REFUSED' : null;
  }
}

interface Entry {
  call: number;
  deployment: string;
  micros: number;
  isAnswered: boolean;
}

/** What the providers bill: the whole of each answer that they worked on, at the service's own prices. */
async function ledgerOf(api: Api, requests: readonly MockRequest[]): Promise<Entry[]> {
  const { models } = api.services.apis;
  const catalogue = await models.current();
  const now = new Date();
  return requests.flatMap(({ key, text }) => {
    const mood = moodFor({ key, text });
    if (isFree(mood)) return [];
    const deployment = key === FALLBACK_KEY ? SLOT.fallback.id : SLOT.primary.id;
    const isAnswered = ANSWERS.has(mood.is);
    const usage = {
      // An answer that was lost is billed by a count that nobody is told: of each word and what stands around it.
      inputTokens: isAnswered ? MOCK_USAGE.prompt_tokens : Math.ceil(text.length / 4),
      outputTokens: MOCK_USAGE.completion_tokens,
      cachedInputTokens: null,
      reasoningTokens: null,
    };
    const micros = models.costOf(models.priceAt(catalogue, deployment, now), usage, now)!;
    return [{ call: callIn(text), deployment, micros, isAnswered }];
  });
}

const numbersOf = async <Row extends object>(api: Api, text: string): Promise<Row> =>
  (await api.database.query<Row>(text))[0]!;

const countOf = async (api: Api) =>
  (await numbersOf<{ runs: number }>(api, `select count(*)::int as runs from run where attempt_count > 0`)).runs;

const sumsOf = (api: Api) =>
  numbersOf<Sum>(
    api,
    `select coalesce(sum(charged_micros), 0)::float8 as charged, coalesce(sum(possible_cost_micros), 0)::float8 as possible from run`,
  );

const booksOf = (api: Api) =>
  numbersOf<Sum>(
    api,
    `select coalesce(sum(spent_micros), 0)::float8 as charged, coalesce(sum(uncertain_micros), 0)::float8 as possible
     from usage_period where subject in (select id from customer)`,
  );
