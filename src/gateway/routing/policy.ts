/** The routing policy: deployments for each task. One document in numbered versions, which never change. */
export interface RoutingPolicyDocument {
  /** Number of the version, from 1, without gaps. */
  readonly version: number;
  /** SHA-256 of the document's canonical JSON (RFC 8785) without `version` and `sha256`. 64 hex digits. */
  readonly sha256: string;
  /** One rule for each task of the catalogue. */
  readonly rules: readonly RoutingRule[];
  readonly attempts: AttemptBounds;
  /** Repair of answers that miss their schema. Omitted: such answers aren't repaired. */
  readonly repair?: RepairRule | undefined;
}

/** Repair of an answer that misses its schema. Streamed answers aren't repaired. */
export interface RepairRule {
  /** Repair attempts per answer: 0 or 1. They count against the attempts of the run. */
  readonly attempts: number;
  /** Model that repairs: the one that answered (SAME), or the next suitable one of the path (NEXT), if there is one. */
  readonly by: 'SAME' | 'NEXT';
}

export interface AttemptBounds {
  /** Maximum attempts of a run over all deployments. */
  readonly most: number;
  /** Maximum attempts at one deployment. */
  readonly perDeployment: number;
}

export interface RoutingRule {
  readonly task: string;
  /** Ids of deployments of the task's slot, in the order in which they are called. */
  readonly path: readonly string[];
  /**
   * Ids of deployments that are called first once the soft cap is reached. Those of `path` follow. Null: `path` applies past the
   * cap too.
   */
  readonly pathPastSoftCap: readonly string[] | null;
  /** Plans that can run the task. */
  readonly plans: readonly string[];
}

/** A policy before it is published and numbered. */
export type RoutingPolicyDraft = Pick<RoutingPolicyDocument, 'rules' | 'attempts' | 'repair'>;
