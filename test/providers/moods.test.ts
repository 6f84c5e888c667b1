import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ProviderFailure } from '../../src/providers/index.ts';
import { calling, GENEROUS, read, streamed, textOf } from '../support/providers/calling.ts';
import { FakeProvider, type Reply, Wait } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS, sse } from '../support/providers/protocols.ts';

const { answer, events } = PROTOCOLS.openai;
const EVENTS = events(['one ', 'two ', 'three']);
const HEADERS = { 'content-type': 'text/event-stream' };
const never = () => new Wait(new Promise(() => {}));

async function both(reply: (stream: boolean) => Reply) {
  const fake = await FakeProvider.start(({ body }) => reply(body.stream === true));
  const { calls, of } = calling('openai', fake);
  const whole = (await calls.call(of()).catch((error) => error)) as ProviderFailure;
  return { whole, ...(await streamed(calls, of())) };
}

/** Accepts connections, and says this or nothing to what it is sent. */
async function mute(says?: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => says && socket.write(says));
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { authority: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('what is not the protocol', () => {
  const GARBAGE: Record<string, Reply> = {
    'HTML with 200': {
      headers: { 'content-type': 'text/html' },
      chunks: ['<html>Sign in to the hotel network</html>'],
    },
    nothing: { headers: { 'content-type': 'application/octet-stream' } },
    'JSON of another kind': json({ hello: 'world' }),
    'broken JSON': { headers: { 'content-type': 'application/json' }, chunks: ['{"choices": [{'] },
    'NaN for a count': {
      headers: { 'content-type': 'application/json' },
      chunks: [JSON.stringify(answer('x')).replace('"prompt_tokens":11', '"prompt_tokens":NaN')],
    },
    'something compressed': {
      headers: { 'content-type': 'application/json', 'content-encoding': 'br' },
      chunks: ['x'],
    },
    'a redirect': { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } },
  };

  test.each(Object.keys(GARBAGE))('%s is told as such', async (name) => {
    const { whole, failure, parts } = await both(() => GARBAGE[name]!);

    expect(whole).toMatchObject({ name: 'ProviderFailure', failure: 'GARBAGE' });
    expect(failure).toMatchObject({ name: 'ProviderFailure', failure: 'GARBAGE' });
    expect(parts.map(({ type }) => type)).not.toContain('finish');
  });

  test('a broken event in the middle is told, and no end', async () => {
    const { failure, parts } = await both(() =>
      sse([...EVENTS.slice(0, 3), 'data: {"choices": [{"ind\n\n', ...EVENTS.slice(3)]),
    );

    expect(failure?.failure).toBe('GARBAGE');
    expect(textOf(parts)).toBe('one two ');
  });

  test('fifty megabytes are cut long before they are held', async () => {
    const block = Buffer.alloc(1024 * 1024, 'a');
    let sent = 0;
    const fifty = function* () {
      for (; sent < 50; sent++) yield block;
    };
    const fake = await FakeProvider.start(() => ({
      headers: { 'content-type': 'application/json' },
      chunks: fifty() as unknown as readonly Uint8Array[],
    }));
    const { calls, of } = calling('openai', fake);

    const failure = await calls.call(of()).catch((error) => error);
    await fake.asked[0]!.gone;

    expect(failure.failure).toBe('GARBAGE');
    expect(sent).toBeLessThan(50);
  });

  test('a line of more than a megabyte is cut', async () => {
    const { failure } = await both(() => ({
      headers: HEADERS,
      chunks: [EVENTS[0]!, `data: ${'x'.repeat(1_100_000)}`, never()],
    }));

    expect(failure?.failure).toBe('GARBAGE');
  });

  test('of the words of a refusal the beginning is read', async () => {
    const { whole } = await both(() => ({
      status: 400,
      headers: { 'content-type': 'application/json' },
      chunks: [`{"error":{"code":"context_length_exceeded","message":"${'x'.repeat(200_000)}`, never()],
    }));

    expect(whole).toMatchObject({ failure: 'CONTEXT_LENGTH', statusCode: 400 });
  });

  test('counts that are none are unknown, and no zeroes', async () => {
    const usages = [
      undefined,
      {},
      { prompt_tokens: -5, completion_tokens: 2.5 },
      { prompt_tokens: null, completion_tokens: null },
    ];
    for (const usage of usages) {
      const fake = await FakeProvider.start(() => json({ ...answer('x'), usage }));
      const { calls, of } = calling('openai', fake);

      expect((await calls.call(of())).usage).toMatchObject({ inputTokens: null, outputTokens: null });
    }
  });
});

describe('the connection', () => {
  test('refused is unreachable', async () => {
    const { calls, of } = calling('openai', { url: 'http://127.0.0.1:1', authority: '127.0.0.1:1' });

    const { failure } = await streamed(calls, of());

    expect(failure).toMatchObject({ failure: 'UNREACHABLE', statusCode: null, mayHaveCost: false });
  });

  test('closed before an answer, the provider may have worked', async () => {
    const { whole, failure } = await both(() => ({ status: 0 }));

    for (const one of [whole, failure]) expect(one).toMatchObject({ failure: 'PROVIDER_ERROR', mayHaveCost: true });
  });

  test('what is no HTTP is garbage', async () => {
    const { authority } = await mute('SSH-2.0-OpenSSH_9.9\r\n');
    const { calls, of } = calling('openai', { url: `http://${authority}`, authority });

    expect((await streamed(calls, of())).failure?.failure).toBe('GARBAGE');
  });

  test('no cookie that a provider sets comes back to it', async () => {
    const fake = await FakeProvider.start(() => json(answer('x'), 200, { 'set-cookie': 'a=b; Path=/' }));
    const { calls, of } = calling('openai', fake);

    await calls.call(of());
    await calls.call(of());

    expect(fake.asked.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});

describe('the four times', () => {
  test('no first token', async () => {
    const fake = await FakeProvider.start(() => ({
      headers: HEADERS,
      chunks: [EVENTS[0]!, ': waiting\n\n'],
      end: 'HANG',
    }));
    const { calls, of } = calling('openai', fake);

    const { failure } = await streamed(calls, of({ timeouts: { ...GENEROUS, firstTokenMs: 60 } }));

    expect(failure?.failure).toBe('FIRST_TOKEN_TIMEOUT');
    await fake.asked[0]!.gone;
  });

  test('a stall in the middle', async () => {
    const fake = await FakeProvider.start(() => ({ headers: HEADERS, chunks: EVENTS.slice(0, 3), end: 'HANG' }));
    const { calls, of } = calling('openai', fake);

    const { failure, parts } = await streamed(calls, of({ timeouts: { ...GENEROUS, idleMs: 60 } }));

    expect(textOf(parts)).toBe('one two ');
    expect(failure).toMatchObject({ failure: 'IDLE_TIMEOUT', mayHaveCost: true });
    await fake.asked[0]!.gone;
  });

  test('no answer at all', async () => {
    const fake = await FakeProvider.start(() => new Promise(() => {}));
    const { calls, of } = calling('openai', fake);

    const failure = await calls.call(of({ timeouts: { ...GENEROUS, totalMs: 60 } })).catch((error) => error);

    expect(failure).toMatchObject({ failure: 'TOTAL_TIMEOUT', mayHaveCost: true });
    await fake.asked[0]!.gone;
  });

  test('a connection that is not made', async () => {
    const { authority } = await mute();
    const { calls, of } = calling('openai', { url: `https://${authority}`, authority }); // no handshake comes of it

    const failure = await calls.call(of({ timeouts: { ...GENEROUS, connectMs: 30 } })).catch((error) => error);

    expect(failure).toMatchObject({ failure: 'CONNECT_TIMEOUT', mayHaveCost: false });
  });

  test('a reader that takes its time is not the provider’s stall', async () => {
    const fake = await FakeProvider.start(() => sse(EVENTS));
    const { calls, of } = calling('openai', fake);
    const { parts } = await calls.stream(of({ timeouts: { ...GENEROUS, idleMs: 40 } }));
    let text = '';

    for await (const part of parts) {
      if (part.type === 'text-delta') {
        text += part.delta;
        await new Promise((resolve) => setTimeout(resolve, 90));
      }
    }

    expect(text).toBe('one two three');
  });
});

describe('who goes', () => {
  test('before an answer: the provider is told at once', async () => {
    const fake = await FakeProvider.start(() => new Promise(() => {}));
    const { calls, of, ended } = calling('openai', fake);
    const caller = new AbortController();
    const call = calls.call(of({ signal: caller.signal })).catch((error) => error);
    await expect.poll(() => fake.asked.length).toBe(1);

    caller.abort();

    expect((await call).failure).toBe('CANCELED');
    await fake.asked[0]!.gone;
    expect(ended).toEqual([]);
  });

  test('in the middle: by signal', async () => {
    const fake = await FakeProvider.start(() => ({ headers: HEADERS, chunks: EVENTS.slice(0, 3), end: 'HANG' }));
    const { calls, of } = calling('openai', fake);
    const caller = new AbortController();
    const stream = await calls.stream(of({ signal: caller.signal }));
    const reading = read(stream);

    caller.abort();

    expect((await reading).failure).toMatchObject({ failure: 'CANCELED', mayHaveCost: true });
    await fake.asked[0]!.gone;
  });

  test('in the middle: by reading no further', async () => {
    const fake = await FakeProvider.start(() => ({ headers: HEADERS, chunks: EVENTS.slice(0, 3), end: 'HANG' }));
    const { calls, of } = calling('openai', fake);

    for await (const part of (await calls.stream(of())).parts) if (part.type === 'text-delta') break;

    await fake.asked[0]!.gone;
  });

  test('at the deadline of the run', async () => {
    const fake = await FakeProvider.start(() => new Promise(() => {}));
    const { calls, of } = calling('openai', fake);

    const failure = await calls.call(of({ signal: AbortSignal.timeout(50) })).catch((error) => error);

    expect(failure.failure).toBe('TOTAL_TIMEOUT');
  });

  test('a reader that stands still holds the provider back', async () => {
    const event = `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: { content: 'x'.repeat(4_000) }, finish_reason: null }] })}\n\n`;
    let sent = 0;
    const endless = function* () {
      for (; sent < 5_000; sent++) yield event;
    };
    const fake = await FakeProvider.start(() => ({
      headers: HEADERS,
      chunks: endless() as unknown as readonly string[],
    }));
    const { calls, of } = calling('openai', fake);
    const { parts } = await calls.stream(of());
    const reader = parts[Symbol.asyncIterator]();
    for (let read = 0; read < 5; read++) await reader.next();

    let before = -1;
    await expect
      .poll(() => {
        const isStill = before === sent;
        before = sent;
        return isStill;
      })
      .toBe(true);

    expect(sent).toBeLessThan(5_000);
    await reader.return!();
  });
});

test('a stream may be split at every byte', { timeout: 120_000 }, async () => {
  const bytes = Buffer.from(events(['é', '🎬']).join(''));
  let at = 0;
  const fake = await FakeProvider.start(() => ({
    headers: HEADERS,
    chunks: [bytes.subarray(0, at), new Wait(0), bytes.subarray(at)],
  }));
  const { calls, of } = calling('openai', fake);

  for (at = 1; at < bytes.length; at++) {
    const { parts, failure } = await streamed(calls, of());

    expect([at, failure, textOf(parts)]).toEqual([at, null, 'é🎬']);
  }
});
