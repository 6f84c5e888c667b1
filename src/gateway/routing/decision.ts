import type { Catalogue, DataClass, TaskEntry } from '../../models/index.ts';
import type { CredentialSource, DeploymentAvailability } from '../../providers/index.ts';
import type { RoutingPolicyDocument } from './policy.ts';

/** Facts about a request that routing needs. Contains no text. */
export interface RoutingRequest {
  readonly task: string;
  /** Input tokens by the tokenizer of OpenAI's models, never too few for them. */
  readonly inputTokens: number;
  /**
   * Characters that other tokenizers split more finely: digits, and those that are neither Latin nor ordinary punctuation.
   * Omitted in older records, whose `inputTokens` is an estimate.
   */
  readonly inputCharacters?: { readonly digits: number; readonly wide: number } | undefined;
  /** Maximum output tokens: the caller's, else the task's default. 0 for image tasks. */
  readonly maxOutputTokens: number;
  readonly needsTools: boolean;
  readonly needsOutputSchema: boolean;
  /** True if the schema is recursive. Default: false. */
  readonly isSchemaRecursive?: boolean;
  readonly preference: 'COST' | 'LATENCY' | null;
  /** True if the input may be cached for an hour, which costs more. Default: false. */
  readonly isHourCached?: boolean;
  /** Data class of the documents that the answer must cite. Omitted without documents. */
  readonly documents?: DataClass;
  /** Requested images. Omitted for text tasks. */
  readonly image?: ImageDemand;
}

/** Facts about requested images that routing needs. */
export interface ImageDemand {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly count: number;
  /** True if the embedded engine can draw all of the brief. */
  readonly isCovered: boolean;
  /** True if the caller may spend. Otherwise only the embedded engine draws. */
  readonly maySpend: boolean;
}

/**
 * Complete state at the time of a decision. With the policy, the catalogue and the request, it always gives the same decision.
 */
export interface RoutingSnapshot {
  readonly at: string;
  readonly catalogueVersion: number;
  readonly plan: string;
  readonly isSandboxOn: boolean;
  readonly isPastSoftCap: boolean;
  readonly hasHardLimit: boolean;
  /** Micros left under the hard limit. Null if there is no hard limit. */
  readonly leftMicros: number | null;
  /** Micros that running calls have reserved. Omitted if 0, and without a hard limit. */
  readonly underWayMicros?: number;
  readonly openGates: readonly string[];
  /** State of the deployments in the task's slot, and no others. */
  readonly deployments: Readonly<Record<string, SnapshotDeployment>>;
}

/**
 * Availability of a deployment for the account, and the maximum cost of this call there. `mostMicros` is null if that cost is
 * unknown.
 */
export type SnapshotDeployment = DeploymentAvailability & { readonly mostMicros: number | null };

export const CandidateReason = {
  TAKEN: 'TAKEN',
  /** Called if the deployments before it fail. */
  FALLBACK: 'FALLBACK',
  /** The deployment could answer, but a gate of the task is closed. */
  GATE_CLOSED: 'GATE_CLOSED',
  INPUT_TOO_LARGE: 'INPUT_TOO_LARGE',
  OUTPUT_TOO_LARGE: 'OUTPUT_TOO_LARGE',
  DATA_CLASS: 'DATA_CLASS',
  /** The deployment searches the web, and the request has documents. */
  SEARCHES_WEB: 'SEARCHES_WEB',
  PLAN: 'PLAN',
  NO_KEY: 'NO_KEY',
  OWN_KEY_FAILING: 'OWN_KEY_FAILING',
  /** The account has an own key for this task, so the service's isn't used. */
  OWN_KEY_ONLY: 'OWN_KEY_ONLY',
  NO_OWN_SERVER: 'NO_OWN_SERVER',
  BREAKER_OPEN: 'BREAKER_OPEN',
  /** The provider answered 429, and its time to retry hasn't come. */
  RATE_LIMITED: 'RATE_LIMITED',
  /** The provider refuses the service's key, confirmed by a check. */
  KEY_REFUSED: 'KEY_REFUSED',
  PRICE_UNKNOWN: 'PRICE_UNKNOWN',
  TOO_DEAR: 'TOO_DEAR',
  /** Running calls have reserved the rest of the hard limit. */
  LIMIT_RESERVED: 'LIMIT_RESERVED',
  NO_TOOLS: 'NO_TOOLS',
  NO_OUTPUT_SCHEMA: 'NO_OUTPUT_SCHEMA',
  /** The deployment doesn't draw images of about this size and shape. */
  SIZE_NOT_TAKEN: 'SIZE_NOT_TAKEN',
  /** The deployment draws fewer images per call than requested. */
  COUNT_NOT_TAKEN: 'COUNT_NOT_TAKEN',
  /** The embedded engine can't draw all of the brief, so it can't replace a model. */
  NOT_COVERED: 'NOT_COVERED',
  /** Callers who can't run tasks get images from the embedded engine only. */
  NOT_FOR_STRANGERS: 'NOT_FOR_STRANGERS',
  /**
   * The slot doesn't have the deployment, the policy doesn't use it for this task before or past the soft cap, or it has another
   * kind of output.
   */
  NOT_IN_RULE: 'NOT_IN_RULE',
  /** The policy names the deployment, but the catalogue doesn't have it. */
  NOT_IN_CATALOGUE: 'NOT_IN_CATALOGUE',
} as const;
export type CandidateReason = (typeof CandidateReason)[keyof typeof CandidateReason];

export interface Candidate {
  readonly deployment: string;
  readonly reason: CandidateReason;
  /** The reason as a sentence, with its figures. */
  readonly sentence: string;
  readonly credentialSource: CredentialSource | null;
  /** Maximum cost at the deployment's price, even if the sandbox answers. Null if the price is unknown. */
  readonly mostMicros: number | null;
}

/** A routing decision with all candidates, in the order of the policy. */
export interface Decision {
  readonly policyVersion: number;
  readonly policySha256: string;
  readonly catalogueVersion: number;
  readonly catalogueSha256: string;
  readonly task: string;
  readonly taskVersion: number;
  readonly slot: string;
  readonly dataClass: DataClass;
  readonly candidates: readonly Candidate[];
  /** Deployments to call, in this order. Empty if the task can't run. */
  readonly path: readonly string[];
  /** Reason why no deployment can take the request. Null if `path` isn't empty. */
  readonly refusal: RefusedRoute | null;
  readonly isPastSoftCap: boolean;
  /** True if another deployment comes first because of the soft cap. */
  readonly isMovedByCap: boolean;
  readonly isNotFinal: boolean;
  /** True if the sandbox answers. Applies to the whole path, since the sandbox never replaces an available provider. */
  readonly isSimulated: boolean;
}

/** Reason why no deployment can take a request. */
export interface RefusedRoute {
  readonly code: RoutingRefusal;
  readonly sentence: string;
  /** Omitted if waiting doesn't help, or the time is unknown. */
  readonly retryAfterSeconds?: number;
}

export const RoutingRefusal = {
  GATE_CLOSED: 'GATE_CLOSED',
  CONTEXT_LENGTH_EXCEEDED: 'CONTEXT_LENGTH_EXCEEDED',
  NO_DEPLOYMENT: 'NO_DEPLOYMENT',
  /** No deployment of the task supports the tools, the schema, or the images. */
  UNSUPPORTED: 'UNSUPPORTED',
  PLAN: 'PLAN',
  HARD_LIMIT: 'HARD_LIMIT',
  /** The account has a hard limit, and the price of a deployment that could otherwise answer is unknown. */
  PRICE_UNKNOWN: 'PRICE_UNKNOWN',
  /** Temporary: running calls have reserved the rest of the limit. */
  LIMIT_RESERVED: 'LIMIT_RESERVED',
} as const;
export type RoutingRefusal = (typeof RoutingRefusal)[keyof typeof RoutingRefusal];

export type Decide = (
  policy: RoutingPolicyDocument,
  catalogue: Catalogue,
  task: TaskEntry,
  request: RoutingRequest,
  snapshot: RoutingSnapshot,
) => Decision;
