/** Where an outward tool would write to. */
export const PublishChannel = { CRM: 'CRM', EMAIL: 'EMAIL', MESSAGING: 'MESSAGING' } as const;
export type PublishChannel = (typeof PublishChannel)[keyof typeof PublishChannel];

/** What an agent wants to be done outside. All that somebody approves is in here, and what is approved is these bytes. */
export interface PublishAction {
  /** As the agent knows it, e.g. `send_email`. */
  readonly tool: string;
  readonly channel: PublishChannel;
  /** Whom or what it reaches, in the form of its channel: addresses, a number, `object/id`. */
  readonly targets: readonly string[];
  /** Of the tool. Plain JSON without anything that canonical JSON cannot hold. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** In the agent's own words: what it says, and nothing that was checked. */
  readonly summary: string;
  /** What it is made of. */
  readonly runIds: readonly string[];
  readonly assetIds: readonly string[];
}

/** What the policy of publishing asks of one action. Frozen into its request. */
export interface PublishTerms {
  /** How many people have to approve it. */
  readonly quorum: number;
  readonly lifetimeMs: number;
  /** How long the permit can be fetched once it is approved. */
  readonly permitMs: number;
  readonly policyVersion: number;
  readonly policySha256: string;
}

/** What was found in an action before a person looks at it. */
export interface PublishFinding {
  readonly kind: PublishFindingKind;
  /** Where, as a JSON pointer into the action; empty for the whole of it. */
  readonly pointer: string;
  /** What it is, in a sentence without the found value where that is personal or secret. */
  readonly detail: string;
  /** Whether the policy refuses what has such a finding. */
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
