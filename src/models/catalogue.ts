/**
 * What may be called, as one document in numbered versions. A version is never changed: whoever edits the catalogue publishes a
 * new one that says who, when and why. Ids here are words that operators and policies write, e.g. `openai/gpt-6.1-sol`.
 */
export interface Catalogue extends CatalogueDocument {
  /** From 1 on, without holes. */
  readonly version: number;
  /** Of the document's canonical JSON (RFC 8785), 64 hex digits. */
  readonly sha256: string;
}

/** What a version says, and what its hash is of. */
export interface CatalogueDocument {
  readonly clusters: readonly ClusterEntry[];
  readonly slots: readonly SlotEntry[];
  readonly tasks: readonly TaskEntry[];
  readonly deployments: readonly DeploymentEntry[];
  readonly prices: readonly PriceEntry[];
}

/** `deep-reasoning`, `human-phrasing`, `case-scanning`, `fast-execution`. */
export interface ClusterEntry {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
}

/** A task family: one deployment that is taken where nothing speaks against it, and those that may stand in for it. */
export interface SlotEntry {
  /** `cluster/slot`, e.g. `deep-reasoning/evidence-chain`. */
  readonly name: string;
  /** Null outside the clusters, which are for texts: `media/image`. */
  readonly cluster: string | null;
  readonly purpose: string;
  /** Id of the deployment. */
  readonly preferred: string;
  /** In the order in which they are tried. None: nothing may stand in. */
  readonly alternates: readonly string[];
  /** Of `preferred` and `alternates` the one that is taken beyond the soft cap; null where the slot has none. */
  readonly economy: string | null;
}

/** Where the text of a request may go: anywhere, or only to the customer's own server. */
export const DataClass = { HOSTED: 'HOSTED', LOCAL_ONLY: 'LOCAL_ONLY' } as const;
export type DataClass = (typeof DataClass)[keyof typeof DataClass];

/** What a task gives and a deployment makes. */
export const TaskKind = { TEXT: 'TEXT', IMAGE: 'IMAGE' } as const;
export type TaskKind = (typeof TaskKind)[keyof typeof TaskKind];

/** What callers name. Exactly one for each slot, and of the same name. */
export type TaskEntry = TextTask | ImageTask;

interface AnyTask {
  /** The same as its slot's, e.g. `human-phrasing/warm-tone`: the only model names that `/v1` knows. */
  readonly name: string;
  /** Counts the changes of this task; it stands in every run. */
  readonly version: number;
  readonly slot: string;
  readonly title: string;
  /** What it is for and what it is not, for who chooses among tasks. */
  readonly description: string;
  /** What has to have happened before a call, e.g. `APPROVAL`. A gate that nobody can open refuses the task. */
  readonly gates: readonly TaskGate[];
  /** What an answer has to say of itself. */
  readonly labels: readonly TaskLabel[];
  readonly dataClass: DataClass;
  readonly timeouts: TaskTimeouts;
  readonly content: ContentPolicy;
  /** What is taken out of a request before it is sent. Left out: as NONE. */
  readonly redaction?: TaskRedaction | undefined;
  /** Whether what was taken out stands in the answer again, where the caller does not say. Left out: it does. */
  readonly restoresRedacted?: boolean | undefined;
}

/** Whether what identifies somebody is taken out of a request before a hosted deployment is sent it. */
export const TaskRedaction = { NONE: 'NONE', BEFORE_HOSTED: 'BEFORE_HOSTED' } as const;
export type TaskRedaction = (typeof TaskRedaction)[keyof typeof TaskRedaction];
export interface TextTask extends AnyTask {
  readonly kind: typeof TaskKind.TEXT;
  /** Put before what the caller sends; null for none. */
  readonly instructions: string | null;
  readonly parameters: TaskParameters;
  /** JSON Schema that an answer has to fit whatever the caller asks for; null for none. */
  readonly outputSchema: Readonly<Record<string, unknown>> | null;
}

export interface ImageTask extends AnyTask {
  readonly kind: typeof TaskKind.IMAGE;
  readonly images: ImageParameters;
}

export interface ImageParameters {
  /** Pictures of one prompt. More are refused. */
  readonly maxCount: number;
  readonly maxPromptCharacters: number;
}

export const TaskGate = { APPROVAL: 'APPROVAL' } as const;
export type TaskGate = (typeof TaskGate)[keyof typeof TaskGate];
export const TaskLabel = { NOT_FINAL: 'NOT_FINAL' } as const;
export type TaskLabel = (typeof TaskLabel)[keyof typeof TaskLabel];

export interface TaskParameters {
  /** Taken where the caller names none. */
  readonly defaultMaxOutputTokens: number;
  /** More is refused. */
  readonly maxOutputTokens: number;
  /** Bounds of `temperature`; null where the task takes none. */
  readonly temperature: { readonly min: number; readonly max: number } | null;
}

export interface TaskTimeouts {
  readonly connectMs: number;
  readonly firstTokenMs: number;
  readonly idleMs: number;
  /** One deadline over all attempts. */
  readonly totalMs: number;
}

/** Whether what was sent and answered is kept with the run. */
export interface ContentPolicy {
  readonly keep: boolean;
  /** After so many days what was kept is gone; null where nothing is. */
  readonly retentionDays: number | null;
}

/** The packages a model is called by. */
export const ProviderName = {
  OPENAI: 'openai',
  ANTHROPIC: 'anthropic',
  DEEPSEEK: 'deepseek',
  MISTRAL: 'mistral',
  XAI: 'xai',
  GOOGLE: 'google',
  PERPLEXITY: 'perplexity',
  /** The customer's own OpenAI-compatible server. */
  OWN: 'own',
  /** The engine of this service: no model, no key, no network. */
  EMBEDDED: 'embedded',
} as const;
export type ProviderName = (typeof ProviderName)[keyof typeof ProviderName];

/** How sure figures are: told by the vendor, disputed or told by others, or taken over from something like it. */
export const Confidence = { HIGH: 'HIGH', MEDIUM: 'MEDIUM', LOW: 'LOW' } as const;
export type Confidence = (typeof Confidence)[keyof typeof Confidence];

/** A model at a provider. */
export type DeploymentEntry = TextDeployment | ImageDeployment;

interface AnyDeployment {
  /** `provider/model`, e.g. `anthropic/claude-opus-5-5`. */
  readonly id: string;
  readonly provider: ProviderName;
  /** As the provider calls it. */
  readonly model: string;
  /** How sure these figures are. */
  readonly confidence: Confidence;
  /** Null where it is not known. */
  readonly mixtureOfExperts: boolean | null;
  readonly dataClass: DataClass;
  /** What the provider keeps of a request, where a contract says otherwise than its pages. Left out: as the pages say. */
  readonly retention?: Omit<Retention, 'setting'> | undefined;
}

/** What a provider does with what it is sent once it has answered. */
export const RetentionKind = {
  NOTHING: 'NOTHING',
  LOGS: 'LOGS',
  UNKNOWN: 'UNKNOWN',
  OWN_ACCOUNT: 'OWN_ACCOUNT',
  OWN_SERVER: 'OWN_SERVER',
} as const;
export type RetentionKind = (typeof RetentionKind)[keyof typeof RetentionKind];

export interface Retention {
  readonly kind: RetentionKind;
  /** Null: not known. */
  readonly days: number | null;
  /** What this service sends so that the least is kept; null where the provider has no setting for a request. */
  readonly setting: string | null;
  readonly note: string | null;
  readonly source: string | null;
  /** `YYYY-MM-DD`; null where there is no source. */
  readonly checkedAt: string | null;
}

/** Its window is the deployment's, not the model's: providers offer one model with different ones. */
export interface TextDeployment extends AnyDeployment {
  readonly kind: typeof TaskKind.TEXT;
  /** Tokens of input and output together. */
  readonly contextWindow: number;
  /** Of these at most so many of input; null where the provider sets no other bound. */
  readonly maxInputTokens: number | null;
  /** Null where the provider says none. */
  readonly maxOutputTokens: number | null;
  readonly takesTemperature: boolean;
  readonly takesTools: boolean;
  readonly takesOutputSchema: boolean;
  /** Whether that schema may contain itself. Left out: as its provider takes it. */
  readonly takesRecursiveSchema?: boolean | undefined;
}

export interface ImageDeployment extends AnyDeployment {
  readonly kind: typeof TaskKind.IMAGE;
  readonly images: ImageAbilities;
}

export interface ImageAbilities {
  readonly sizes: ImageSizes;
  readonly takesSeed: boolean;
  readonly maxPerCall: number;
  /** Asked of the provider, and what its prices are for; null: left to it. */
  readonly quality: string | null;
}

/** Which pictures a model can be asked for. */
export type ImageSizes = AnySize | ListedSizes | ShapedSizes;

/** Any within bounds. */
export interface AnySize {
  readonly by: 'BOUNDS';
  /** Both sides are a multiple of it. */
  readonly stepPx: number;
  readonly minSidePx: number;
  readonly maxSidePx: number;
  readonly minPixels: number;
  readonly maxPixels: number;
  /** The longer side by the shorter one. */
  readonly maxRatio: number;
}

/** These and no others. */
export interface ListedSizes {
  readonly by: 'LIST';
  readonly sizes: readonly { readonly widthPx: number; readonly heightPx: number }[];
}

/** A shape and a resolution, and the provider chooses the sides. */
export interface ShapedSizes {
  readonly by: 'SHAPE';
  /** E.g. `16:9`. */
  readonly shapes: readonly string[];
  /** The smallest first. */
  readonly resolutions: readonly { readonly name: string; readonly pixels: number }[];
}

export const Currency = { USD: 'USD' } as const;
export type Currency = (typeof Currency)[keyof typeof Currency];

/** What a deployment costs from a day on. All amounts are micros of `currency` (a millionth) per million tokens, or each. */
export interface PriceEntry {
  readonly deployment: string;
  readonly currency: Currency;
  /** ISO 8601, UTC. */
  readonly validFrom: string;
  /** Exclusive; null: until the next price. */
  readonly validUntil: string | null;
  /** By the input's size, the first from 0 tokens on. */
  readonly tiers: readonly PriceTier[];
  /** When everything costs so many times as much; null for never. */
  readonly peak: PeakHours | null;
  readonly perRequestMicros: number;
  /** Of pictures; null for a deployment that makes texts. */
  readonly images: ImagePrice | null;
  /** Where the figures come from and when they were read. */
  readonly source: string;
}

/** What pictures cost beside the tokens of the prompt. */
export interface ImagePrice {
  /** For each picture by its size. Empty: pictures are charged by their tokens alone. */
  readonly each: readonly ImageRate[];
  /** Of a million tokens that pictures are made of. Null: as any output. */
  readonly tokenMicros: number | null;
  /** The most output tokens of one picture by its size, to set money aside by. Empty: nobody knows. */
  readonly most: readonly ImageTokens[];
  /** How sure these figures are. */
  readonly confidence: Confidence;
}

export interface ImageRate {
  /** Holds for pictures of at most so many; null: for all larger ones. In ascending order. */
  readonly maxPixels: number | null;
  readonly micros: number;
}

export interface ImageTokens {
  /** As in a rate. */
  readonly maxPixels: number | null;
  readonly tokens: number;
}

export interface PeakHours {
  /** Hours of the day, UTC, from 0 to 24, the second one exclusive. One that begins later than it ends goes on past midnight. */
  readonly windows: readonly { readonly fromHour: number; readonly toHour: number }[];
  /** Whether Saturday and Sunday, UTC, have none. */
  readonly isWeekdaysOnly: boolean;
  /** At least 1, with two decimal places at the most. */
  readonly factor: number;
}

export interface PriceTier {
  /** The tier counts where the input has more tokens than this; the first has 0. */
  readonly aboveInputTokens: number;
  readonly inputMicros: number;
  /** Null: as any input. */
  readonly cachedInputMicros: number | null;
  /** Of input that the provider writes into its cache. Null, or left out as in older versions: as any input. */
  readonly cacheWriteMicros?: number | null | undefined;
  /** Of input that it keeps for an hour. Null or left out: as any that it writes. */
  readonly hourCacheWriteMicros?: number | null | undefined;
  readonly outputMicros: number;
}

/** What a provider says it counted. Null is "did not say", which is not 0. Cached and reasoning tokens are parts of the others. */
export interface TokenUsage {
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
  /** Of the input, those that the provider wrote into its cache. Left out: as null. */
  readonly cacheWriteTokens?: number | null;
  /** Of those, the ones that it keeps for an hour. Left out: as null. */
  readonly hourCacheWriteTokens?: number | null;
  /** What the provider says the call cost. Left out: as null. */
  readonly reportedCostMicros?: Micros | null;
}

/** What came of a call for pictures. Null is "did not say". */
export interface ImageUsage extends TokenUsage {
  readonly images: number;
  /** Of the output, those that pictures are made of. */
  readonly imageTokens: number | null;
  /** Of one picture. */
  readonly pixels: number;
}

/** Money, in micros of USD. */
export type Micros = number;
