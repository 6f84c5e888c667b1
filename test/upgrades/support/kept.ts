/** What a release said of the content that is kept of it, and what it gave out only once. */
export interface Kept {
  release: string;
  commit: string;
  assets: KeptAsset[];
  renders: KeptRender[];
  partners: KeptPartner[];
  seals: KeptSeal[];
  /** A secret of integrations that an operator set, in the place of the one in `secrets`. */
  inboundSecret: string;
  /** What later releases have besides; left out where the release had none of it. */
  more?: KeptMore;
}

export interface KeptAsset {
  id: string;
  title: string;
  tags: string[];
  /** Where its bytes are served, and their digest. */
  path: string;
  sha256: string;
}

export interface KeptRender {
  id: string;
  status: string;
  assetId: string | null;
  /** The request that made it, where it had a key: sent again it gives the same render. */
  replay: { key: string; body: object } | null;
}

export interface KeptPartner {
  token: string;
  isRevoked: boolean;
}

export interface KeptSeal {
  id: string;
  status: string;
  sha256: string;
  /** Left out for a picture. */
  text?: string;
  /** Base64; of a private seal. */
  salt?: string;
  ownerToken?: string;
  isTextKept?: boolean;
  isStamped: boolean;
}

/** What only one who was given a token can do is tried with it. */
export interface KeptMore {
  customerKeys: { token: string; isRevoked: boolean }[];
  /** Of agents of the customer. */
  agentKeys: string[];
  /** Of a person who may decide. */
  operatorTokens: string[];
  runs: KeptRun[];
  approvals: { id: string; state: string }[];
  webhooks: string[];
  /** What was run, by its name in `/v1`. */
  task: string;
  /** Pictures that are not in use. */
  putAway: { id: string; status: string }[];
}

export interface KeptRun {
  id: string;
  /** The token of who asked for it. */
  as: string;
  /** As the graph has it. */
  status: string;
  outputSha256: string | null;
  isHeld: boolean;
  /** What `/v1/runs/{id}` answers, which has no other runs than those that were held. */
  answer: { status: number; text: string | null };
}
