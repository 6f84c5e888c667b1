import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/gateway/runs/answer.ts';
import { RunPartReader } from '../../src/gateway/runs/run-part-reader.ts';
import type { RunPart } from '../../src/gateway/runs/run-task.ts';
import { canDetectSilence, type ProviderAnswer } from '../../src/providers/index.ts';
import { CANARY_PROMPT, calling, deployment, read } from '../support/providers/calling.ts';
import { FakeProvider, Wait } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS, sse, USAGE } from '../support/providers/protocols.ts';
import { type BothWays, RICH_ANSWERS } from '../support/providers/rich-answers.ts';

type Streamed = keyof typeof RICH_ANSWERS;

const PROVIDERS = Object.keys(RICH_ANSWERS) as Streamed[];
const ANSWERS = PROVIDERS.flatMap((provider) =>
  Object.entries(RICH_ANSWERS[provider]).map(([what, answer]) => [provider, what, answer] as const),
);
const OPTIONS: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: CANARY_PROMPT }] }],
  maxOutputTokens: 100,
  tools: ['look_up', 'list_all'].map((name) => ({
    type: 'function',
    name,
    inputSchema: { type: 'object', properties: {} },
  })),
};
const AS_JSON: LanguageModelV4CallOptions = {
  prompt: OPTIONS.prompt,
  responseFormat: { type: 'json', name: 'late', schema: { type: 'object', properties: { late: { type: 'boolean' } } } },
};
const optionsFor = (what: string) => (what.startsWith('JSON') ? AS_JSON : OPTIONS);

/** Ids that the packages make up for sources. */
const withoutIds = ({ content, headersMs, ...answer }: ProviderAnswer) => ({
  ...answer,
  content: content.map((part) => (part.type === 'source' ? { ...part, id: '' } : part)),
});

/** A call for a whole answer that the provider streams. */
async function collected(provider: Streamed, events: readonly (string | Uint8Array | Wait)[], options = OPTIONS) {
  const fake = await FakeProvider.start(() => ({ ...sse([]), chunks: events }));
  const { calls, of, ended } = calling(provider, fake);
  const outcome = await calls.call(of({ options, abortsOnSilence: true })).catch((error) => error);
  return { outcome, ended, asked: fake.asked };
}

describe('an answer that is streamed and put together is the one that comes in one piece', () => {
  test.each(ANSWERS)('%s: %s', async (provider, what, { whole, events }: BothWays) => {
    const options = optionsFor(what);
    const fake = await FakeProvider.start(() => json(whole));
    const { calls, of } = calling(provider, fake);
    const asWhole = await calls.call(of({ options }));

    const { outcome, ended, asked } = await collected(provider, events, options);

    expect(withoutIds(outcome)).toEqual(withoutIds(asWhole));
    expect(ended).toEqual([null]);
    expect(asked).toHaveLength(1);
  });
});

describe('and the one that the provider’s package reads of the stream', () => {
  test.each(ANSWERS)('%s: %s', async (provider, what, { events }: BothWays) => {
    const options = optionsFor(what);
    const fake = await FakeProvider.start(() => sse(events));
    const { calls, of } = calling(provider, fake);
    const { parts, failure } = await read(await calls.stream(of({ options })));
    const reader = new RunPartReader({ isJson: false, keepsText: true, keepsReasoning: false });
    const said: RunPart[] = [];
    let finish: unknown = null;
    for (const part of parts) finish = reader.take(part, said) ?? finish;

    const { outcome } = await collected(provider, events, options);

    expect(failure).toBeNull();
    const answer = readAnswer(outcome, false);
    expect(answer.finish).toEqual(finish);
    expect(answer.text).toBe(reader.text);
    expect(answer.reasoning).toBe(said.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''));
    expect(answer.citations).toEqual(said.flatMap((part) => (part.type === 'citation' ? [part.citation] : [])));
    expect(answer.toolCalls).toEqual(
      said.flatMap((part) =>
        part.type === 'tool-call-start'
          ? [
              {
                id: part.id,
                name: part.name,
                argumentsText: said
                  .map((one) => (one.type === 'tool-call-delta' && one.index === part.index ? one.argumentsText : ''))
                  .join(''),
              },
            ]
          : [],
      ),
    );
  });
});

describe.each(PROVIDERS)('%s', (provider) => {
  const protocol = PROTOCOLS[provider];
  const events = protocol.events(['Grüße ', '你好 🎬']);

  test('is asked for a stream with the same request', async () => {
    const { outcome, asked } = await collected(provider, events);
    const plain = await FakeProvider.start(() => json(protocol.answer('Grüße 你好 🎬')));
    const { calls, of } = calling(provider, plain);
    await calls.call(of({ options: OPTIONS }));

    expect(outcome).toMatchObject({
      finishReason: 'stop',
      usage: { inputTokens: USAGE.input, outputTokens: USAGE.output },
    });
    expect(asked[0]!.path).toBe(protocol.basePath + protocol.path('a-model').stream);
    const { stream, stream_options, ...body } = asked[0]!.body;
    expect(body).toEqual(plain.asked[0]!.body);
    if (provider !== 'google') expect(stream).toBe(true);
  });

  test('may split its stream anywhere', async () => {
    const bytes = Buffer.from(events.join(''));
    const inside = bytes.indexOf(Buffer.from('你')) + 1;
    for (const at of [1, inside, bytes.length - 1]) {
      const { outcome } = await collected(provider, [bytes.subarray(0, at), new Wait(5), bytes.subarray(at)]);

      expect(outcome.content).toContainEqual(expect.objectContaining({ type: 'text', text: 'Grüße 你好 🎬' }));
    }
  });

  test('may answer in one piece all the same', async () => {
    const fake = await FakeProvider.start(() => json(protocol.answer('Hello')));
    const { calls, of } = calling(provider, fake);

    const answer = await calls.call(of({ abortsOnSilence: true }));

    expect(answer.content).toContainEqual(expect.objectContaining({ type: 'text', text: 'Hello' }));
  });

  test('is left when it says nothing', async () => {
    const { outcome, ended } = await (async () => {
      const fake = await FakeProvider.start(() => ({ ...sse([]), chunks: [': waiting\n\n'], end: 'HANG' as const }));
      const one = calling(provider, fake);
      const timeouts = { connectMs: 5_000, firstTokenMs: 150, idleMs: 5_000, totalMs: 20_000 };
      const outcome = await one.calls.call(one.of({ abortsOnSilence: true, timeouts })).catch((error) => error);
      return { outcome, ended: one.ended };
    })();

    expect(outcome).toMatchObject({ failure: 'FIRST_TOKEN_TIMEOUT', mayHaveCost: true });
    expect(ended).toHaveLength(0);
  });

  test('is left when it stops in the middle', async () => {
    const fake = await FakeProvider.start(() => ({ ...sse(events.slice(0, -protocol.endings)), end: 'HANG' as const }));
    const { calls, of } = calling(provider, fake);
    const timeouts = { connectMs: 5_000, firstTokenMs: 5_000, idleMs: 150, totalMs: 20_000 };

    const failure = await calls.call(of({ abortsOnSilence: true, timeouts })).catch((error) => error);

    expect(failure).toMatchObject({ failure: 'IDLE_TIMEOUT', mayHaveCost: true });
  });

  test.each(['END', 'CUT'] as const)('that just stops (%s) has given no answer', async (end) => {
    const fake = await FakeProvider.start(() => sse(events.slice(0, -protocol.endings), end));
    const { calls, of } = calling(provider, fake);

    const failure = await calls.call(of({ abortsOnSilence: true })).catch((error) => error);

    expect(failure).toMatchObject({ failure: 'TRUNCATED', statusCode: 200, mayHaveCost: true });
  });

  test('that reports an error has given none either', async () => {
    const { outcome } = await collected(provider, [...events.slice(0, -protocol.endings), protocol.errorEvent]);

    expect(outcome).toMatchObject({ name: 'ProviderFailure', failure: 'PROVIDER_ERROR', mayHaveCost: true });
    expect(outcome.reason).not.toBeNull();
  });

  test('that sends no JSON has broken its protocol', async () => {
    const { outcome } = await collected(provider, [events[0]!, 'data: {"oops\n\n', ...events.slice(1)]);

    expect(outcome).toMatchObject({ failure: 'GARBAGE', mayHaveCost: true });
  });

  test('refuses as it does a whole answer', async () => {
    const fake = await FakeProvider.start(() => protocol.errors.rateLimited);
    const { calls, of } = calling(provider, fake);

    const failure = await calls.call(of({ abortsOnSilence: true })).catch((error) => error);

    expect(failure).toMatchObject({ failure: 'RATE_LIMITED', retryAfterMs: 2_000, mayHaveCost: false });
  });
});

test('calls of tools without an index are told apart by their ids', async () => {
  const { events } = RICH_ANSWERS.deepseek['calls of tools']!;

  const { outcome } = await collected(
    'deepseek',
    events.map((event) => event.replace(/"tool_calls":\[\{"index":\d,/, '"tool_calls":[{')),
  );

  const calls = outcome.content.filter(({ type }: { type: string }) => type === 'tool-call');
  expect(calls.map(({ toolCallId, input }: { toolCallId: string; input: string }) => [toolCallId, input])).toEqual([
    ['call_1', '{"name":"Ökonomu"}'],
    ['call_2', '{}'],
  ]);
});

test('an own server and what is simulated are asked as before', () => {
  const credential = { source: 'SERVICE', keyId: null } as const;

  expect(PROVIDERS.every((provider) => canDetectSilence({ deployment: deployment(provider), credential }))).toBe(true);
  expect(canDetectSilence({ deployment: deployment('own'), credential: { source: 'CUSTOMER', keyId: 'osv_1' } })).toBe(
    false,
  );
  expect(canDetectSilence({ deployment: deployment('openai'), credential: { source: 'SANDBOX', keyId: null } })).toBe(
    false,
  );
});
