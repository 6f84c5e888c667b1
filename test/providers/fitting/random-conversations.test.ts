import { expect, test } from 'vitest';
import { FITS } from '../../../src/providers/fitting/fit.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { fitRandomConversations } from './random-conversations.ts';

test('no provider refuses a conversation that OpenAI takes, and nothing of it is lost', async () => {
  const seen = await fitRandomConversations(propertyRuns(200).numRuns, 29);

  for (const [provider, { changes }] of Object.entries(FITS)) {
    expect([...(seen.get(provider as keyof typeof FITS) ?? [])].sort(), provider).toEqual([...changes].sort());
  }
});
