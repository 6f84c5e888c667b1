import type { Catalogue, DeploymentEntry, ModelsApi, TaskEntry, TokenUsage } from '../../models/index.ts';
import { consideredFor } from '../routing/considered-deployments.ts';
import {
  type Decision,
  decide,
  type RoutingRefusal,
  type RoutingRequest,
  type RoutingSnapshot,
  type SnapshotDeployment,
} from '../routing/decide.ts';
import type { RoutingPolicyDocument } from '../routing/policy.ts';
import type { RoutingRecord } from '../routing/router.ts';
import { inputTokensAtMost } from '../routing/token-families.ts';

/** A recorded decision, with the usage of its run. */
export interface PastDecision {
  readonly runId: string;
  readonly record: RoutingRecord;
  readonly startedAt: Date;
  readonly usage: TokenUsage;
}

/** Documents that a decision is based on. */
export interface DecisionBasis {
  readonly catalogue: Catalogue;
  readonly policy: RoutingPolicyDocument;
  readonly task: TaskEntry;
}

/** Proposed policy and catalogue. Null: the recorded document is used. */
export interface ProposedDocuments {
  readonly policy: RoutingPolicyDocument | null;
  readonly catalogue: Catalogue | null;
}

export type ReplayOutcome =
  /** Both decisions have the same path, or both have none, even if the reasons of the refusals differ. */
  | 'SAME'
  /** Both paths have the same first deployment and different fallbacks. */
  | 'FALLBACKS'
  | 'CHOICE'
  | 'REFUSED'
  | 'POSSIBLE'
  /** The outcome depends on a deployment whose state wasn't recorded. */
  | 'NOT_KNOWN';

/** Difference between a recorded decision and its replay. */
export interface ReplayedDecision {
  readonly outcome: ReplayOutcome;
  readonly from: string | null;
  readonly to: string | null;
  /**
   * Reason of the refusal by the proposed documents, or else of the recorded refusal. Null if neither refused, if the catalogue
   * no longer has the task, or if the outcome is NOT_KNOWN.
   */
  readonly code: RoutingRefusal | null;
  /** Deployments whose unknown state decides the outcome. */
  readonly depends: readonly string[];
  /** The task in the catalogue of the replay. Null if that catalogue has no task of this name. */
  readonly task: TaskEntry | null;
  readonly upperBound: BeforeAfter | null;
  readonly cost: BeforeAfter | null;
}

export interface BeforeAfter {
  readonly beforeMicros: number;
  readonly afterMicros: number;
}

type Prices = Pick<ModelsApi, 'priceAt' | 'costOf' | 'maxCostOf'>;

/** Decides again with the proposed documents, everything else being as recorded. Pure, like the decision. */
export function replayOne(
  models: Prices,
  past: PastDecision,
  grounds: DecisionBasis,
  proposed: ProposedDocuments,
): ReplayedDecision {
  const { decision: before, request, snapshot } = past.record;
  const policy = proposed.policy ?? grounds.policy;
  const catalogue = proposed.catalogue ?? grounds.catalogue;
  const task = proposed.catalogue ? (catalogue.tasks.find(({ name }) => name === before.task) ?? null) : grounds.task;
  const from = before.path[0] ?? null;
  const nothing = { from, to: null, depends: [], upperBound: null, cost: null };
  if (task === null) return { ...nothing, outcome: from === null ? 'SAME' : 'REFUSED', code: null, task };

  const known = proposed.catalogue ? pricedBy(models, catalogue, past) : snapshot;
  const missing = missingFrom(known, policy, catalogue, { task, documents: request.documents });
  const inferred = missing.flatMap((entry) => {
    const snapshot = snapshotOfSibling(models, entry, { grounds, catalogue, past });
    return snapshot ? [[entry.id, snapshot] as const] : [];
  });
  const moment = withDeployments(known, inferred);
  const after = decide(policy, catalogue, task, request, moment);
  const depends = missing.map(({ id }) => id).filter((id) => !Object.hasOwn(moment.deployments, id));
  if (depends.length > 0) {
    // Decides again as if these deployments were available. If the choice stays the same, their unknown state doesn't matter.
    const there = depends.map((id) => [id, assumedAvailable(models, id, catalogue, past)] as const);
    const otherwise = decide(policy, catalogue, task, request, withDeployments(moment, there));
    if (isOtherChoice(after, otherwise)) return { ...nothing, outcome: 'NOT_KNOWN', code: null, depends, task };
  }
  const to = after.path[0] ?? null;
  return {
    outcome: outcomeOf(before, after),
    from,
    to,
    code: (after.refusal ?? before.refusal)?.code ?? null,
    depends: [],
    task,
    ...moneyOf(models, past, { before, after, earlier: grounds.catalogue, catalogue }),
  };
}

function outcomeOf(before: Decision, after: Decision): ReplayOutcome {
  const [from, to] = [before.path[0], after.path[0]];
  if (from === undefined || to === undefined) {
    if (from !== undefined) return 'REFUSED';
    return to === undefined ? 'SAME' : 'POSSIBLE';
  }
  if (from !== to) return 'CHOICE';
  return before.path.length === after.path.length && before.path.every((id, index) => id === after.path[index])
    ? 'SAME'
    : 'FALLBACKS';
}

function isOtherChoice(one: Decision, other: Decision): boolean {
  return (
    one.path[0] !== other.path[0] || one.isSimulated !== other.isSimulated || one.refusal?.code !== other.refusal?.code
  );
}

/** The snapshot with maximum costs from the proposed catalogue. */
function pricedBy(models: Prices, catalogue: Catalogue, { record: { snapshot, request } }: PastDecision) {
  const deployments = Object.entries(snapshot.deployments).map(
    ([id, recorded]) =>
      [id, { ...recorded, mostMicros: mostMicrosOf(models, catalogue, id, snapshot, request) }] as const,
  );
  return withDeployments({ ...snapshot, deployments: {} }, deployments);
}

function mostMicrosOf(
  models: Prices,
  catalogue: Catalogue,
  id: string,
  { at }: RoutingSnapshot,
  request: RoutingRequest,
): number | null {
  const time = new Date(at);
  const entry = catalogue.deployments.find((one) => one.id === id);
  const input = entry ? inputTokensAtMost(entry.provider, request) : request.inputTokens;
  const { maxOutputTokens: output, isHourCached } = request;
  return models.maxCostOf(models.priceAt(catalogue, id, time), { input, output, isHourCached }, time);
}

function withDeployments(
  snapshot: RoutingSnapshot,
  deployments: readonly (readonly [string, SnapshotDeployment])[],
): RoutingSnapshot {
  if (deployments.length === 0) return snapshot;
  return { ...snapshot, deployments: { ...snapshot.deployments, ...Object.fromEntries(deployments) } };
}

/** Deployments that the policy uses for the task and that the recorded snapshot lacks. */
function missingFrom(
  { deployments, isPastSoftCap }: RoutingSnapshot,
  policy: RoutingPolicyDocument,
  catalogue: Catalogue,
  { task, documents }: { task: TaskEntry; documents: RoutingRequest['documents'] },
): DeploymentEntry[] {
  return consideredFor(policy, catalogue, task, isPastSoftCap, documents).deployments.flatMap(
    ({ id, entry, isInRule, isInSlot }) =>
      entry !== null && isInRule && isInSlot && !Object.hasOwn(deployments, id) ? [entry] : [],
  );
}

/**
 * Infers the state of a deployment that wasn't recorded. Keys belong to providers, so another recorded deployment of the provider
 * shows which key existed. Assumes that the deployment wasn't paused. Null without such a recorded deployment.
 */
function snapshotOfSibling(
  models: Prices,
  { id, provider }: DeploymentEntry,
  { grounds, catalogue, past }: { grounds: DecisionBasis; catalogue: Catalogue; past: PastDecision },
): SnapshotDeployment | null {
  const { snapshot, request } = past.record;
  const sibling = grounds.catalogue.deployments.find(
    (one) => one.provider === provider && Object.hasOwn(snapshot.deployments, one.id),
  );
  if (!sibling) return null;
  const { credential, whyNot } = snapshot.deployments[sibling.id]!;
  const mostMicros = mostMicrosOf(models, catalogue, id, snapshot, request);
  return { credential, whyNot, breaker: 'CLOSED', medianFirstTokenMs: null, mostMicros };
}

function assumedAvailable(
  models: Prices,
  id: string,
  catalogue: Catalogue,
  { record }: PastDecision,
): SnapshotDeployment {
  const mostMicros = mostMicrosOf(models, catalogue, id, record.snapshot, record.request);
  const credential = { source: 'SERVICE', keyId: null } as const;
  return { credential, whyNot: null, breaker: 'CLOSED', medianFirstTokenMs: null, mostMicros };
}

interface MoneyFacts {
  before: Decision;
  after: Decision;
  earlier: Catalogue;
  catalogue: Catalogue;
}

/**
 * Amounts at the chosen deployment before and after, at list prices, even if the sandbox answered. Null if the amount before or
 * after is unknown.
 */
function moneyOf(
  models: Prices,
  { startedAt, usage }: PastDecision,
  { before, after, earlier, catalogue }: MoneyFacts,
) {
  const [from, to] = [before.path[0], after.path[0]];
  if (from === undefined || to === undefined) return { upperBound: null, cost: null };
  const mostOfFirst = ({ candidates }: Decision, id: string) =>
    candidates.find(({ deployment }) => deployment === id)?.mostMicros ?? null;
  const costIn = (of: Catalogue, id: string) => models.costOf(models.priceAt(of, id, startedAt), usage, startedAt);
  return {
    upperBound: beforeAfterOf(mostOfFirst(before, from), mostOfFirst(after, to)),
    cost: beforeAfterOf(costIn(earlier, from), costIn(catalogue, to)),
  };
}

function beforeAfterOf(beforeMicros: number | null, afterMicros: number | null): BeforeAfter | null {
  return beforeMicros === null || afterMicros === null ? null : { beforeMicros, afterMicros };
}
