import { test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { fitRandomConversations } from './random-conversations.ts';

test('no provider refuses any of many conversations', async () => {
  const seed = Date.now() % 2 ** 31;
  const { numRuns } = propertyRuns(2_000);
  await fitRandomConversations(numRuns, seed);

  console.info(`seed ${seed}: ${numRuns} conversations`);
});
