import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogueDocument } from '../../src/models/index.ts';
import { addImages } from '../../src/models/seed/image-upgrade.ts';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { publish } from './support.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.query(
    `insert into catalogue_version (id, number, document, sha256, reason, published_by, published_at)
     values ('cat_00000000000000000000000001', 1, $1, $2, 'Long ago.', 'service', now())`,
    [JSON.stringify(OLD), documentDigest(OLD)],
  );
  await database.query(
    `insert into routing_policy (id, number, document, sha256, catalogue_version, reason, published_by)
     values ('rpv_00000000000000000000000001', 1, $1, $2, 1, 'Long ago.', 'service')`,
    [JSON.stringify(OLD_POLICY), 'a'.repeat(64)],
  );
});
afterAll(() => database.drop());

/** A catalogue as a service began with it before there were pictures. */
const OLD = withoutImages();
const OLD_POLICY = {
  rules: OLD.slots.map(({ name, preferred }: Json) => ({
    task: name,
    path: [preferred],
    pathPastSoftCap: null,
    plans: ['BASE', 'PRO', 'ENTERPRISE'],
  })),
  attempts: { most: 3, perDeployment: 1 },
};

function withoutImages(): Json {
  const { clusters, slots, tasks, deployments, prices } = structuredClone(SEED) as Json;
  const isOld = ({ kind }: Json) => kind === 'TEXT';
  const plain = ({ kind: _, ...entry }: Json) => entry;
  const old = new Set(deployments.filter(isOld).map(({ id }: Json) => id));
  return {
    clusters,
    slots: slots.filter(({ cluster }: Json) => cluster !== null),
    tasks: tasks.filter(isOld).map(plain),
    deployments: deployments.filter(isOld).map(plain),
    prices: prices.filter(({ deployment }: Json) => old.has(deployment)).map(({ images: _, ...entry }: Json) => entry),
  };
}

/** The whole service on the database that there is, once; what it says at the end. */
async function started(use: (api: Api) => Promise<void>): Promise<void> {
  const api = await startApi({ works: false, database });
  try {
    await use(api);
  } finally {
    await api.stop();
  }
}

const versions = () =>
  database.query<Json>('select number, reason, published_by from catalogue_version order by number');
const policies = () =>
  database.query<Json>('select number, reason, published_by, document from routing_policy order by number');

test('an installation from before there were pictures gets the task and its rule once, with a reason', async () => {
  await started(async (api) => {
    const { data } = await api.graphql(
      `{ task(name: "media/image") { kind cluster { name } parameters { maxOutputTokens } images { maxCount } }
         text: task(name: "human-phrasing/warm-tone") { kind version images { maxCount } }
         explainRoute(input: { task: "media/image" }) { decision { path catalogueVersion policyVersion } } }`,
    );
    expect(data).toEqual({
      task: { kind: 'IMAGE', cluster: null, parameters: null, images: { maxCount: 10 } },
      text: { kind: 'TEXT', version: 1, images: null },
      explainRoute: { decision: { path: ['embedded/renderer'], catalogueVersion: 2, policyVersion: 2 } },
    });
  });

  expect(await versions()).toMatchObject([
    { number: 1, reason: 'Long ago.' },
    { number: 2, reason: expect.stringContaining('media/image'), published_by: 'service' },
  ]);
  const [before, after] = await policies();
  expect(before.document).toEqual(OLD_POLICY);
  expect(after).toMatchObject({ number: 2, reason: expect.stringContaining('media/image'), published_by: 'service' });
  // What operators have set stays as they have it.
  expect(after.document.rules.slice(0, -1)).toEqual(OLD_POLICY.rules);
  expect(after.document.attempts).toEqual(OLD_POLICY.attempts);
  expect(after.document.rules.at(-1)).toMatchObject({ task: 'media/image' });
});

test('what an operator takes out again stays out, and a document of old is still taken', async () => {
  await started(async (api) => {
    const sent = withoutImages();
    sent.tasks[0].title = 'Evidence, as it was';
    expect(await publish(api, sent, { ifVersion: 2 })).toMatchObject({ __typename: 'PublishedCatalogue' });
  });
  await started(async (api) => {
    const { data } = await api.graphql('{ task(name: "media/image") { name } tasks { kind } }');
    expect(data.task).toBeNull();
    expect(data.tasks).toHaveLength(12);
  });

  expect((await versions()).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await policies()).toHaveLength(2);
});

test('where an operator has a slot or a task of that name, nothing is added', () => {
  const { slots, tasks, ...rest } = withoutImages();
  const named = ([first, ...others]: Json[]) => [{ ...first, name: 'media/image' }, ...others];

  expect(addImages({ ...rest, slots, tasks } as CatalogueDocument)!.slots).toHaveLength(slots.length + 1);
  expect(addImages({ ...rest, slots: named(slots), tasks } as CatalogueDocument)).toBeNull();
  expect(addImages({ ...rest, slots, tasks: named(tasks) } as CatalogueDocument)).toBeNull();
});
