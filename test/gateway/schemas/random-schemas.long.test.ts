import '../../../src/gateway/gateway.names.ts';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { handleRandomSchemas } from './random-schemas.ts';

test('no schema of up to 4 kB takes more than 20 ms or 20 MB in the thread that answers requests', async () => {
  const { answered, refused } = await handleRandomSchemas(propertyRuns(2_000).numRuns);

  // Neither way is left untested.
  expect(answered).toBeGreaterThan(200);
  expect(refused).toBeGreaterThan(200);
});
