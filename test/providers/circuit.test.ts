import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Circuit, type CircuitOptions } from '../../src/providers/calls/circuit.ts';
import { FailureClass, ProviderFailure } from '../../src/providers/index.ts';
import { moveProcessClock } from '../support/process-clock.ts';
import { calling, deployment, streamed } from '../support/providers/calling.ts';
import { FakeProvider } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../support/providers/protocols.ts';

const QUICK: CircuitOptions = {
  threshold: 0.5,
  windowMs: 30_000,
  minimumCalls: 5,
  pauseMs: 50,
  longestPauseMs: 100,
  slots: 10,
};
const failed = (failure: FailureClass) => new ProviderFailure(failure, failure);
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function failing(circuit: Circuit, failure: FailureClass, times = 5): Promise<void> {
  for (let time = 0; time < times; time++) {
    circuit.enter().end(failed(failure));
    await settled();
  }
}

const circuit = (options: Partial<CircuitOptions> = {}) => new Circuit('openai', () => {}, { ...QUICK, ...options });

describe('a breaker', () => {
  // Only the clock: a pause is over when the test says so.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTime(ms);

  test.each([
    'PROVIDER_ERROR',
    'TRUNCATED',
    'GARBAGE',
    'UNREACHABLE',
    'CONNECT_TIMEOUT',
    'FIRST_TOKEN_TIMEOUT',
    'IDLE_TIMEOUT',
    'TOTAL_TIMEOUT',
  ] as const)('opens for %s', async (failure) => {
    const one = circuit();

    await failing(one, failure);

    expect(one.state).toBe('OPEN');
    expect(() => one.enter()).toThrow(
      expect.objectContaining({ failure: 'BREAKER_OPEN', retryAfterMs: expect.any(Number) }),
    );
  });

  test.each([
    'INVALID_REQUEST',
    'CONTEXT_LENGTH',
    'CONTENT_FILTER',
    'CANCELED',
    'MODEL_NOT_FOUND',
    'KEY_REFUSED',
    'FORBIDDEN',
    'RATE_LIMITED',
    'QUOTA',
  ] as const)('does not open for %s, which callers can bring about', async (failure) => {
    const one = circuit();

    await failing(one, failure, 50);

    expect(one.state).toBe('CLOSED');
  });

  test.each([400, 404, 422])('does not open for a %i, whatever words come with it', async (statusCode) => {
    const one = circuit();

    for (let time = 0; time < 50; time++) {
      one.enter().end(new ProviderFailure('PROVIDER_ERROR', 'unavailable with this parameter', { statusCode }));
      await settled();
    }

    expect(one.state).toBe('CLOSED');
  });

  test('does not open for the web page of a firewall, but for that of a server that is down', async () => {
    const [firewall, down] = [circuit(), circuit()];

    for (let time = 0; time < 50; time++) {
      firewall.enter().end(new ProviderFailure('GARBAGE', 'a page', { statusCode: 200, isPage: true }));
      await settled();
    }
    for (let time = 0; time < 5; time++) {
      down.enter().end(new ProviderFailure('PROVIDER_ERROR', 'a page', { statusCode: 502, isPage: true }));
      await settled();
    }

    expect([firewall.state, down.state]).toEqual(['CLOSED', 'OPEN']);
  });

  test('pauses for as long as a 429 says, and tells how long that still is', () => {
    const one = circuit();

    one.enter().end(new ProviderFailure('RATE_LIMITED', 'slow down', { statusCode: 429, retryAfterMs: 30_000 }));
    pass(10_000);

    expect([one.state, one.isLimited, one.pauseLeftMs]).toEqual(['OPEN', true, 20_000]);
    expect(() => one.enter()).toThrow(expect.objectContaining({ failure: 'RATE_LIMITED', retryAfterMs: 20_000 }));
    pass(20_000);
    expect([one.state, one.pauseLeftMs]).toEqual(['CLOSED', null]);
    one.enter().end(null);
  });

  test('asks again after ten minutes where a 429 says hours', () => {
    const one = circuit();

    one.enter().end(new ProviderFailure('RATE_LIMITED', 'slow down', { retryAfterMs: 7_200_000 }));
    pass(599_000);
    // What callers are told is when they are let through, not what the provider said.
    expect([one.state, one.pauseLeftMs]).toEqual(['OPEN', 1_000]);
    pass(1_000);

    expect([one.state, one.pauseLeftMs]).toEqual(['CLOSED', null]);
  });

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('ends its pauses in time when somebody sets the clock %s by an hour', async (_, stepMs) => {
    const [failed, limited] = [circuit(), circuit()];
    await failing(failed, 'PROVIDER_ERROR');
    limited.enter().end(new ProviderFailure('RATE_LIMITED', 'slow down', { retryAfterMs: 10_000 }));

    moveProcessClock(stepMs);

    expect([failed.state, failed.pauseLeftMs]).toEqual(['OPEN', 50]);
    expect([limited.state, limited.pauseLeftMs]).toEqual(['OPEN', 10_000]);
    pass(50);
    failed.enter().end(null);
    expect(failed.state).toBe('CLOSED');
    pass(9_950);
    limited.enter().end(null);
    expect(limited.state).toBe('CLOSED');
  });

  test('forgets what failed before the window', async () => {
    const one = circuit();

    await failing(one, 'PROVIDER_ERROR', 4);
    pass(30_000);
    await failing(one, 'PROVIDER_ERROR', 4);
    expect(one.state).toBe('CLOSED');
    await failing(one, 'PROVIDER_ERROR', 1);

    expect(one.state).toBe('OPEN');
  });

  test('does not open for few, nor for a small part', async () => {
    const [few, part] = [circuit(), circuit()];

    await failing(few, 'PROVIDER_ERROR', 4);
    for (let time = 0; time < 20; time++) {
      part.enter().end(null);
      await settled();
    }
    await failing(part, 'PROVIDER_ERROR', 10);

    expect([few.state, part.state]).toEqual(['CLOSED', 'CLOSED']);
  });

  test('lets one call through after its pause, and closes when that succeeds', async () => {
    const one = circuit();
    await failing(one, 'PROVIDER_ERROR');
    pass(50);
    expect(one.state).toBe('HALF_OPEN');

    const probe = one.enter();
    expect(() => one.enter()).toThrow(expect.objectContaining({ failure: 'BREAKER_OPEN' }));
    probe.end(null);
    await settled();

    expect(one.state).toBe('CLOSED');
    one.enter().end(null);
  });

  test('pauses again when the probe fails, or is taken back', async () => {
    for (const failure of ['PROVIDER_ERROR', 'CANCELED'] as const) {
      const one = circuit();
      await failing(one, 'PROVIDER_ERROR');
      pass(50);

      one.enter().end(failed(failure));
      await settled();

      pass(99); // twice as long as before
      expect(one.state).toBe('OPEN');
      pass(1);
      expect(one.state).toBe('HALF_OPEN');
    }
  });
});

test('a bulkhead has so many slots, which last as long as a call', async () => {
  const one = circuit({ slots: 2 });
  const [first] = [one.enter(), one.enter()];

  expect(() => one.enter()).toThrow(expect.objectContaining({ failure: 'BULKHEAD_FULL' }));
  first!.end(failed('CANCELED'));
  await settled();

  one.enter();
});

test('a median needs some calls', () => {
  const one = circuit();
  for (const ms of [30, 10]) one.sample(ms);
  expect(one.medianFirstTokenMs).toBeNull();

  one.sample(20);

  expect(one.medianFirstTokenMs).toBe(20);
});

test('a deployment that fails is left alone, and taken again when it is back', async () => {
  let isUp = false;
  const fake = await FakeProvider.start(() => (isUp ? json(PROTOCOLS.openai.answer('Back')) : { status: 500 }));
  const { calls, circuits, of } = calling('openai', fake, {
    circuit: { ...QUICK, pauseMs: 1_000, longestPauseMs: 1_000 },
  });
  for (let time = 0; time < 5; time++) await calls.call(of()).catch(() => {});
  await settled();

  const refused = await streamed(calls, of());
  expect(refused.failure?.failure).toBe('BREAKER_OPEN');
  expect(fake.asked).toHaveLength(5);
  // The same provider's other model is another deployment.
  await calls.call(of({ deployment: deployment('openai', { id: 'openai/other' }) })).catch(() => {});
  expect(fake.asked).toHaveLength(6);

  isUp = true;
  const circuit = circuits.find(deployment('openai'), { source: 'SERVICE', keyId: null })!;
  await expect.poll(() => circuit.state).toBe('HALF_OPEN');
  expect((await calls.call(of())).content).toMatchObject([{ text: 'Back' }]);
  await sleep(0);
  expect(circuit.state).toBe('CLOSED');
});
