import type { Catalogue, DataClass, TaskEntry } from '../../models/index.ts';
import type { CredentialSource, DeploymentAvailability } from '../../providers/index.ts';
import type { RoutingPolicyDocument } from './policy.ts';

/** What routing has to know of a request. No content. */
export interface RoutingRequest {
  readonly task: string;
  /** Counted here as OpenAI's models count, and never too few for them. */
  readonly inputTokens: number;
  /**
   * What other tokenizers split more finely: digits, and characters that are neither Latin nor ordinary punctuation. Left out of
   * records that are older, whose `inputTokens` is an estimate.
   */
  readonly inputCharacters?: { readonly digits: number; readonly wide: number } | undefined;
  /** The most that may come out: what the caller named, else the task's default. */
  readonly maxOutputTokens: number;
  readonly needsTools: boolean;
  readonly needsOutputSchema: boolean;
  /** Whether the schema contains itself. Left out: it does not. */
  readonly isSchemaRecursive?: boolean;
  readonly preference: 'COST' | 'LATENCY' | null;
  /** True if the input may be written into a cache for an hour, which costs more. Left out: it may not. */
  readonly isHourCached?: boolean;
  /** Of a task for pictures; left out of texts. */
  readonly image?: ImageDemand;
}

/** What routing has to know of pictures that are wanted. */
export interface ImageDemand {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly count: number;
  /** Whether the engine of this service can draw what is asked for, and not just something. */
  readonly isCovered: boolean;
  /** Whether who asks may have a provider called; else the engine of this service draws, whatever it is. */
  readonly maySpend: boolean;
}

/** What was so at the moment, all of it: with the policy and the request it gives the same decision again for ever. */
export interface RoutingSnapshot {
  readonly at: string;
  readonly catalogueVersion: number;
  readonly plan: string;
  readonly isSandboxOn: boolean;
  readonly isPastSoftCap: boolean;
  readonly hasHardLimit: boolean;
  /** Null: no hard limit. */
  readonly leftMicros: number | null;
  /** What calls under way have reserved, under a hard limit; left out where that is nothing. */
  readonly underWayMicros?: number;
  readonly openGates: readonly string[];
  /** Of the deployments that the task's slot names, and no others. */
  readonly deployments: Readonly<Record<string, SnapshotDeployment>>;
}

/** How a deployment stands for the account, and the most that this call can cost there; null where nobody knows. */
export type SnapshotDeployment = DeploymentAvailability & { readonly mostMicros: number | null };

export const CandidateReason = {
  TAKEN: 'TAKEN',
  /** Stands in if those before it fail. */
  FALLBACK: 'FALLBACK',
  /** Nothing speaks against it but the task's gate. */
  GATE_CLOSED: 'GATE_CLOSED',
  INPUT_TOO_LARGE: 'INPUT_TOO_LARGE',
  OUTPUT_TOO_LARGE: 'OUTPUT_TOO_LARGE',
  DATA_CLASS: 'DATA_CLASS',
  PLAN: 'PLAN',
  NO_KEY: 'NO_KEY',
  OWN_KEY_FAILING: 'OWN_KEY_FAILING',
  /** The account has a key of its own for this task, so the service's is not taken. */
  OWN_KEY_ONLY: 'OWN_KEY_ONLY',
  NO_OWN_SERVER: 'NO_OWN_SERVER',
  BREAKER_OPEN: 'BREAKER_OPEN',
  /** Its provider has answered 429 and named a time that isn't over. */
  RATE_LIMITED: 'RATE_LIMITED',
  /** Its provider refuses the service's key: a check of the key has confirmed it. */
  KEY_REFUSED: 'KEY_REFUSED',
  PRICE_UNKNOWN: 'PRICE_UNKNOWN',
  TOO_DEAR: 'TOO_DEAR',
  /** Calls under way have reserved what is left under the hard limit. */
  LIMIT_RESERVED: 'LIMIT_RESERVED',
  NO_TOOLS: 'NO_TOOLS',
  NO_OUTPUT_SCHEMA: 'NO_OUTPUT_SCHEMA',
  /** It draws no picture of about this size and shape. */
  SIZE_NOT_TAKEN: 'SIZE_NOT_TAKEN',
  /** It gives fewer pictures for one call. */
  COUNT_NOT_TAKEN: 'COUNT_NOT_TAKEN',
  /** The engine of this service would draw something else, and never does so in the place of a model. */
  NOT_COVERED: 'NOT_COVERED',
  /** For strangers the engine of this service draws, and nobody else. */
  NOT_FOR_STRANGERS: 'NOT_FOR_STRANGERS',
  /** The policy names it for this task no more, or the catalogue has it in another slot. */
  NOT_IN_RULE: 'NOT_IN_RULE',
  /** The policy names it, the catalogue has it no more. */
  NOT_IN_CATALOGUE: 'NOT_IN_CATALOGUE',
} as const;
export type CandidateReason = (typeof CandidateReason)[keyof typeof CandidateReason];

export interface Candidate {
  readonly deployment: string;
  readonly reason: CandidateReason;
  /** The reason in a sentence, with its figures. */
  readonly sentence: string;
  readonly credentialSource: CredentialSource | null;
  /** At its price, even where the sandbox answers and nothing is spent. */
  readonly mostMicros: number | null;
}

/** Everything that was considered, in the order of the policy, and what came of it. */
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
  /** Deployments to try, in this order; empty where the task cannot be run. */
  readonly path: readonly string[];
  /** Null where `path` is not empty. */
  readonly refusal: RefusedRoute | null;
  readonly isPastSoftCap: boolean;
  /** Whether the soft cap has moved the call to the slot's cheaper deployment. */
  readonly isMovedByCap: boolean;
  readonly isNotFinal: boolean;
  /** All of the path or none of it: the sandbox stands in for no provider that is there. */
  readonly isSimulated: boolean;
}

/** Why a request leads nowhere. */
export interface RefusedRoute {
  readonly code: RoutingRefusal;
  readonly sentence: string;
  /** Left out where waiting doesn't help, or nobody knows how long. */
  readonly retryAfterSeconds?: number;
}

export const RoutingRefusal = {
  GATE_CLOSED: 'GATE_CLOSED',
  CONTEXT_LENGTH_EXCEEDED: 'CONTEXT_LENGTH_EXCEEDED',
  NO_DEPLOYMENT: 'NO_DEPLOYMENT',
  /** None of the task's deployments takes tools, a schema, or pictures like these. */
  UNSUPPORTED: 'UNSUPPORTED',
  PLAN: 'PLAN',
  HARD_LIMIT: 'HARD_LIMIT',
  /** No price is known for any deployment that could take it, and the account has a hard limit. */
  PRICE_UNKNOWN: 'PRICE_UNKNOWN',
  /** Only until calls under way have ended. */
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
