import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/gateway/routing/decide.ts';
import type { RoutingRequest, RoutingSnapshot, SnapshotDeployment } from '../../../src/gateway/routing/decision.ts';
import type { RoutingPolicyDocument } from '../../../src/gateway/routing/policy.ts';
import type { Catalogue, TaskEntry } from '../../../src/models/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { CATALOGUE, POLICY, slotIds, taskNamed } from '../../support/routing.ts';

const ALL_IDS = [...CATALOGUE.deployments.map(({ id }) => id), 'nobody/knows', '__proto__', 'constructor'];
const PLANS = ['BASE', 'PRO', 'ENTERPRISE'];

const standings: fc.Arbitrary<SnapshotDeployment> = fc
  .record({
    credential: fc.option(
      fc.record({ source: fc.constantFrom('SERVICE', 'CUSTOMER', 'SANDBOX'), keyId: fc.option(fc.constant('pky_1')) }),
    ),
    whyNot: fc.constantFrom('NO_KEY', 'OWN_KEY_FAILING', 'NO_OWN_SERVER', 'PLAN'),
    breaker: fc.constantFrom('CLOSED', 'HALF_OPEN', 'OPEN'),
    medianFirstTokenMs: fc.option(fc.nat(5_000)),
    mostMicros: fc.option(fc.nat(5_000_000)),
  })
  .map(({ whyNot, ...rest }) => ({ ...rest, whyNot: rest.credential ? null : whyNot }) as SnapshotDeployment);

interface Given {
  policy: RoutingPolicyDocument;
  catalogue: Catalogue;
  task: TaskEntry;
  request: RoutingRequest;
  snapshot: RoutingSnapshot;
}

/** Anything at all, mostly what can be: policies that name what is not in the slot, too, and snapshots with holes. */
const anything = fc.constantFrom(...CATALOGUE.tasks.map(({ name }) => name)).chain((task) => {
  const ids = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...slotIds(task)) }, fc.constantFrom(...ALL_IDS));
  const path = fc.array(ids, { maxLength: 5 });
  return fc.record({
    gone: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.subarray(slotIds(task))),
    rule: fc.option(fc.record({ path, pathPastSoftCap: fc.option(path), plans: fc.subarray(PLANS) })),
    isGated: fc.boolean(),
    request: fc.record({
      task: fc.constant(task),
      inputTokens: fc.oneof(fc.nat(200_000), fc.nat(4_000_000)),
      maxOutputTokens: fc.oneof(fc.nat(8_000), fc.nat(300_000)),
      needsTools: fc.boolean(),
      needsOutputSchema: fc.boolean(),
      isSchemaRecursive: fc.boolean(),
      preference: fc.constantFrom('COST' as const, 'LATENCY' as const, null),
    }),
    snapshot: fc.record({
      at: fc.constant('2026-11-22T12:00:00.000Z'),
      catalogueVersion: fc.constant(1),
      plan: fc.constantFrom(...PLANS, 'GONE'),
      isSandboxOn: fc.boolean(),
      isPastSoftCap: fc.boolean(),
      hasHardLimit: fc.boolean(),
      leftMicros: fc.option(fc.nat(5_000_000)),
      openGates: fc.subarray(['APPROVAL']),
      deployments: fc.dictionary(ids, standings, { maxKeys: 6, noNullPrototype: true }),
    }),
  });
});

/** Put together here and not as an arbitrary: a counterexample should fit a screen. */
function givenBy({
  gone,
  rule,
  isGated,
  request,
  snapshot,
}: typeof anything extends fc.Arbitrary<infer T> ? T : never): Given {
  const task = taskNamed(request.task);
  const deployments = CATALOGUE.deployments.filter(({ id }) => !gone.includes(id));
  return {
    catalogue: gone.length === 0 ? CATALOGUE : { ...CATALOGUE, deployments },
    policy: rule === null ? POLICY : { ...POLICY, rules: [{ task: task.name, ...rule }] },
    task: isGated ? task : { ...task, gates: [] },
    request,
    snapshot,
  };
}

const decided = ({ policy, catalogue, task, request, snapshot }: Given) =>
  decide(policy, catalogue, task, request, snapshot);

const always = (holds: (given: Given, decision: ReturnType<typeof decided>) => void) =>
  fc.assert(
    fc.property(anything, (drawn) => {
      const given = givenBy(drawn);
      holds(given, decided(given));
    }),
    propertyRuns(500),
  );

describe('whatever is asked of whatever policy at whatever moment', () => {
  test('a decision can be made again from its record', () => {
    always(({ policy, catalogue, task, request, snapshot }, decision) => {
      const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

      const again = decide(copy(policy), copy(catalogue), copy(task), copy(request), copy(snapshot));

      expect(again).toEqual(decision);
      expect(copy(decision)).toEqual(decision);
    });
  });

  test('it leads somewhere or says why not', () => {
    always((_given, { path, refusal, candidates, isSimulated, isMovedByCap }) => {
      expect(refusal === null).toBe(path.length > 0);
      expect(candidates.filter(({ reason }) => reason === 'TAKEN').map(({ deployment }) => deployment)).toEqual(
        path.slice(0, 1),
      );
      expect(candidates.filter(({ reason }) => reason === 'FALLBACK').length).toBe(Math.max(0, path.length - 1));
      expect(candidates.every(({ sentence }) => sentence.length > 0 && sentence.length < 500)).toBe(true);
      expect(new Set(candidates.map(({ deployment }) => deployment)).size).toBe(candidates.length);
      if (path.length === 0) expect(isSimulated || isMovedByCap).toBe(false);
    });
  });

  test('nothing outside the slot is taken, and nothing that the policy does not name', () => {
    always(({ task, policy }, { path }) => {
      const rule = policy.rules.find((one) => one.task === task.name)!;
      const named = [...rule.path, ...(rule.pathPastSoftCap ?? [])];

      for (const id of path) {
        expect(slotIds(task.name)).toContain(id);
        expect(named).toContain(id);
      }
    });
  });

  test('the text of a local task goes to no other server', () => {
    always(({ task, catalogue }, { path }) => {
      if (task.dataClass !== 'LOCAL_ONLY') return;
      for (const id of path) expect(deploymentOf(catalogue, id).dataClass).toBe('LOCAL_ONLY');
    });
  });

  test('nothing is sent past a window, or to what cannot do it', () => {
    always(({ catalogue, request }, { path }) => {
      for (const id of path) {
        const one = deploymentOf(catalogue, id);
        if (one.kind !== 'TEXT') continue;
        expect(request.inputTokens + request.maxOutputTokens).toBeLessThanOrEqual(one.contextWindow);
        expect(request.inputTokens).toBeLessThanOrEqual(one.maxInputTokens ?? Number.POSITIVE_INFINITY);
        expect(request.maxOutputTokens).toBeLessThanOrEqual(one.maxOutputTokens ?? Number.POSITIVE_INFINITY);
        expect(one.takesTools || !request.needsTools).toBe(true);
        expect(one.takesOutputSchema || !request.needsOutputSchema).toBe(true);
      }
    });
  });

  test('a call that is not simulated has a key, a breaker that lets it through and the money', () => {
    always(({ snapshot }, { path, isSimulated }) => {
      if (isSimulated) {
        expect(snapshot.isSandboxOn).toBe(true);
        return;
      }
      for (const id of path) {
        const standing = snapshot.deployments[id]!;
        expect(standing.credential!.source).not.toBe('SANDBOX');
        expect(standing.breaker).not.toBe('OPEN');
        if (!snapshot.hasHardLimit) continue;
        expect(standing.mostMicros).not.toBeNull();
        expect(standing.mostMicros!).toBeLessThanOrEqual(snapshot.leftMicros ?? Number.POSITIVE_INFINITY);
      }
    });
  });

  test('own keys and the service’s are never in one path', () => {
    always(({ snapshot }, { path, isSimulated }) => {
      const sources = isSimulated ? ['SANDBOX'] : path.map((id) => snapshot.deployments[id]!.credential!.source);
      expect(new Set(sources).size).toBeLessThanOrEqual(1);
    });
  });

  test('a closed gate lets nothing through, and a plan only where the rule has it', () => {
    always(({ task, policy, snapshot }, { path }) => {
      if (path.length === 0) return;
      expect(task.gates.every((gate) => snapshot.openGates.includes(gate))).toBe(true);
      expect(policy.rules.find((one) => one.task === task.name)!.plans).toContain(snapshot.plan);
    });
  });

  test('the soft cap alone refuses nothing', () => {
    always((given, decision) => {
      const { snapshot } = given;

      const past = decided({ ...given, snapshot: { ...snapshot, isPastSoftCap: true } });

      if (decision.path.length > 0) expect(past.path.length).toBeGreaterThan(0);
    });
  });
});

function deploymentOf({ deployments }: Catalogue, id: string) {
  return deployments.find((one) => one.id === id)!;
}
