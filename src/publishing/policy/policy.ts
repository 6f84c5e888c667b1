import type { PublishChannel, PublishFindingKind } from '../publish-action.ts';

/** Rules for the approval of external actions. One document in numbered versions, which never change. */
export interface PublishingPolicyDocument extends PublishingPolicyDraft {
  /** From 1, without gaps. */
  readonly version: number;
  /** SHA-256 of the document’s canonical JSON (RFC 8785) without `version` and `sha256`, 64 hex digits. */
  readonly sha256: string;
}

/** A policy before it is published and numbered. */
export interface PublishingPolicyDraft {
  /** The first rule that matches an action applies. */
  readonly rules: readonly PublishingRule[];
  /** Terms if no rule matches. */
  readonly otherwise: RuleTerms;
  /** Allowed recipients by channel. Null allows all. */
  readonly recipients: Readonly<Record<PublishChannel, readonly string[] | null>>;
}

export interface PublishingRule {
  /** Unique name for readers. */
  readonly name: string;
  readonly when: RuleConditions;
  readonly terms: RuleTerms;
}

/** Conditions of a rule. All that aren’t null must match. */
export interface RuleConditions {
  readonly channels: readonly PublishChannel[] | null;
  /** Names of tools, or prefixes followed by `*`. */
  readonly tools: readonly string[] | null;
  readonly targets: TargetCondition | null;
  readonly recipientsAtLeast: number | null;
  /** Ids of agents. */
  readonly agents: readonly string[] | null;
  /** Owners of the request: `customer:cus_…` or `operator:op_…`. */
  readonly owners: readonly string[] | null;
}

export interface TargetCondition {
  /** `ANY`: one matching target is enough. `ALL`: all targets must match. */
  readonly quantity: 'ANY' | 'ALL';
  readonly patterns: readonly string[];
}

export interface RuleTerms {
  /** Number of people who must approve. */
  readonly quorum: number;
  /** Minutes to wait for approvals. */
  readonly lifetimeMinutes: number;
  /** Minutes after the approval in which the permit can be fetched. */
  readonly permitMinutes: number;
  /** Kinds of findings for which the action is refused. */
  readonly blocking: readonly PublishFindingKind[];
}
