import { expect, test } from 'vitest';
import { Breaker, type CallOutcome } from '../../src/providers/calls/breaker.ts';

const OPTIONS = { threshold: 0.5, windowMs: 30_000, minimumCalls: 5, pauseMs: 60_000, longestPauseMs: 60_000 };

function after(...outcomes: CallOutcome[]): Breaker {
  const breaker = new Breaker(OPTIONS, () => {});
  for (const outcome of outcomes) breaker.begin()(outcome);
  return breaker;
}

test('opens when more than half of five calls failed', () => {
  expect(after('FAILED', 'FAILED', 'FAILED', 'FAILED').state).toBe('CLOSED');
  expect(after('WORKED', 'WORKED', 'FAILED', 'FAILED', 'FAILED').state).toBe('OPEN');
  expect(after('WORKED', 'WORKED', 'WORKED', 'FAILED', 'FAILED').state).toBe('CLOSED');
});

test.each<CallOutcome>(['REFUSED', 'INCONCLUSIVE'])('does not count a call that ended %s', (outcome) => {
  const failures = ['FAILED', 'FAILED', 'FAILED', 'FAILED'] as const;
  expect(after(...failures, outcome, outcome).state).toBe('CLOSED');
  expect(after(outcome, outcome, outcome, outcome, outcome, ...failures, 'FAILED').state).toBe('OPEN');
});

test.each<[CallOutcome, Breaker['state']]>([
  ['WORKED', 'CLOSED'],
  ['REFUSED', 'CLOSED'],
  ['FAILED', 'OPEN'],
  ['INCONCLUSIVE', 'OPEN'],
])('is, after a probe that ended %s, %s', (outcome, state) => {
  const breaker = new Breaker({ ...OPTIONS, pauseMs: 0, longestPauseMs: 60_000 }, () => {});
  for (let calls = 0; calls < 5; calls++) breaker.begin()('FAILED');
  expect(breaker.state).toBe('HALF_OPEN');
  const probe = breaker.begin();
  expect(breaker.state).toBe('OPEN');

  probe(outcome);

  // A pause of no length is over at once, so an open breaker asks for the next probe.
  expect(breaker.state).toBe(state === 'OPEN' ? 'HALF_OPEN' : state);
});
