import { expect, test } from 'vitest';
import { defineFeature } from '../../src/feature.ts';
import { RUN_STEPS } from '../../src/gateway/runs/run-steps.ts';
import { collected } from '../../src/platform/contributions.ts';
import { startApi } from '../support/api.ts';

const erasure = async () => {};

test('contributions of all features are merged by kind, in the order of the features', () => {
  const contributed = collected([
    undefined,
    { pictureErasures: { renders: erasure } },
    { renderFollowUps: { seals: erasure } },
    { pictureErasures: { seals: erasure, another: erasure } },
  ]);

  expect(Object.keys(contributed('pictureErasures'))).toEqual(['renders', 'seals', 'another']);
  expect(Object.keys(contributed('renderFollowUps'))).toEqual(['seals']);
});

test('of a kind that no feature brings there is nothing, whatever name is looked for', () => {
  const contributed = collected([{ actors: {} }]);

  expect(contributed('actors').constructor).toBeUndefined();
  expect(Object.keys(contributed('sampleImages'))).toEqual([]);
});

test('two features that bring the same name end the start', () => {
  const brought = { pictureErasures: { seals: erasure } };

  expect(() => collected([brought, brought])).toThrow(
    'Two features contribute the same member seals to pictureErasures.',
  );
});

test('contributions are complete once every feature is composed, and refused before', async () => {
  let early: unknown;
  const impatient = defineFeature({
    name: 'impatient',
    compose({ contributed }) {
      try {
        contributed('runSteps');
      } catch (error) {
        early = error;
      }
      return { api: {} };
    },
  });

  const { services } = await startApi({ features: [impatient] });

  expect((early as Error).message).toContain('before all features were composed');
  expect(Object.keys(services.platform.contributed('runSteps')).sort()).toEqual([...RUN_STEPS].sort());
});
