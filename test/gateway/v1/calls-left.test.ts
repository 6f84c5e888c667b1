import OpenAI from 'openai';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { CallWindows } from '../../../src/customers/call-windows.ts';
import { durationOf } from '../../../src/gateway/v1/calls-left.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { startApi } from '../../support/api.ts';
import { TASK } from './support.ts';

const api = await startApi();
afterAll(() => api.stop());

const clientOf = (token: string) => new OpenAI({ baseURL: `${api.url}/v1`, apiKey: token, maxRetries: 0 });
const messages = (content: string) => [{ role: 'user' as const, content }];

function told(headers: Headers | undefined) {
  const of = (name: string) => headers?.get(name) ?? null;
  return [
    of('x-ratelimit-limit-requests'),
    of('x-ratelimit-remaining-requests'),
    of('x-ratelimit-reset-requests'),
    of('ratelimit-policy'),
    of('ratelimit'),
  ];
}

const standing = (left: number, most = 5) => [
  String(most),
  String(left),
  expect.stringMatching(/^(1m0|[1-5]?\d)s$/),
  `"calls";q=${most};w=60`,
  expect.stringMatching(new RegExp(`^"calls";r=${left};t=(60|[1-5]?\\d)$`)),
];

describe('a key with a limit of calls per minute', () => {
  test('is told how it stands by every answer and every error, with the call that it is about counted', async () => {
    const { token, as } = await customerWithKey(api, { key: { callsPerMinute: 5 } });
    const client = clientOf(token);

    const wrong = await api.json('/v1/chat/completions', { as, body: { model: TASK, messages: [] } });
    const whole = await client.chat.completions.create({ model: TASK, messages: messages('Hi') }).withResponse();
    const streamed = await client.responses.create({ model: TASK, input: 'Hi', stream: true }).withResponse();
    let text = '';
    for await (const event of streamed.data) if (event.type === 'response.output_text.delta') text += event.delta;
    const failed: unknown = await client.chat.completions
      .create({ model: TASK, messages: messages('sandbox:429') })
      .catch((error: unknown) => error);
    const listed = await client.models.list().withResponse();
    const unknown = await api.json('/v1/chat/completions', { as, body: { model: 'gpt-4', messages: messages('Hi') } });

    expect([wrong.status, unknown.status]).toEqual([400, 404]);
    expect(told(wrong.headers)).toEqual(['5', '5', '0s', '"calls";q=5;w=60', '"calls";r=5;t=0']);
    expect(told(whole.response.headers)).toEqual(standing(4));
    expect(text).toMatch(/\S/);
    expect(told(streamed.response.headers)).toEqual(standing(3));
    expect(told((failed as InstanceType<typeof OpenAI.APIError>).headers)).toEqual(standing(2));
    expect(told(listed.response.headers)).toEqual(standing(2));
    expect(told(unknown.headers)).toEqual(standing(2));
  });

  test('is told when it is refused, which counts for nothing', async () => {
    const { token } = await customerWithKey(api, { key: { callsPerMinute: 1 } });
    const client = clientOf(token);
    await client.chat.completions.create({ model: TASK, messages: messages('Hi') });

    const refusals = [];
    for (const _ of [1, 2]) {
      refusals.push(
        await client.chat.completions
          .create({ model: TASK, messages: messages('Hi') })
          .catch((error: unknown) => error),
      );
    }

    for (const refusal of refusals as InstanceType<typeof OpenAI.APIError>[]) {
      expect(refusal).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
      expect(told(refusal.headers)).toEqual(standing(0, 1));
      expect(Number(refusal.headers!.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('hears within a second of calls that another process has made', async () => {
    const { as, key } = await customerWithKey(api, { key: { callsPerMinute: 9 } });
    await api.json('/v1/chat/completions', { as, body: { model: TASK, messages: messages('Hi') } });

    await api.database.query(`update usage_period set window_calls = 7 where subject = $1`, [key.id]);

    await vi.waitFor(
      async () => expect(told((await api.fetch('/v1/models', { as })).headers)).toEqual(standing(2, 9)),
      {
        interval: 50,
        timeout: 10_000,
      },
    );
  });

  test('is asked for in no statement of its own', async () => {
    const { as } = await customerWithKey(api, { key: { callsPerMinute: 9 } });
    const { as: without } = await customerWithKey(api);
    const { database } = api.services.platform;
    const countOf = async (who: typeof as) => {
      const body = { model: TASK, messages: messages('Hi') };
      await api.json('/v1/chat/completions', { as: who, body });
      const spies = [vi.spyOn(database, 'readRow'), vi.spyOn(database, 'readValue')];
      await api.json('/v1/chat/completions', { as: who, body });
      const names = spies.flatMap(({ mock }) => mock.calls.map(([{ name }]) => name));
      for (const spy of spies) spy.mockRestore();
      // What is looked at anew once in a second may fall into this moment.
      return names.filter((name) => /reserve|settle|run/.test(String(name))).sort();
    };

    expect(await countOf(as)).toEqual(await countOf(without));
  });
});

test('a key without such a limit is told of none, nor is anybody else', async () => {
  const { token } = await customerWithKey(api);
  const { response } = await clientOf(token)
    .chat.completions.create({ model: TASK, messages: messages('Hi') })
    .withResponse();

  expect(told(response.headers)).toEqual([null, null, null, null, null]);
  expect(told((await api.fetch('/v1/models', { as: 'operator' })).headers)).toEqual([null, null, null, null, null]);
});

test('what is told late of a minute does not give calls back, and a minute that is over does', () => {
  let now = 1_000;
  const calls = new CallWindows(() => now);

  calls.learn('key', { most: 10, used: 4, endsInMs: 50_000 });
  calls.learn('key', { most: 10, used: 2, endsInMs: 50_100 });
  expect(calls.of('key')).toEqual({ most: 10, left: 6, secondsLeft: 51 });

  now += 51_000;
  expect(calls.of('key')).toEqual({ most: 10, left: 10, secondsLeft: 0 });
  calls.learn('key', { most: 10, used: 1, endsInMs: 60_000 });
  expect(calls.of('key')).toEqual({ most: 10, left: 9, secondsLeft: 60 });
  calls.learn('key', null);
  expect(calls.of('key')).toBeNull();
});

test('lengths of time are written as clients of the dialect read them', () => {
  expect([0, 1, 59, 60, 61, 600].map(durationOf)).toEqual(['0s', '1s', '59s', '1m0s', '1m1s', '10m0s']);
});
