import { expect, test } from 'vitest';
import { Router, type RoutingRecord } from '../../../src/gateway/routing/router.ts';
import { maxCostOfImages } from '../../../src/models/image-price.ts';
import type { Catalogue, ModelsApi } from '../../../src/models/index.ts';
import { maxCostOf, priceAt } from '../../../src/models/price.ts';
import type { DeploymentAvailability } from '../../../src/providers/index.ts';
import {
  ACCOUNT,
  CATALOGUE,
  EVIDENCE,
  MONEY,
  POLICY,
  policyWithRule,
  requestFor,
  slotIds,
} from '../../support/routing.ts';

const [PREFERRED, ALTERNATE] = slotIds(EVIDENCE) as [string, string];

/** A service whose catalogue, policy and providers are held in the hand. */
function service() {
  const now = { catalogue: CATALOGUE, policy: POLICY, money: MONEY, at: new Date('2026-11-22T12:00:00Z') };
  const standing = new Map<string, DeploymentAvailability>(
    slotIds(EVIDENCE).map((id) => [
      id,
      { credential: { source: 'SERVICE', keyId: null }, whyNot: null, breaker: 'CLOSED', medianFirstTokenMs: null },
    ]),
  );
  const catalogues: Catalogue[] = [CATALOGUE];
  const policies = [POLICY];
  const models: Pick<ModelsApi, 'current' | 'version' | 'priceAt' | 'maxCostOf' | 'maxCostOfImages'> = {
    current: async () => now.catalogue,
    version: async (number) => catalogues.find(({ version }) => version === number) ?? null,
    priceAt,
    maxCostOf,
    maxCostOfImages,
  };
  const router = new Router({
    models,
    customers: { moneyOf: async () => now.money },
    providers: { availabilityOf: async () => standing, isSandboxOn: false },
    policies: {
      current: () => now.policy,
      version: async (number) => policies.find(({ version }) => version === number) ?? null,
    },
    clock: { now: () => now.at },
  });
  return { router, now, standing, catalogues, policies };
}

test('a decision is made again from its record, whatever has changed since', async () => {
  const { router, now, standing, catalogues, policies } = service();
  const { decision, request, snapshot } = await router.route(ACCOUNT, requestFor(EVIDENCE));
  const record: RoutingRecord = JSON.parse(JSON.stringify({ decision, request, snapshot }));

  now.policy = { ...policyWithRule(EVIDENCE, { path: [ALTERNATE] }), version: 2 };
  now.catalogue = { ...CATALOGUE, version: 2, deployments: [] };
  now.money = { ...MONEY, spentMicros: 10, hardLimitMicros: 10 };
  now.at = new Date('2027-06-01T00:00:00Z');
  standing.clear();
  catalogues.push(now.catalogue);
  policies.push(now.policy);

  expect(await router.replay(record)).toEqual(decision);
  expect((await router.route(ACCOUNT, requestFor(EVIDENCE))).decision.path).toEqual([]);
});

test('a record whose policy is not to be had is said to be none', async () => {
  const { router, policies } = service();
  const record = await router.route(ACCOUNT, requestFor(EVIDENCE));

  policies.length = 0;

  expect(await router.replay(record)).toBeNull();
});

test('the snapshot has the slot’s deployments with what the call can cost there, and no others', async () => {
  const { router, standing } = service();
  standing.set('xai/grok-4.20-reasoning', standing.get(PREFERRED)!);

  const { snapshot } = await router.route(ACCOUNT, requestFor(EVIDENCE, { inputTokens: 1_000, maxOutputTokens: 500 }));

  expect(Object.keys(snapshot.deployments)).toEqual(slotIds(EVIDENCE));
  expect(snapshot.deployments[PREFERRED]).toMatchObject({ mostMicros: 7_500, breaker: 'CLOSED' });
});

test('money that is set aside counts as spent', async () => {
  const { router, now } = service();
  now.money = {
    spentMicros: 400,
    reservedMicros: 600,
    uncertainMicros: 100,
    softCapMicros: 1_000,
    hardLimitMicros: 1_500,
  };

  const { snapshot } = await router.route(ACCOUNT, requestFor(EVIDENCE));

  expect(snapshot).toMatchObject({ isPastSoftCap: true, hasHardLimit: true, leftMicros: 500, underWayMicros: 500 });
});

test('a task that was nearly meant is named', async () => {
  const { router } = service();

  await expect(router.task('deep-reasoning/evidence-chian')).rejects.toThrow(`Did you mean ${EVIDENCE}?`);
});
