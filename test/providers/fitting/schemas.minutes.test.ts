import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { writeRandomSchemas } from './random-schemas.ts';

/** Memory of the tries is freed between the turns of the event loop, not within one. */
const BATCH = 250;

test('many schemas in a subset take every value that the caller’s take', async () => {
  const seed = Date.now() % 2 ** 31;
  const { numRuns } = propertyRuns(500);
  let valid = 0;
  for (let done = 0; done < numRuns; done += BATCH) {
    valid += writeRandomSchemas(Math.min(BATCH, numRuns - done), seed + done);
    await turn();
  }

  console.info(`seed ${seed}: ${valid} values`);
  expect(valid).toBeGreaterThan(2_000);
});
