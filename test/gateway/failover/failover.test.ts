import { afterAll, beforeAll, describe, test } from 'vitest';
import { Failing } from './failing.ts';
import { runScenario, SCENARIOS } from './scenarios.ts';

/** Those in which nobody waits for a time to be over: an error, a connection that is reset, what a fallback is booked as. */
const QUICK = ['S03', 'S05', 'S16'];

let failing: Failing;

beforeAll(async () => {
  failing = await Failing.start();
});
afterAll(() => failing?.[Symbol.asyncDispose]());

describe.each(SCENARIOS.filter(({ id }) => QUICK.includes(id)))('$id: $title', (scenario) => {
  // One after the other: they share the provider and its moods.
  test('whole', () => runScenario(scenario, failing.target, 'whole'));
  test('streamed', () => runScenario(scenario, failing.target, 'streamed'));
});
