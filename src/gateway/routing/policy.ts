/** Which task goes where. One document in numbered versions, none of which is ever changed. */
export interface RoutingPolicyDocument {
  /** From 1 on, without holes. */
  readonly version: number;
  /** Of the document's canonical JSON (RFC 8785), without `version` and `sha256`, 64 hex digits. */
  readonly sha256: string;
  /** Each task of the catalogue has one. */
  readonly rules: readonly RoutingRule[];
  readonly attempts: AttemptBounds;
  /** Left out: an answer that misses its schema is handed over, or fails, as it is. */
  readonly repair?: RepairRule | undefined;
}

/** How an answer that misses its schema is repaired, unless it was streamed. */
export interface RepairRule {
  /** Attempts at repairing one answer: 0 or 1. They count against the attempts of the run. */
  readonly attempts: number;
  /** The model that repairs: the one that answered, or the next one of the path. */
  readonly by: 'SAME' | 'NEXT';
}

export interface AttemptBounds {
  /** Over all deployments of a run. */
  readonly most: number;
  /** At one deployment. */
  readonly perDeployment: number;
}

export interface RoutingRule {
  readonly task: string;
  /** Deployment ids of the task's slot, in the order in which they are tried. */
  readonly path: readonly string[];
  /**
   * Tried before those of `path` beyond the soft cap: a call that none of these can take still runs. Null: as before the cap.
   */
  readonly pathPastSoftCap: readonly string[] | null;
  /** Plans that may run the task. */
  readonly plans: readonly string[];
}

/** What somebody publishes: a policy before it has a number. */
export type RoutingPolicyDraft = Pick<RoutingPolicyDocument, 'rules' | 'attempts' | 'repair'>;
