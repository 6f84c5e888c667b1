/** Channel to which an external action writes. */
export const PublishChannel = { CRM: 'CRM', EMAIL: 'EMAIL', MESSAGING: 'MESSAGING' } as const;
export type PublishChannel = (typeof PublishChannel)[keyof typeof PublishChannel];

/** An external action that an agent wants to carry out. It contains everything that approvers decide on. */
export interface PublishAction {
  /** Name of the tool as the agent knows it, e.g. `send_email`. */
  readonly tool: string;
  readonly channel: PublishChannel;
  /** Recipients or records, in the format of the channel: email addresses, phone numbers, or `object/id` of CRM records. */
  readonly targets: readonly string[];
  /** Arguments of the tool: plain JSON that canonical JSON can represent. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Purpose of the action in the agent’s own words, which are unchecked. */
  readonly summary: string;
  /** Ids of the runs that produced the content, and of the assets in it. */
  readonly runIds: readonly string[];
  readonly assetIds: readonly string[];
}

/** Requirements that the policy sets for one action, fixed when the request is filed. */
export interface PublishTerms {
  /** Number of people who must approve the action. */
  readonly quorum: number;
  readonly lifetimeMs: number;
  /** Milliseconds after the approval in which the permit can be fetched. */
  readonly permitMs: number;
  readonly policyVersion: number;
  readonly policySha256: string;
}

/** Finding of the automatic check of an action. */
export interface PublishFinding {
  readonly kind: PublishFindingKind;
  /** JSON pointer to the part of the action. Empty if the finding is about the whole action. */
  readonly pointer: string;
  /** Sentence about the finding, without personal or secret values. */
  readonly detail: string;
  /** True if the policy refuses actions with such a finding. */
  readonly isBlocking: boolean;
}

export const PublishFindingKind = {
  PERSONAL_DATA: 'PERSONAL_DATA',
  SECRET: 'SECRET',
  DECEPTIVE_LINK: 'DECEPTIVE_LINK',
  HIDDEN_CHARACTERS: 'HIDDEN_CHARACTERS',
  UNSEALED_ATTACHMENT: 'UNSEALED_ATTACHMENT',
  RECIPIENT_NOT_ALLOWED: 'RECIPIENT_NOT_ALLOWED',
} as const;
export type PublishFindingKind = (typeof PublishFindingKind)[keyof typeof PublishFindingKind];
