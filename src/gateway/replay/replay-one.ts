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

/** A decision that was taken, with what came of it. */
export interface PastDecision {
  readonly runId: string;
  readonly record: RoutingRecord;
  readonly startedAt: Date;
  readonly usage: TokenUsage;
}

/** By what a decision was taken, and by what it is to be taken again. */
export interface DecisionBasis {
  readonly catalogue: Catalogue;
  readonly policy: RoutingPolicyDocument;
  readonly task: TaskEntry;
}

/** What is to be taken in the place of what decided then. Null: as it was. */
export interface ProposedDocuments {
  readonly policy: RoutingPolicyDocument | null;
  readonly catalogue: Catalogue | null;
}

export type ReplayOutcome =
  /** The same path, or the same refusal. */
  | 'SAME'
  /** The same is taken first, and others stand in for it. */
  | 'FALLBACKS'
  | 'CHOICE'
  | 'REFUSED'
  | 'POSSIBLE'
  /** It depends on how a deployment stood that nobody looked at then. */
  | 'NOT_KNOWN';

/** What of one decision would be otherwise. */
export interface ReplayedDecision {
  readonly outcome: ReplayOutcome;
  readonly from: string | null;
  readonly to: string | null;
  /** Why it is refused now, or was then; null where it is not, and where the catalogue does not have the task any more. */
  readonly code: RoutingRefusal | null;
  /** Deployments of which it depends how they stood. */
  readonly depends: readonly string[];
  /** What the proposed says of the task; null where there is none of this name. */
  readonly task: TaskEntry | null;
  readonly upperBound: BeforeAfter | null;
  readonly cost: BeforeAfter | null;
}

export interface BeforeAfter {
  readonly beforeMicros: number;
  readonly afterMicros: number;
}

type Prices = Pick<ModelsApi, 'priceAt' | 'costOf' | 'maxCostOf'>;

/** Takes a decision again by what is proposed, all else being as it was. Pure, as the decision is. */
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
  const missing = missingFrom(known, policy, catalogue, task);
  const inferred = missing.flatMap((entry) => {
    const standing = standingBySibling(models, entry, { grounds, catalogue, past });
    return standing ? [[entry.id, standing] as const] : [];
  });
  const moment = withDeployments(known, inferred);
  const after = decide(policy, catalogue, task, request, moment);
  const depends = missing.map(({ id }) => id).filter((id) => !Object.hasOwn(moment.deployments, id));
  if (depends.length > 0) {
    // Had each of them been there: where that makes no difference, what is not known matters to nobody.
    const there = depends.map((id) => [id, standingOfAll(models, id, catalogue, past)] as const);
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

/** The moment with what calls can cost by the proposed catalogue. */
function pricedBy(models: Prices, catalogue: Catalogue, { record: { snapshot, request } }: PastDecision) {
  const deployments = Object.entries(snapshot.deployments).map(
    ([id, standing]) =>
      [id, { ...standing, mostMicros: mostMicrosOf(models, catalogue, id, snapshot, request) }] as const,
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

/** What may be taken now, and was not looked at then. */
function missingFrom(
  { deployments, isPastSoftCap }: RoutingSnapshot,
  policy: RoutingPolicyDocument,
  catalogue: Catalogue,
  task: TaskEntry,
): DeploymentEntry[] {
  return consideredFor(policy, catalogue, task, isPastSoftCap).deployments.flatMap(
    ({ id, entry, isInRule, isInSlot }) =>
      entry !== null && isInRule && isInSlot && !Object.hasOwn(deployments, id) ? [entry] : [],
  );
}

/**
 * Keys are of providers: where another deployment of the same one was looked at, it is known whose key there was. Of the new one
 * nothing can have failed, since nobody called it for this task.
 */
function standingBySibling(
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

function standingOfAll(models: Prices, id: string, catalogue: Catalogue, { record }: PastDecision): SnapshotDeployment {
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

/** Of the one that is taken first, at list prices, even where the sandbox answered. Null where one of both is not known. */
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
    upperBound: bothOf(mostOfFirst(before, from), mostOfFirst(after, to)),
    cost: bothOf(costIn(earlier, from), costIn(catalogue, to)),
  };
}

function bothOf(beforeMicros: number | null, afterMicros: number | null): BeforeAfter | null {
  return beforeMicros === null || afterMicros === null ? null : { beforeMicros, afterMicros };
}
