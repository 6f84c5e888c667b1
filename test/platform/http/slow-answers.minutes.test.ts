import { test } from 'vitest';
import { expectSilentAnswers } from './slow-answers.ts';

test('an answer of which nothing comes for 100 s arrives at every door', async () => {
  await expectSilentAnswers(100_000);
});
