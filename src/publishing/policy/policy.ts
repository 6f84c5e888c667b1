import type { PublishChannel, PublishFindingKind } from '../publish-action.ts';

/** What has to be asked of whom before something is written outside. One document in numbered versions, none of which is ever changed. */
export interface PublishingPolicyDocument extends PublishingPolicyDraft {
  /** From 1 on, without holes. */
  readonly version: number;
  /** Of the document's canonical JSON (RFC 8785), without `version` and `sha256`, 64 hex digits. */
  readonly sha256: string;
}

/** What somebody publishes: a policy before it has a number. */
export interface PublishingPolicyDraft {
  /** The first that fits an action holds for it. */
  readonly rules: readonly PublishingRule[];
  /** Holds where none of the rules fits. */
  readonly otherwise: RuleTerms;
  /** Whom an action may reach, by channel; null where that is anybody. */
  readonly recipients: Readonly<Record<PublishChannel, readonly string[] | null>>;
}

export interface PublishingRule {
  /** For who reads it. No two have the same. */
  readonly name: string;
  readonly when: RuleConditions;
  readonly terms: RuleTerms;
}

/** All of those that are not null have to hold. */
export interface RuleConditions {
  readonly channels: readonly PublishChannel[] | null;
  /** Names of tools, or beginnings of them with `*` at the end. */
  readonly tools: readonly string[] | null;
  readonly targets: TargetCondition | null;
  readonly recipientsAtLeast: number | null;
  /** Ids of agents. */
  readonly agents: readonly string[] | null;
  /** In whose name it is asked: `customer:cus_…` or `operator:op_…`. */
  readonly owners: readonly string[] | null;
}

export interface TargetCondition {
  /** Whether one target that fits is enough, or all of them have to. */
  readonly quantity: 'ANY' | 'ALL';
  readonly patterns: readonly string[];
}

export interface RuleTerms {
  /** How many people have to approve. */
  readonly quorum: number;
  /** How long it waits for them. */
  readonly lifetimeMinutes: number;
  /** How long its permit can be fetched once it is approved. */
  readonly permitMinutes: number;
  /** Kinds of finding for which it is refused and nothing filed. */
  readonly blocking: readonly PublishFindingKind[];
}
