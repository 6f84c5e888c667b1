import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

test('a service begins with a catalogue of twelve tasks, one a slot, in four clusters', async () => {
  const catalogue = await api.services.apis.models.current();

  expect(catalogue.version).toBe(1);
  expect(catalogue.clusters).toHaveLength(4);
  expect(catalogue.slots).toHaveLength(12);
  expect(catalogue.tasks.map(({ name }) => name)).toEqual(catalogue.slots.map(({ name }) => name));
});
