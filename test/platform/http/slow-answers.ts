import { expect } from 'vitest';
import type { ApiOptions } from '../../support/api.ts';
import { MOCK_TEXT, PICTURE, startSlowService } from './slow-doors.ts';

/** Asks at every door at once for an answer of which nothing comes for so long. */
export async function expectSilentAnswers(silentMs: number, options: ApiOptions = {}): Promise<void> {
  await using slow = await startSlowService(silentMs, options);
  const began = performance.now();

  const answers = await Promise.all(
    Object.entries(slow.doors).map(async ([door, ask]) => {
      const answer = await ask().catch((error: Error) => `${error.name}: ${error.message}`);
      return { door, answer, isLate: performance.now() - began >= silentMs };
    }),
  );

  const texts = Object.keys(slow.doors).map((door) => {
    return { door, answer: door === '/v1/images/generations' ? PICTURE : MOCK_TEXT, isLate: true };
  });
  expect(answers).toEqual(texts);
  // Of what was answered nothing failed on the way, so nothing was asked of a provider twice.
  await expect
    .poll(() => slow.api.database.query('select status, count(*)::int as count from run group by status'))
    .toEqual([{ status: 'SUCCEEDED', count: texts.length }]);
  expect(slow.texts.requests).toHaveLength(texts.length - 1);
}
