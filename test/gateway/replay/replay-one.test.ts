import { expect, test } from 'vitest';
import { type DecisionBasis, type PastDecision, replayOne } from '../../../src/gateway/replay/replay-one.ts';
import { decide, type RoutingSnapshot } from '../../../src/gateway/routing/decide.ts';
import { policyOf } from '../../../src/gateway/routing/policy-of-catalogue.ts';
import type { Catalogue } from '../../../src/models/index.ts';
import { costOf, maxCostOf, priceAt } from '../../../src/models/price.ts';
import {
  CATALOGUE,
  EVIDENCE,
  POLICY,
  policyWith,
  requestFor,
  slotIds,
  snapshotFor,
  taskNamed,
  WITHOUT_KEY,
} from '../../support/routing.ts';

const models = { priceAt, costOf, maxCostOf };
const GROUNDS: DecisionBasis = { catalogue: CATALOGUE, policy: POLICY, task: taskNamed(EVIDENCE) };
const [FIRST, SECOND] = slotIds(EVIDENCE) as [string, string];
/** Of a provider that no deployment of the slot has, and one of which there is one. */
const STRANGE = 'mistral/mistral-large-2512';
const providerOf = (id: string) => CATALOGUE.deployments.find((one) => one.id === id)!.provider;
const SIBLING = CATALOGUE.deployments.find(
  ({ id, provider }) => provider === providerOf(FIRST) && !slotIds(EVIDENCE).includes(id),
)!.id;

function past(change: Partial<RoutingSnapshot> = {}): PastDecision {
  const request = requestFor(EVIDENCE);
  const snapshot = snapshotFor(EVIDENCE, change);
  const decision = decide(POLICY, CATALOGUE, GROUNDS.task, request, snapshot);
  const usage = { inputTokens: 900, cachedInputTokens: null, outputTokens: 100, reasoningTokens: null };
  return { runId: 'run_1', record: { decision, request, snapshot }, startedAt: new Date(snapshot.at), usage };
}

/** The catalogue with other deployments in the slot, and the policy that is in it. */
function withSlot(preferred: string, ...alternates: string[]) {
  const slots = CATALOGUE.slots.map((slot) =>
    slot.name === GROUNDS.task.slot ? { ...slot, preferred, alternates, economy: null } : slot,
  );
  const catalogue: Catalogue = { ...CATALOGUE, version: 2, slots };
  return { catalogue, policy: policyWith(policyOf(catalogue), catalogue) };
}

test('a deployment that nobody looked at makes a decision unknown where it depends on it', () => {
  expect(replayOne(models, past(), GROUNDS, withSlot(STRANGE, FIRST))).toMatchObject({
    outcome: 'NOT_KNOWN',
    from: FIRST,
    to: null,
    depends: [STRANGE],
    cost: null,
  });
});

test('and not where it only stands in', () => {
  expect(replayOne(models, past(), GROUNDS, withSlot(FIRST, STRANGE))).toMatchObject({
    outcome: 'FALLBACKS',
    to: FIRST,
    depends: [],
  });
});

test('one of a provider whose key was looked at is known by that', () => {
  const [there, away] = [past(), past({ deployments: { [FIRST]: WITHOUT_KEY } })];

  expect(replayOne(models, there, GROUNDS, withSlot(SIBLING, FIRST))).toMatchObject({ outcome: 'CHOICE', to: SIBLING });
  expect(replayOne(models, away, GROUNDS, withSlot(SIBLING, SECOND))).toMatchObject({
    outcome: 'FALLBACKS',
    to: SECOND,
  });
});

test('a task that is gone is refused', () => {
  const catalogue = { ...CATALOGUE, tasks: CATALOGUE.tasks.filter(({ name }) => name !== EVIDENCE) };

  expect(replayOne(models, past(), GROUNDS, { policy: null, catalogue })).toMatchObject({
    outcome: 'REFUSED',
    code: null,
    task: null,
  });
});

test('what has no price is unknown, and not free', () => {
  const catalogue = { ...CATALOGUE, prices: CATALOGUE.prices.filter(({ deployment }) => deployment !== FIRST) };

  const { cost, upperBound } = replayOne(models, past(), GROUNDS, { policy: null, catalogue });

  expect([cost, upperBound]).toEqual([null, null]);
});

test('the money is that of the one that is taken first, before and after', () => {
  const { catalogue, policy } = withSlot(SECOND, FIRST);
  const decided = past();

  const { cost, outcome } = replayOne(models, decided, GROUNDS, { catalogue, policy });

  const costs = [FIRST, SECOND].map((id) =>
    costOf(priceAt(CATALOGUE, id, decided.startedAt), decided.usage, decided.startedAt),
  );
  expect(outcome).toBe('CHOICE');
  expect(cost).toEqual({ beforeMicros: costs[0], afterMicros: costs[1] });
});
