import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ProviderName } from '../../src/models/index.ts';
import { CANARY_KEY, CANARY_PROMPT, calling, streamed, textOf } from '../support/providers/calling.ts';
import { FakeProvider, type Reply } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS, sse, USAGE } from '../support/providers/protocols.ts';

const PIECES = ['Grüße ', 'an ', '你好', ' 🎬'];
const TEXT = PIECES.join('');
const USED = { inputTokens: USAGE.input, outputTokens: USAGE.output };

/** The class that each refusal of a provider has to be told as. */
const CLASSES = {
  keyRefused: 'KEY_REFUSED',
  contextLength: 'CONTEXT_LENGTH',
  contentFilter: 'CONTENT_FILTER',
  quota: 'QUOTA',
  rateLimited: 'RATE_LIMITED',
  noModel: 'MODEL_NOT_FOUND',
  overloaded: 'PROVIDER_ERROR',
} as const;

/** All but the engine of this service, which nobody calls. */
const CALLED = Object.values(ProviderName).filter((name) => name !== ProviderName.EMBEDDED);

describe.each(CALLED)('%s', (provider) => {
  const protocol = PROTOCOLS[provider];

  test('answers as a whole', async () => {
    const fake = await FakeProvider.start(() => json(protocol.answer(TEXT)));
    const { calls, of, ended } = calling(provider, fake);

    const answer = await calls.call(of());

    expect(answer.content).toContainEqual(expect.objectContaining({ type: 'text', text: TEXT }));
    expect(answer).toMatchObject({
      statusCode: 200,
      finishReason: 'stop',
      usage: USED,
      responseModel: 'answering-model',
    });
    expect(ended).toEqual([null]);
    const [asked] = fake.asked;
    expect(asked!.path).toBe(protocol.basePath + protocol.path('a-model').call);
    expect(asked!.headers).toMatchObject(protocol.key(CANARY_KEY));
    expect(JSON.stringify(asked!.body)).toContain(CANARY_PROMPT);
  });

  test('answers in parts, and asks for the usage', async () => {
    const fake = await FakeProvider.start(() => sse(protocol.events(PIECES)));
    const { calls, of, ended } = calling(provider, fake);

    const { parts, failure } = await streamed(calls, of());

    expect(failure).toBeNull();
    expect(textOf(parts)).toBe(TEXT);
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: USAGE.input }, outputTokens: { total: USAGE.output } },
    });
    expect(ended).toEqual([null]);
    expect(fake.asked[0]!.path).toBe(protocol.basePath + protocol.path('a-model').stream);
  });

  test('ends at a stop sequence that it isn’t sent, whole and streamed, with the usage of all that was written', async () => {
    const edits = { stopAt: ['an 你'], toolNames: {} };
    const whole = await FakeProvider.start(() => json(protocol.answer(TEXT)));
    const parted = await FakeProvider.start(() => sse(protocol.events(PIECES)));

    const asked = calling(provider, whole);
    const answer = await asked.calls.call(asked.of({ edits }));
    const other = calling(provider, parted);
    const { parts, failure } = await streamed(other.calls, other.of({ edits }));

    expect(answer.content).toContainEqual(expect.objectContaining({ type: 'text', text: 'Grüße ' }));
    expect(answer).toMatchObject({ finishReason: 'stop', usage: USED });
    expect(failure).toBeNull();
    expect(textOf(parts)).toBe('Grüße ');
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: { unified: 'stop' },
      usage: { outputTokens: { total: USAGE.output } },
    });
  });

  test('sends nothing that looks like a key where there is none', async () => {
    const fake = await FakeProvider.start(() => json(protocol.answer(TEXT)));
    const { calls, of } = calling(provider, fake, { key: null });

    await calls.call(of());

    const { headers } = fake.asked[0]!;
    expect([headers.authorization, headers['x-api-key'], headers['x-goog-api-key'], headers.cookie]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each(Object.keys(CLASSES) as (keyof typeof CLASSES)[])('says %s in its own words', async (name) => {
    const fake = await FakeProvider.start(() => protocol.errors[name] as Reply);
    const { calls, of } = calling(provider, fake);
    // A rate limit pauses the deployment, so the second call asks another one.
    const other = calling(provider, fake);

    const whole = await calls.call(of()).catch((error) => error);
    const { failure } = await streamed(other.calls, other.of());

    for (const one of [whole, failure]) {
      expect(one).toMatchObject({ name: 'ProviderFailure', failure: CLASSES[name], mayHaveCost: false });
      expect(one.statusCode).toBe(protocol.errors[name].status);
      expect(one.retryAfterMs).toBe(name === 'rateLimited' ? 2_000 : null);
      // What is said of a key may be the key.
      expect(one.reason).toEqual(name === 'keyRefused' ? null : expect.stringMatching(/[a-z]{4}/i));
    }
    expect(fake.asked).toHaveLength(2); // no retries of the package's own
  });

  test('an error in the middle of a stream is one, and no end', async () => {
    const events = protocol.events(PIECES);
    const fake = await FakeProvider.start(() => sse([...events.slice(0, -protocol.endings), protocol.errorEvent]));
    const { calls, of } = calling(provider, fake);

    const { parts, failure } = await streamed(calls, of());

    expect(textOf(parts)).toBe(TEXT);
    expect(failure).toMatchObject({ failure: 'PROVIDER_ERROR', mayHaveCost: true });
    expect(parts.map(({ type }) => type)).not.toContain('finish');
  });

  test.each(['END', 'CUT'] as const)('a stream that just stops (%s) is truncated', async (end) => {
    const events = protocol.events(PIECES).slice(0, -protocol.endings);
    const fake = await FakeProvider.start(() => sse(events, end));
    const { calls, of } = calling(provider, fake);

    const { parts, failure } = await streamed(calls, of());

    expect(failure).toMatchObject({ failure: 'TRUNCATED', mayHaveCost: true });
    expect(parts.map(({ type }) => type)).not.toContain('finish');
  });

  test('keys and prompts that a provider says back reach nobody', async () => {
    const fake = await FakeProvider.start((asked) =>
      json({ error: { message: `Bad key ${CANARY_KEY} for ${JSON.stringify(asked.body)}`, type: CANARY_KEY } }, 400),
    );
    const { calls, of } = calling(provider, fake);

    const whole = await calls.call(of()).catch((error) => error);
    const { failure } = await streamed(calls, of());

    for (const one of [whole, failure]) {
      expect(one.reason).toMatch(/^Bad key/);
      const shown = inspect(one, { depth: 10, showHidden: true }) + JSON.stringify(one) + one.stack;
      expect(shown).not.toContain(CANARY_KEY);
      expect(shown).not.toContain(CANARY_PROMPT);
    }
  });

  test('the stream may be split anywhere', async () => {
    const bytes = Buffer.from(protocol.events(PIECES).join(''));
    const inside = bytes.indexOf(Buffer.from('你')) + 1; // within a character
    for (const at of [1, inside, inside + 1, bytes.length - 1]) {
      const fake = await FakeProvider.start(() => ({
        ...sse([]),
        chunks: [bytes.subarray(0, at), bytes.subarray(at)],
      }));
      const { calls, of } = calling(provider, fake);

      const { parts, failure } = await streamed(calls, of());

      expect(failure).toBeNull();
      expect(textOf(parts)).toBe(TEXT);
    }
  });
});

test.each([
  [503, { code: 'rate_limit_exceeded', message: 'Slow down, please.' }, 'RATE_LIMITED'],
  [503, { code: 'insufficient_quota', message: 'Incorrect API key.' }, 'PROVIDER_ERROR'],
])('of a %i only a rate limit is taken from its code: %o', async (status, error, failure) => {
  const fake = await FakeProvider.start(() => ({ ...json({ error }, status), headers: { 'retry-after': '7' } }));
  const { calls, of } = calling('openai', fake);

  const failed = await calls.call(of()).catch((thrown) => thrown);

  expect(failed).toMatchObject({ name: 'ProviderFailure', failure, statusCode: status, retryAfterMs: 7_000 });
});
