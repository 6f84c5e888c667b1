import { afterAll, beforeAll, describe, test } from 'vitest';
import { Failing } from './failing.ts';
import { runScenario, SCENARIOS } from './scenarios.ts';

/** Those that take no time, and one in which a silent provider is left. */
const QUICK = ['S03', 'S05', 'S06', 'S16'];

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
