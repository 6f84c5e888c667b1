/**
 * Everything that can be called, as one document in numbered, immutable versions. Each version records its author, time and
 * reason. Ids are words that operators and policies write, such as `openai/gpt-6.1-sol`.
 */
export interface Catalogue extends CatalogueDocument {
  /** Number of the version, from 1, without gaps. */
  readonly version: number;
  /** SHA-256 of the document's canonical JSON (RFC 8785), as 64 hex digits. */
  readonly sha256: string;
}

/** Content of a version, which its hash covers. */
export interface CatalogueDocument {
  readonly clusters: readonly ClusterEntry[];
  readonly slots: readonly SlotEntry[];
  readonly tasks: readonly TaskEntry[];
  readonly deployments: readonly DeploymentEntry[];
  readonly prices: readonly PriceEntry[];
}

/** Group of slots for one kind of work, such as `deep-reasoning`. */
export interface ClusterEntry {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
}

/** Deployments of one task: the preferred one and its fallbacks. */
export interface SlotEntry {
  /** `cluster/slot`, e.g. `deep-reasoning/evidence-chain`. */
  readonly name: string;
  /** Null for slots of image tasks, such as `media/image`. Clusters are for texts. */
  readonly cluster: string | null;
  readonly purpose: string;
  /** Id of the deployment that the first routing policy calls first. Later policies can choose another order. */
  readonly preferred: string;
  /** Ids of the deployments that the first routing policy calls next, in this order. Empty: no fallback. */
  readonly alternates: readonly string[];
  /**
   * Id of the deployment that the first routing policy calls first once the soft cap is reached: `preferred` or one of
   * `alternates`. Null if the slot has no such deployment.
   */
  readonly economy: string | null;
}

/**
 * For a task, where the text of a request may be sent: to any deployment, or only to the customer's own server and the embedded
 * engine. For a deployment, where it runs.
 */
export const DataClass = { HOSTED: 'HOSTED', LOCAL_ONLY: 'LOCAL_ONLY' } as const;
export type DataClass = (typeof DataClass)[keyof typeof DataClass];

/** Kind of output of a task or a deployment. */
export const TaskKind = { TEXT: 'TEXT', IMAGE: 'IMAGE' } as const;
export type TaskKind = (typeof TaskKind)[keyof typeof TaskKind];

/** Task that callers name instead of a model. Each slot has exactly one task, with the same name. */
export type TaskEntry = TextTask | ImageTask;

interface AnyTask {
  /** Name of the task and of its slot, such as `human-phrasing/warm-tone`. `/v1` accepts no other model names. */
  readonly name: string;
  /** Version of the task: 1 for a new task, incremented by each change. Recorded with every run. */
  readonly version: number;
  readonly slot: string;
  readonly title: string;
  /** Purpose and limits of the task, for callers who choose between tasks. */
  readonly description: string;
  /** Conditions of a call, such as `APPROVAL`. A call is refused if a gate of the task can't be opened. */
  readonly gates: readonly TaskGate[];
  /** Labels that every answer carries. */
  readonly labels: readonly TaskLabel[];
  readonly dataClass: DataClass;
  readonly timeouts: TaskTimeouts;
  readonly content: ContentPolicy;
  /** When personal data is removed from a request. Default: NONE. */
  readonly redaction?: TaskRedaction | undefined;
  /** True if redacted values are put back into the answer when the caller doesn't say. Default: true. */
  readonly restoresRedacted?: boolean | undefined;
}

/** When personal data is removed from a request: never, or before it is sent to a hosted deployment. */
export const TaskRedaction = { NONE: 'NONE', BEFORE_HOSTED: 'BEFORE_HOSTED' } as const;
export type TaskRedaction = (typeof TaskRedaction)[keyof typeof TaskRedaction];
export interface TextTask extends AnyTask {
  readonly kind: typeof TaskKind.TEXT;
  /** Instructions placed before the caller's messages. Null: none. */
  readonly instructions: string | null;
  readonly parameters: TaskParameters;
  /** JSON Schema that every answer must match, independent of the request. Null: none. */
  readonly outputSchema: Readonly<Record<string, unknown>> | null;
}

export interface ImageTask extends AnyTask {
  readonly kind: typeof TaskKind.IMAGE;
  readonly images: ImageParameters;
}

export interface ImageParameters {
  /** Maximum images per prompt. Requests for more are refused. */
  readonly maxCount: number;
  readonly maxPromptCharacters: number;
}

export const TaskGate = { APPROVAL: 'APPROVAL' } as const;
export type TaskGate = (typeof TaskGate)[keyof typeof TaskGate];
export const TaskLabel = { NOT_FINAL: 'NOT_FINAL' } as const;
export type TaskLabel = (typeof TaskLabel)[keyof typeof TaskLabel];

export interface TaskParameters {
  /** Maximum output tokens if the caller sends no limit. */
  readonly defaultMaxOutputTokens: number;
  /** Maximum output tokens. Requests for more are refused. */
  readonly maxOutputTokens: number;
  /** Range of `temperature`. Null if the task doesn't accept a temperature. */
  readonly temperature: { readonly min: number; readonly max: number } | null;
}

export interface TaskTimeouts {
  readonly connectMs: number;
  readonly firstTokenMs: number;
  readonly idleMs: number;
  /** Milliseconds from the start of a run to its deadline, for all attempts together. */
  readonly totalMs: number;
}

/** Storage of input and output with the run. */
export interface ContentPolicy {
  readonly keep: boolean;
  /** Days after which stored content is deleted. Null if none is stored. */
  readonly retentionDays: number | null;
}

/** Providers that run models. */
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
  /** The embedded image engine: no model, no key, no network. */
  EMBEDDED: 'embedded',
} as const;
export type ProviderName = (typeof ProviderName)[keyof typeof ProviderName];

/** Reliability of figures: published by the vendor, disputed or published by others, or taken from a similar model. */
export const Confidence = { HIGH: 'HIGH', MEDIUM: 'MEDIUM', LOW: 'LOW' } as const;
export type Confidence = (typeof Confidence)[keyof typeof Confidence];

/** A model at a provider. */
export type DeploymentEntry = TextDeployment | ImageDeployment;

interface AnyDeployment {
  /** `provider/model`, e.g. `anthropic/claude-opus-5-5`. */
  readonly id: string;
  readonly provider: ProviderName;
  /** Name of the model at the provider. */
  readonly model: string;
  /** Reliability of the limits and abilities listed for this deployment. */
  readonly confidence: Confidence;
  /** True for a mixture-of-experts model. Null if unknown. */
  readonly mixtureOfExperts: boolean | null;
  readonly dataClass: DataClass;
  /** Data that the provider keeps of a request, if a contract differs from its public pages. Default: as the pages say. */
  readonly retention?: Omit<Retention, 'setting'> | undefined;
}

/** Kind of data that a provider keeps of a request after its answer. */
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
  /** Days for which the provider keeps the data. Null if unknown, or if the customer's contract or server decides. */
  readonly days: number | null;
  /** Setting that each request carries so that the provider keeps as little data as possible. Null if the provider has none. */
  readonly setting: string | null;
  readonly note: string | null;
  readonly source: string | null;
  /** `YYYY-MM-DD`. Null without a source, or if unknown. */
  readonly checkedAt: string | null;
}

/**
 * Text model at a provider. The context window belongs to the deployment, because providers offer the same model with different
 * windows.
 */
export interface TextDeployment extends AnyDeployment {
  readonly kind: typeof TaskKind.TEXT;
  /** Maximum tokens of input and output together. */
  readonly contextWindow: number;
  /** Maximum input tokens. Null if only `contextWindow` limits them. */
  readonly maxInputTokens: number | null;
  /** Maximum output tokens. Null if the provider publishes no limit. */
  readonly maxOutputTokens: number | null;
  readonly takesTemperature: boolean;
  readonly takesTools: boolean;
  readonly takesOutputSchema: boolean;
  /** True if the schema of an answer can refer to itself. Default: depends on the provider. */
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
  /** Quality requested from the provider, for which the deployment's prices apply. Null: the provider's default. */
  readonly quality: string | null;
}

/** Image sizes that a model offers. */
export type ImageSizes = AnySize | ListedSizes | ShapedSizes;

/** Any size within bounds. */
export interface AnySize {
  readonly by: 'BOUNDS';
  /** Both sides of the picture must be multiples of this number. */
  readonly stepPx: number;
  readonly minSidePx: number;
  readonly maxSidePx: number;
  readonly minPixels: number;
  readonly maxPixels: number;
  /** Maximum of the longer side divided by the shorter one. */
  readonly maxRatio: number;
}

/** Sizes of an image model that accepts only the listed ones. */
export interface ListedSizes {
  readonly by: 'LIST';
  readonly sizes: readonly { readonly widthPx: number; readonly heightPx: number }[];
}

/** Sizes of an image model that accepts an aspect ratio and a resolution. The provider chooses the exact sides. */
export interface ShapedSizes {
  readonly by: 'SHAPE';
  /** Aspect ratios, such as `16:9`. */
  readonly shapes: readonly string[];
  /** Resolutions, smallest first. */
  readonly resolutions: readonly { readonly name: string; readonly pixels: number }[];
}

export const Currency = { USD: 'USD' } as const;
export type Currency = (typeof Currency)[keyof typeof Currency];

/**
 * Price of a deployment from a date on. Amounts are micros of `currency` (millionths), per million tokens, per request or per
 * image.
 */
export interface PriceEntry {
  readonly deployment: string;
  readonly currency: Currency;
  /** Start, in ISO 8601 and UTC. */
  readonly validFrom: string;
  /** End, exclusive. Null: until the next price. */
  readonly validUntil: string | null;
  /** Rates by size of the input. The first tier starts at 0 tokens. */
  readonly tiers: readonly PriceTier[];
  /** Hours at which all rates are multiplied. Null: never. */
  readonly peak: PeakHours | null;
  readonly perRequestMicros: number;
  /** Prices of images. Null for text deployments. */
  readonly images: ImagePrice | null;
  /** Origin of the figures and the date they were read. */
  readonly source: string;
}

/** Prices of images, in addition to the tokens of the prompt. */
export interface ImagePrice {
  /** Price per image, by size. Empty: only tokens are charged. */
  readonly each: readonly ImageRate[];
  /** Price of a million image tokens. Null: charged as other output. */
  readonly tokenMicros: number | null;
  /** Maximum output tokens of one image, by size, for reserving its cost. Empty: unknown. */
  readonly most: readonly ImageTokens[];
  /** Reliability of the image prices. */
  readonly confidence: Confidence;
}

export interface ImageRate {
  /** Maximum pixels of images with this rate. Null: all larger sizes. Rates are listed in ascending order of this value. */
  readonly maxPixels: number | null;
  readonly micros: number;
}

export interface ImageTokens {
  /** Maximum pixels, as in `ImageRate`. */
  readonly maxPixels: number | null;
  readonly tokens: number;
}

export interface PeakHours {
  /** Hours of the day (UTC), 0 to 24; `toHour` is exclusive. A window whose start is after its end spans midnight. */
  readonly windows: readonly { readonly fromHour: number; readonly toHour: number }[];
  /** True if Saturday and Sunday (UTC) have no peak hours. */
  readonly isWeekdaysOnly: boolean;
  /** Multiplier of all rates. At least 1, with at most two decimal places. */
  readonly factor: number;
}

export interface PriceTier {
  /** The tier applies to inputs with more tokens than this. The first tier has 0. */
  readonly aboveInputTokens: number;
  readonly inputMicros: number;
  /** Price of input that the provider reads from its cache. Null: charged as other input. */
  readonly cachedInputMicros: number | null;
  /** Price of input that the provider writes into its cache. Null or omitted, as in older versions: charged as other input. */
  readonly cacheWriteMicros?: number | null | undefined;
  /** Price of input that the provider caches for one hour. Null or omitted: charged as other cache writes. */
  readonly hourCacheWriteMicros?: number | null | undefined;
  readonly outputMicros: number;
}

/**
 * Usage reported by the provider. Null means not reported, which isn't 0. Cached tokens are part of the input tokens, reasoning
 * tokens of the output tokens.
 */
export interface TokenUsage {
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
  /** Input tokens that the provider wrote into its cache. Omitted means null. */
  readonly cacheWriteTokens?: number | null;
  /** Part of `cacheWriteTokens` that the provider keeps for one hour. Omitted means null. */
  readonly hourCacheWriteTokens?: number | null;
  /** Cost reported by the provider. Omitted means null. */
  readonly reportedCostMicros?: Micros | null;
}

/** Result of an image call, for its cost. Null means not reported. */
export interface ImageUsage extends TokenUsage {
  readonly images: number;
  /** Part of the output tokens that images consist of. */
  readonly imageTokens: number | null;
  /** Pixels per image. */
  readonly pixels: number;
}

/** Amount of money in millionths of a USD. */
export type Micros = number;
