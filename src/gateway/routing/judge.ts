import {
  type DataClass,
  type ImageDeployment,
  requestedSizeFor,
  searchesWeb,
  type TaskEntry,
  type TextDeployment,
  takesRecursiveSchema,
} from '../../models/index.ts';
import { ownValue } from '../../platform/own-value.ts';
import { atMost, dollars } from '../../platform/text/amount.ts';
import { groupDigits } from '../../platform/text/group-digits.ts';
import type { CredentialSource } from '../../providers/index.ts';
import type { ConsideredDeployment, ConsideredDeployments } from './considered-deployments.ts';
import type { CandidateReason, RoutingRequest, RoutingSnapshot, SnapshotDeployment } from './decision.ts';

/** Verdict on one deployment. `reason` is null if it is eligible. */
export interface CandidateVerdict {
  readonly reason: CandidateReason | null;
  readonly sentence: string;
  readonly credentialSource: CredentialSource | null;
  readonly mostMicros: number | null;
}

/** Inputs of the verdicts, and facts shared by all deployments of a request. */
export class RoutingFacts {
  readonly task: TaskEntry;
  readonly considered: ConsideredDeployments;
  readonly request: RoutingRequest;
  readonly snapshot: RoutingSnapshot;
  /** Data class of the request: that of its documents if it is the stricter one, else the task’s. */
  readonly dataClass: DataClass;
  /**
   * True if the sandbox answers for this task: it is on, and no deployment of the task has a key. A simulated answer never
   * replaces a provider that has a key and fails. Images are not simulated, since the engine of this service draws.
   */
  readonly isSimulated: boolean;
  /** True if the account has an own key for one of the task's deployments, valid or not. */
  readonly hasOwnKey: boolean;
  /** True if one of the task's deployments has a key, of the service or of the account. */
  readonly hasKey: boolean;

  constructor(task: TaskEntry, considered: ConsideredDeployments, request: RoutingRequest, snapshot: RoutingSnapshot) {
    this.task = task;
    this.considered = considered;
    this.request = request;
    this.snapshot = snapshot;
    this.dataClass = request.documents === 'LOCAL_ONLY' ? 'LOCAL_ONLY' : task.dataClass;
    let hasKey = false;
    let hasOwnKey = false;
    // Callers who can't spend reach no provider, with or without keys.
    for (const one of request.image?.maySpend === false ? [] : considered.deployments) {
      const availability = mayTake(one, this) ? snapshotDeployment(snapshot, one.id) : undefined;
      if (!availability) continue;
      const source = availability.credential?.source;
      if (source === 'CUSTOMER' || availability.whyNot === 'OWN_KEY_FAILING') hasOwnKey = true;
      if (source === 'SERVICE') hasKey = true;
    }
    this.hasOwnKey = hasOwnKey;
    this.hasKey = hasKey || hasOwnKey;
    this.isSimulated = snapshot.isSandboxOn && !this.hasKey && task.kind === 'TEXT';
  }

  /** Sentence about an eligible deployment. */
  sentenceOf(
    reason: 'TAKEN' | 'FALLBACK' | 'GATE_CLOSED',
    {
      closed,
      isMovedByCap,
      mostMicros,
    }: { closed: string | undefined; isMovedByCap: boolean; mostMicros: number | null },
  ): string {
    const most = `${atMost(mostMicros)}.`;
    if (reason === 'GATE_CLOSED') return `Eligible, except that the gate ${closed} is closed. ${most}`;
    const cost = this.isSimulated ? 'The sandbox answers instead, and nothing is spent.' : most;
    if (reason === 'FALLBACK') return `Fallback if the deployments before it fail. ${cost}`;
    if (isMovedByCap) return `Chosen instead of the usual deployment, because the soft cap is reached. ${cost}`;
    const { preference } = this.request;
    if (preference === 'COST') return `Chosen: cheapest eligible deployment. ${cost}`;
    if (preference === 'LATENCY') return `Chosen: fastest eligible deployment. ${cost}`;
    return `Chosen: first eligible deployment. ${cost}`;
  }
}

/** True if catalogue and policy have the deployment for the task, and the request's text may be sent there. */
function mayTake(
  { entry, isNamed, isInSlot }: ConsideredDeployment,
  { dataClass, request }: Pick<RoutingFacts, 'dataClass' | 'request'>,
): boolean {
  if (!isNamed || !isInSlot || entry === null) return false;
  if (request.documents !== undefined && searchesWeb(entry)) return false;
  return dataClass !== 'LOCAL_ONLY' || entry.dataClass === 'LOCAL_ONLY';
}

/** Judges if a deployment can take a request. Permanent reasons against it come before those that may change within a minute. */
export function judge(one: ConsideredDeployment, figures: RoutingFacts): CandidateVerdict {
  const { snapshot } = figures;
  const availability = snapshotDeployment(snapshot, one.id);
  const credentialSource = figures.isSimulated ? 'SANDBOX' : (availability?.credential?.source ?? null);
  const mostMicros = availability?.mostMicros ?? null;
  const against = rejectionOf(one, figures, availability, mostMicros);
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
  availability: SnapshotDeployment | undefined,
  mostMicros: number | null,
): Rejection {
  const { task, considered, request, snapshot } = figures;
  if (!isInSlot) return ['NOT_IN_RULE', `The slot ${considered.slot?.name ?? task.slot} does not have ${id}.`];
  if (isNamed && !isInRule) return ['NOT_IN_RULE', 'The policy uses the deployment only when the soft cap is reached.'];
  if (!isInRule) return ['NOT_IN_RULE', 'The slot has the deployment, but the policy does not use it for this task.'];
  if (entry === null)
    return ['NOT_IN_CATALOGUE', `Version ${snapshot.catalogueVersion} of the catalogue does not have it.`];
  if (figures.dataClass === 'LOCAL_ONLY' && entry.dataClass !== 'LOCAL_ONLY') {
    const what = task.dataClass === 'LOCAL_ONLY' ? 'The text of this task' : 'The documents of this case';
    return ['DATA_CLASS', `${what} must stay on the customer’s own server, and this deployment is elsewhere.`];
  }
  if (request.documents !== undefined && searchesWeb(entry)) {
    return ['SEARCHES_WEB', 'The deployment searches the web, and requests with documents are never sent to one.'];
  }
  const { plans } = considered.rule!;
  if (!plans.includes(snapshot.plan)) {
    return ['PLAN', `The task requires one of the plans ${plans.join(', ')}; the account has ${snapshot.plan}.`];
  }
  if (entry.kind !== task.kind) return ['NOT_IN_RULE', `Its kind is ${entry.kind}, and the task’s is ${task.kind}.`];
  return (
    (entry.kind === 'TEXT'
      ? (tooLarge(entry, request) ?? unsupported(entry, request))
      : unlikePictures(entry, request, figures)) ??
    (figures.isSimulated
      ? null
      : (withoutKey(availability, figures) ?? notNow(availability!) ?? beyondHardLimit(mostMicros, snapshot)))
  );
}

function unlikePictures(entry: ImageDeployment, { image }: RoutingRequest, { hasKey }: RoutingFacts): Rejection {
  if (!image) return null;
  const { widthPx, heightPx, count, isCovered, maySpend } = image;
  if (!maySpend && entry.provider !== 'embedded') {
    return ['NOT_FOR_STRANGERS', 'Callers who can’t run tasks get images from the engine of this service only.'];
  }
  if (requestedSizeFor(entry.images, image) === null) {
    return [
      'SIZE_NOT_TAKEN',
      `It does not draw images of about ${groupDigits(widthPx)} × ${groupDigits(heightPx)} pixels.`,
    ];
  }
  if (count > entry.images.maxPerCall) {
    return [
      'COUNT_NOT_TAKEN',
      `${count} images exceed the deployment’s maximum of ${entry.images.maxPerCall} per call.`,
    ];
  }
  if (entry.provider === 'embedded' && hasKey && !isCovered) {
    return ['NOT_COVERED', 'The engine of this service can’t draw all of this brief, so it can’t replace a model.'];
  }
  return null;
}

function tooLarge(entry: TextDeployment, { inputTokens, maxOutputTokens }: RoutingRequest): Rejection {
  const { contextWindow, maxInputTokens, maxOutputTokens: maxOutput } = entry;
  if (maxInputTokens !== null && inputTokens > maxInputTokens) {
    return [
      'INPUT_TOO_LARGE',
      `About ${groupDigits(inputTokens)} input tokens exceed the deployment’s maximum of ${groupDigits(maxInputTokens)}.`,
    ];
  }
  if (maxOutput !== null && maxOutputTokens > maxOutput) {
    return [
      'OUTPUT_TOO_LARGE',
      `${groupDigits(maxOutputTokens)} output tokens exceed the deployment’s maximum of ${groupDigits(maxOutput)}.`,
    ];
  }
  if (inputTokens + maxOutputTokens > contextWindow) {
    return [
      'INPUT_TOO_LARGE',
      `About ${groupDigits(inputTokens)} input tokens and ${groupDigits(maxOutputTokens)} output tokens exceed the deployment’s context length of ${groupDigits(contextWindow)}.`,
    ];
  }
  return null;
}

function unsupported(
  entry: TextDeployment,
  { needsTools, needsOutputSchema, isSchemaRecursive }: RoutingRequest,
): Rejection {
  if (needsTools && !entry.takesTools) return ['NO_TOOLS', 'The deployment does not support tools.'];
  if (needsOutputSchema && !entry.takesOutputSchema) {
    return ['NO_OUTPUT_SCHEMA', 'The deployment does not support a schema for the answer.'];
  }
  if (isSchemaRecursive && !takesRecursiveSchema(entry)) {
    return ['NO_OUTPUT_SCHEMA', 'The deployment does not support recursive schemas.'];
  }
  return null;
}

function withoutKey(availability: SnapshotDeployment | undefined, { hasOwnKey }: RoutingFacts): Rejection {
  const source = availability?.credential?.source;
  if (source === undefined || source === 'SANDBOX') {
    switch (availability?.whyNot) {
      case 'OWN_KEY_FAILING':
        return ['OWN_KEY_FAILING', 'The provider refuses the account’s own key, which has no fallback.'];
      case 'NO_OWN_SERVER':
        return ['NO_OWN_SERVER', 'The account has not configured an own server.'];
      case 'PLAN':
        return ['PLAN', 'The account’s plan does not include own keys and servers.'];
      default:
        return ['NO_KEY', 'No key is set for the provider.'];
    }
  }
  if (source === 'SERVICE' && hasOwnKey) {
    return ['OWN_KEY_ONLY', 'The account has an own key for this task, so the service’s key is not used.'];
  }
  return null;
}

function notNow({ breaker, pausedBy, pauseLeftMs }: SnapshotDeployment): Rejection {
  if (breaker !== 'OPEN') return null;
  if (pausedBy === 'KEY_REFUSED') {
    return ['KEY_REFUSED', 'The provider refuses the service’s key, confirmed by a check of the key. Replace the key.'];
  }
  if (pausedBy === 'RATE_LIMIT') {
    const left = pauseLeftMs === undefined ? '' : ` Requests are sent to it again in ${secondsOf(pauseLeftMs)} s.`;
    return ['RATE_LIMITED', `The provider has limited the rate of requests.${left}`];
  }
  return ['BREAKER_OPEN', 'The deployment is paused, because recent calls failed too often.'];
}

const secondsOf = (ms: number) => groupDigits(Math.ceil(ms / 1_000));

function beyondHardLimit(
  mostMicros: number | null,
  { hasHardLimit, leftMicros, underWayMicros = 0 }: RoutingSnapshot,
): Rejection {
  if (!hasHardLimit) return null;
  if (mostMicros === null) return ['PRICE_UNKNOWN', 'Its price is unknown, and the account has a hard limit.'];
  if (leftMicros !== null && mostMicros > leftMicros) {
    if (mostMicros <= leftMicros + underWayMicros) {
      const reserved = dollars(underWayMicros);
      return [
        'LIMIT_RESERVED',
        `It may cost ${dollars(mostMicros)}, and running calls have reserved ${reserved} of the account’s hard limit.`,
      ];
    }
    const left = dollars(Math.max(0, leftMicros));
    return ['TOO_DEAR', `It may cost ${dollars(mostMicros)}, and the account’s hard limit has ${left} left.`];
  }
  return null;
}

/** Reads own properties only: a deployment's id may equal the name of an inherited property. */
function snapshotDeployment({ deployments }: RoutingSnapshot, id: string): SnapshotDeployment | undefined {
  return ownValue(deployments, id);
}
