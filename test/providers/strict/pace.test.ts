import { expect, test } from 'vitest';
import { SEED } from '../../../src/models/seed/seed-catalogue.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { paced, timesOf } from '../../support/providers/pace.ts';
import { json, sse } from '../../support/providers/protocols.ts';

const TIMES = { firstMs: 30, betweenMs: 0, pauseMs: 0, keepsAliveMs: 10 };

async function written(reply: Parameters<typeof paced>[0], keepsAlive: boolean) {
  const startedAt = performance.now();
  const { chunks } = await paced(reply, TIMES, keepsAlive);
  const headersMs = performance.now() - startedAt;
  const all: unknown[] = [];
  for await (const chunk of chunks!) all.push(chunk);
  return { all, headersMs, totalMs: performance.now() - startedAt };
}

test('in real time each model stays below the limits of all tasks that it works for', () => {
  for (const { preferred, alternates, economy, name } of SEED.slots) {
    for (const id of [preferred, ...alternates, economy].filter((one) => one !== null)) {
      const [provider, ...model] = id.split('/');
      const { firstMs, pauseMs, betweenMs } = timesOf('REAL', provider as CalledProvider, model.join('/'));
      for (const { timeouts } of SEED.tasks.filter(({ slot }) => slot === name)) {
        expect(firstMs).toBeLessThanOrEqual(0.6 * timeouts.firstTokenMs);
        expect(pauseMs + betweenMs).toBeLessThan(0.6 * timeouts.idleMs);
        expect(firstMs + pauseMs).toBeLessThan(timeouts.totalMs);
        expect(firstMs).toBeGreaterThan(5_000);
      }
    }
  }
});

test('most providers send nothing before the answer', async () => {
  const { all, headersMs } = await written(sse(['one', 'two', 'three']), false);

  expect(all).toEqual(['one', 'two', 'three']);
  expect(headersMs).toBeGreaterThanOrEqual(25);
});

test('DeepSeek sends the headers at once, and shows signs of life', async () => {
  const streamed = await written(sse(['one', 'two']), true);
  const whole = await written(json({ a: 1 }), true);

  expect(streamed.all.join('')).toBe(`${': keep-alive\n\n'.repeat(3)}onetwo`);
  expect(whole.all.join('')).toBe('\n\n\n{"a":1}');
  for (const { headersMs, totalMs } of [streamed, whole]) {
    expect(headersMs).toBeLessThan(25);
    expect(totalMs).toBeGreaterThanOrEqual(25);
  }
});
