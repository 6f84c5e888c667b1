import type { FakeRuns } from './fake-runs.ts';
import { TASK } from './support.ts';

/** Some two million tokens: a word is about one. */
export const WORDS = 'case file page '.repeat(700_000).slice(0, 10_000_000);
export const bodyOf = (content: string) => JSON.stringify({ model: TASK, messages: [{ role: 'user', content }] });

/** What was asked is a test's to hold on to, and these are large. */
export function forgetful(runs: FakeRuns): void {
  runs.requests.length = 0;
  runs.script = () => {
    runs.requests.length = 0;
    runs.contexts.length = 0;
    return { steps: [{ text: 'Read.' }] };
  };
}
