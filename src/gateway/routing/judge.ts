import {
  type ImageDeployment,
  requestedSizeFor,
  type TaskEntry,
  type TextDeployment,
  takesRecursiveSchema,
} from '../../models/index.ts';
import { atMost, dollars } from '../../platform/text/amount.ts';
import { grouped } from '../../platform/text/grouped.ts';
import type { CredentialSource } from '../../providers/index.ts';
import type { ConsideredDeployment, ConsideredDeployments } from './considered-deployments.ts';
import type { CandidateReason, RoutingRequest, RoutingSnapshot, SnapshotDeployment } from './decision.ts';

/** What is to be said of one deployment; `reason` is null where nothing speaks against it. */
export interface CandidateVerdict {
  readonly reason: CandidateReason | null;
  readonly sentence: string;
  readonly credentialSource: CredentialSource | null;
  readonly mostMicros: number | null;
}

/** What the reasons are worked out from, and what holds for all deployments of a request alike. */
export class RoutingFacts {
  readonly task: TaskEntry;
  readonly considered: ConsideredDeployments;
  readonly request: RoutingRequest;
  readonly snapshot: RoutingSnapshot;
  /**
   * Whether the sandbox answers for this task. Only where it is on, and where not one of the task's deployments has a key: a
   * made-up answer never stands in for a provider that is there and fails. No picture is simulated: the engine draws.
   */
  readonly isSimulated: boolean;
  /** Whether the account has a key of its own for one of them, in order or not. */
  readonly hasOwnKey: boolean;
  /** Whether there is any key at all. */
  readonly hasKey: boolean;

  constructor(task: TaskEntry, considered: ConsideredDeployments, request: RoutingRequest, snapshot: RoutingSnapshot) {
    this.task = task;
    this.considered = considered;
    this.request = request;
    this.snapshot = snapshot;
    let hasKey = false;
    let hasOwnKey = false;
    // For strangers nobody is called, whatever keys there are.
    for (const one of request.image?.maySpend === false ? [] : considered.deployments) {
      const standing = mayTake(one, task) ? standingOf(snapshot, one.id) : undefined;
      if (!standing) continue;
      const source = standing.credential?.source;
      if (source === 'CUSTOMER' || standing.whyNot === 'OWN_KEY_FAILING') hasOwnKey = true;
      if (source === 'SERVICE') hasKey = true;
    }
    this.hasOwnKey = hasOwnKey;
    this.hasKey = hasKey || hasOwnKey;
    this.isSimulated = snapshot.isSandboxOn && !this.hasKey && task.kind === 'TEXT';
  }

  /** The sentence of one that nothing speaks against. */
  sentenceOf(
    reason: 'TAKEN' | 'FALLBACK' | 'GATE_CLOSED',
    {
      closed,
      isMovedByCap,
      mostMicros,
    }: { closed: string | undefined; isMovedByCap: boolean; mostMicros: number | null },
  ): string {
    const most = `${atMost(mostMicros)}.`;
    if (reason === 'GATE_CLOSED') return `Nothing speaks against it but the gate ${closed}, which is closed. ${most}`;
    const cost = this.isSimulated ? 'The sandbox answers in its place, and nothing is spent.' : most;
    if (reason === 'FALLBACK') return `Stands in if those before it fail. ${cost}`;
    if (isMovedByCap) return `Taken in the place of the usual one, because the soft cap is passed. ${cost}`;
    const { preference } = this.request;
    if (preference === 'COST') return `Taken as the cheapest of those that nothing speaks against. ${cost}`;
    if (preference === 'LATENCY') return `Taken as the quickest of those that nothing speaks against. ${cost}`;
    return `Taken as the first that nothing speaks against. ${cost}`;
  }
}

/** Whether catalogue and policy have a deployment for a task, and the task's text may go there. */
function mayTake({ entry, isNamed, isInSlot }: ConsideredDeployment, { dataClass }: TaskEntry): boolean {
  return isNamed && isInSlot && entry !== null && (dataClass !== 'LOCAL_ONLY' || entry.dataClass === 'LOCAL_ONLY');
}

/** What speaks against a deployment: what no waiting will change comes first, then what may be otherwise in a minute. */
export function judge(one: ConsideredDeployment, figures: RoutingFacts): CandidateVerdict {
  const { snapshot } = figures;
  const standing = standingOf(snapshot, one.id);
  const credentialSource = figures.isSimulated ? 'SANDBOX' : (standing?.credential?.source ?? null);
  const mostMicros = standing?.mostMicros ?? null;
  const against = rejectionOf(one, figures, standing, mostMicros);
  if (against === null) return { reason: null, sentence: '', credentialSource, mostMicros };
  const hasCredential = credentialSource !== null && against[0] !== 'NOT_IN_RULE' && against[0] !== 'NOT_IN_CATALOGUE';
  return {
    reason: against[0],
    sentence: against[1],
    credentialSource: hasCredential ? credentialSource : null,
    mostMicros,
  };
}

type Rejection = readonly [reason: CandidateReason, sentence: string] | null;

function rejectionOf(
  { id, entry, isInSlot, isInRule, isNamed }: ConsideredDeployment,
  figures: RoutingFacts,
  standing: SnapshotDeployment | undefined,
  mostMicros: number | null,
): Rejection {
  const { task, considered, request, snapshot } = figures;
  if (!isInSlot) return ['NOT_IN_RULE', `The slot ${task.slot} does not have ${id}.`];
  if (isNamed && !isInRule) return ['NOT_IN_RULE', 'The policy names it beyond the soft cap only.'];
  if (!isInRule) return ['NOT_IN_RULE', 'The slot has it, the policy does not name it for this task.'];
  if (entry === null)
    return ['NOT_IN_CATALOGUE', `Version ${snapshot.catalogueVersion} of the catalogue does not have it.`];
  if (task.dataClass === 'LOCAL_ONLY' && entry.dataClass !== 'LOCAL_ONLY') {
    return ['DATA_CLASS', 'The text of this task must not leave the customer’s own server, and this one is elsewhere.'];
  }
  const { plans } = considered.rule!;
  if (!plans.includes(snapshot.plan)) {
    return ['PLAN', `The task is for the plans ${plans.join(', ')}; this one is ${snapshot.plan}.`];
  }
  if (entry.kind !== task.kind)
    return ['NOT_IN_RULE', `It is for the kind ${entry.kind}, and the task for ${task.kind}.`];
  return (
    (entry.kind === 'TEXT'
      ? (tooLarge(entry, request) ?? unsupported(entry, request))
      : unlikePictures(entry, request, figures)) ??
    (figures.isSimulated ? null : (withoutKey(standing, figures) ?? notNow(standing!) ?? tooDear(mostMicros, snapshot)))
  );
}

function unlikePictures(entry: ImageDeployment, { image }: RoutingRequest, { hasKey }: RoutingFacts): Rejection {
  if (!image) return null;
  const { widthPx, heightPx, count, isCovered, maySpend } = image;
  if (!maySpend && entry.provider !== 'embedded') {
    return ['NOT_FOR_STRANGERS', 'For strangers the engine of this service draws, and nobody else.'];
  }
  if (requestedSizeFor(entry.images, image) === null) {
    return ['SIZE_NOT_TAKEN', `It draws no picture of about ${grouped(widthPx)} × ${grouped(heightPx)} pixels.`];
  }
  if (count > entry.images.maxPerCall) {
    return ['COUNT_NOT_TAKEN', `${count} pictures are more than the ${entry.images.maxPerCall} it gives for one call.`];
  }
  if (entry.provider === 'embedded' && hasKey && !isCovered) {
    return [
      'NOT_COVERED',
      'The engine of this service cannot draw what is asked for, and draws nothing else in the place of a model.',
    ];
  }
  return null;
}

function tooLarge(entry: TextDeployment, { inputTokens, maxOutputTokens }: RoutingRequest): Rejection {
  const { contextWindow, maxInputTokens, maxOutputTokens: maxOutput } = entry;
  if (maxInputTokens !== null && inputTokens > maxInputTokens) {
    return [
      'INPUT_TOO_LARGE',
      `About ${grouped(inputTokens)} tokens of input are more than the ${grouped(maxInputTokens)} it takes.`,
    ];
  }
  if (maxOutput !== null && maxOutputTokens > maxOutput) {
    return [
      'OUTPUT_TOO_LARGE',
      `${grouped(maxOutputTokens)} tokens of output are more than the ${grouped(maxOutput)} it gives.`,
    ];
  }
  if (inputTokens + maxOutputTokens > contextWindow) {
    return [
      'INPUT_TOO_LARGE',
      `About ${grouped(inputTokens)} tokens of input and ${grouped(maxOutputTokens)} of output are more than its window of ${grouped(contextWindow)}.`,
    ];
  }
  return null;
}

function unsupported(
  entry: TextDeployment,
  { needsTools, needsOutputSchema, isSchemaRecursive }: RoutingRequest,
): Rejection {
  if (needsTools && !entry.takesTools) return ['NO_TOOLS', 'The request brings tools, and it takes none.'];
  if (needsOutputSchema && !entry.takesOutputSchema) {
    return ['NO_OUTPUT_SCHEMA', 'The answer has to fit a schema, and it takes none.'];
  }
  if (isSchemaRecursive && !takesRecursiveSchema(entry)) {
    return ['NO_OUTPUT_SCHEMA', 'The schema contains itself, and it takes no recursive schema.'];
  }
  return null;
}

function withoutKey(standing: SnapshotDeployment | undefined, { hasOwnKey }: RoutingFacts): Rejection {
  const source = standing?.credential?.source;
  if (source === undefined || source === 'SANDBOX') {
    switch (standing?.whyNot) {
      case 'OWN_KEY_FAILING':
        return [
          'OWN_KEY_FAILING',
          'The account’s own key is refused by the provider, and no other is taken in its place.',
        ];
      case 'NO_OWN_SERVER':
        return ['NO_OWN_SERVER', 'The account has named no server of its own.'];
      case 'PLAN':
        return ['PLAN', 'The account’s plan does not have keys and servers of its own.'];
      default:
        return ['NO_KEY', 'There is no key for its provider.'];
    }
  }
  if (source === 'SERVICE' && hasOwnKey) {
    return ['OWN_KEY_ONLY', 'The account has a key of its own for this task, so the service’s key is not taken.'];
  }
  return null;
}

function notNow({ breaker, pausedBy, pauseLeftMs }: SnapshotDeployment): Rejection {
  if (breaker !== 'OPEN') return null;
  if (pausedBy === 'KEY_REFUSED') {
    return ['KEY_REFUSED', 'Its provider refuses the service’s key, as a check of the key has shown. Replace the key.'];
  }
  if (pausedBy === 'RATE_LIMIT') {
    const left = pauseLeftMs === undefined ? '' : ` It takes requests again in ${secondsOf(pauseLeftMs)} s.`;
    return ['RATE_LIMITED', `Its provider has limited the rate of requests.${left}`];
  }
  return ['BREAKER_OPEN', 'It has failed too often just now, and is left alone for a moment.'];
}

const secondsOf = (ms: number) => grouped(Math.ceil(ms / 1_000));

function tooDear(
  mostMicros: number | null,
  { hasHardLimit, leftMicros, underWayMicros = 0 }: RoutingSnapshot,
): Rejection {
  if (!hasHardLimit) return null;
  if (mostMicros === null) return ['PRICE_UNKNOWN', 'What it costs is not known, and the account has a hard limit.'];
  if (leftMicros !== null && mostMicros > leftMicros) {
    if (mostMicros <= leftMicros + underWayMicros) {
      const reserved = dollars(underWayMicros);
      return [
        'LIMIT_RESERVED',
        `It may cost ${dollars(mostMicros)}, and calls under way have reserved ${reserved} of the account’s hard limit.`,
      ];
    }
    const left = dollars(Math.max(0, leftMicros));
    return ['TOO_DEAR', `It may cost ${dollars(mostMicros)}, and ${left} are left under the account’s hard limit.`];
  }
  return null;
}

/** Of what the snapshot itself has: a deployment may be called like something that every object inherits. */
function standingOf({ deployments }: RoutingSnapshot, id: string): SnapshotDeployment | undefined {
  return Object.hasOwn(deployments, id) ? deployments[id] : undefined;
}
