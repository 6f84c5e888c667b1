import '../../src/gateway/gateway.names.ts';
import type { Account, Money } from '../../src/customers/index.ts';
import { decide } from '../../src/gateway/routing/decide.ts';
import type {
  Decision,
  RoutingRequest,
  RoutingSnapshot,
  SnapshotDeployment,
} from '../../src/gateway/routing/decision.ts';
import type { RoutingPolicyDocument, RoutingPolicyDraft } from '../../src/gateway/routing/policy.ts';
import { policyDigest } from '../../src/gateway/routing/policy-book.ts';
import { policyOf } from '../../src/gateway/routing/policy-of-catalogue.ts';
import type { Catalogue } from '../../src/models/index.ts';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';

/** The catalogue that the service begins with. */
export const CATALOGUE: Catalogue = { ...SEED, version: 1, sha256: documentDigest(SEED) };

export const EVIDENCE = 'deep-reasoning/evidence-chain';
export const LOCAL_DRAFT = 'human-phrasing/local-draft';

export function policyWith(draft: Partial<RoutingPolicyDraft> = {}, catalogue = CATALOGUE): RoutingPolicyDocument {
  const whole = { ...policyOf(catalogue), ...draft };
  return { version: 1, sha256: policyDigest(whole), ...whole };
}

export const POLICY = policyWith();

/** The policy with one rule changed. */
export function policyWithRule(
  task: string,
  change: Partial<RoutingPolicyDraft['rules'][number]>,
): RoutingPolicyDocument {
  return policyWith({ rules: POLICY.rules.map((rule) => (rule.task === task ? { ...rule, ...change } : rule)) });
}

export function requestFor(task: string, change: Partial<RoutingRequest> = {}): RoutingRequest {
  return {
    task,
    inputTokens: 1_000,
    maxOutputTokens: 500,
    needsTools: false,
    needsOutputSchema: false,
    preference: null,
    ...change,
  };
}

export function taskNamed(name: string, catalogue = CATALOGUE) {
  return catalogue.tasks.find((task) => task.name === name)!;
}

/** Of the slot of a task, the preferred one first. */
export function slotIds(task: string, catalogue = CATALOGUE): string[] {
  const slot = catalogue.slots.find(({ name }) => name === taskNamed(task, catalogue).slot)!;
  return [slot.preferred, ...slot.alternates];
}

/** A deployment that can be called with the service's key. */
export const READY: SnapshotDeployment = {
  credential: { source: 'SERVICE', keyId: null },
  whyNot: null,
  breaker: 'CLOSED',
  medianFirstTokenMs: null,
  mostMicros: 1_000,
};

export const WITHOUT_KEY: SnapshotDeployment = { ...READY, credential: null, whyNot: 'NO_KEY' };

/** A moment at which every deployment of the task's slot can be called, but for what is said of some. */
export function snapshotFor(
  task: string,
  { deployments = {}, ...change }: Partial<RoutingSnapshot> = {},
): RoutingSnapshot {
  return {
    at: '2026-11-22T12:00:00.000Z',
    catalogueVersion: 1,
    plan: 'BASE',
    isSandboxOn: false,
    isPastSoftCap: false,
    hasHardLimit: false,
    leftMicros: null,
    openGates: [],
    deployments: { ...Object.fromEntries(slotIds(task).map((id) => [id, READY])), ...deployments },
    ...change,
  };
}

/** What is decided for a task where nothing is out of the ordinary but what is said. */
export function decisionFor(
  task: string,
  {
    request = {},
    snapshot = {},
    policy = POLICY,
    catalogue = CATALOGUE,
  }: {
    request?: Partial<RoutingRequest>;
    snapshot?: Partial<RoutingSnapshot>;
    policy?: RoutingPolicyDocument;
    catalogue?: Catalogue;
  } = {},
): Decision {
  return decide(policy, catalogue, taskNamed(task, catalogue), requestFor(task, request), snapshotFor(task, snapshot));
}

/** Reasons by deployment. */
export function reasonsOf({ candidates }: Decision): Record<string, string> {
  return Object.fromEntries(candidates.map(({ deployment, reason }) => [deployment, reason]));
}

export const ACCOUNT: Account = { id: 'cus_1', isOwnUse: false, plan: 'BASE', keyId: 'cky_1', tasks: null };

export const MONEY: Money = {
  spentMicros: 0,
  reservedMicros: 0,
  uncertainMicros: 0,
  softCapMicros: null,
  hardLimitMicros: null,
};
