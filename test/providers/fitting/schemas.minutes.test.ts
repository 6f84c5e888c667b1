import { expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { writeRandomSchemas } from './random-schemas.ts';

test('many schemas in a subset take every value that the caller’s take', () => {
  const seed = Date.now() % 2 ** 31;
  const valid = writeRandomSchemas(propertyRuns(500).numRuns, seed);

  console.info(`seed ${seed}: ${valid} values`);
  expect(valid).toBeGreaterThan(2_000);
});
