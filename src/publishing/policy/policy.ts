import type { PublishChannel, PublishFindingKind } from '../publish-action.ts';

/** A published version of the policy: the rules for the approval of external actions. Versions are numbered and never change. */
export interface PublishingPolicyDocument extends PublishingPolicyDraft {
  /** Number of this version, from 1, without gaps. */
  readonly version: number;
  /** SHA-256 of the document’s canonical JSON (RFC 8785) without `version` and `sha256`, 64 hex digits. */
  readonly sha256: string;
}

/** A policy before it is published as a numbered version. */
export interface PublishingPolicyDraft {
  /** Rules in order. Only the first rule that matches an action applies to it. */
  readonly rules: readonly PublishingRule[];
  /** Terms for actions that no rule matches. */
  readonly otherwise: RuleTerms;
  /** Patterns of allowed recipients by channel. Null allows all recipients. */
  readonly recipients: Readonly<Record<PublishChannel, readonly string[] | null>>;
}

export interface PublishingRule {
  /** Name of the rule for display, unique in the policy. */
  readonly name: string;
  readonly when: RuleConditions;
  readonly terms: RuleTerms;
}

/** Conditions of a rule. An action must meet all conditions that aren’t null. */
export interface RuleConditions {
  readonly channels: readonly PublishChannel[] | null;
  /** Names of tools, or prefixes of names followed by `*`. */
  readonly tools: readonly string[] | null;
  readonly targets: TargetCondition | null;
  readonly recipientsAtLeast: number | null;
  /** Ids of the agents to which the rule applies. */
  readonly agents: readonly string[] | null;
  /** Owners of the requester, e.g. `customer:cus_…` or `operator:op_…`. */
  readonly owners: readonly string[] | null;
}

export interface TargetCondition {
  /** `ANY`: one matching target is enough. `ALL`: all targets must match. */
  readonly quantity: 'ANY' | 'ALL';
  readonly patterns: readonly string[];
}

export interface RuleTerms {
  /** Number of people who must approve the action. */
  readonly quorum: number;
  /** Minutes after which a request without enough approvals expires. */
  readonly lifetimeMinutes: number;
  /** Minutes after the approval in which the permit can be fetched. */
  readonly permitMinutes: number;
  /** Kinds of findings that cause the action to be refused. */
  readonly blocking: readonly PublishFindingKind[];
}
