import type { LanguageModelV4CallOptions, LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Account } from '../customers/index.ts';
import type {
  Catalogue,
  DeploymentEntry,
  ImageDeployment,
  ImageUsage,
  RequestedSize,
  TaskTimeouts,
  TextDeployment,
  TokenUsage,
} from '../models/index.ts';
import type { AnswerEdits } from './fitting/model-request.ts';

/** Owner of the key of a call. `SANDBOX` and `EMBEDDED` use no key, and nothing leaves the service. */
export const CredentialSource = {
  SERVICE: 'SERVICE',
  CUSTOMER: 'CUSTOMER',
  SANDBOX: 'SANDBOX',
  /** Drawn by the embedded engine, which is neither a model nor a simulation. */
  EMBEDDED: 'EMBEDDED',
} as const;
export type CredentialSource = (typeof CredentialSource)[keyof typeof CredentialSource];

/** Credential of a call. Refers to a key, never contains it. */
export interface CallCredential {
  readonly source: CredentialSource;
  /**
   * Id of the stored key or of the customer's own server. Null for settings from the environment, the sandbox and the embedded
   * engine.
   */
  readonly keyId: string | null;
}

/** Availability of a deployment for an account, and the credential for calls. */
export interface DeploymentAvailability {
  /**
   * Null if `whyNot` has a reason why the deployment can't be called. A pause isn't such a reason: `breaker` is then `OPEN`.
   */
  readonly credential: CallCredential | null;
  readonly whyNot: 'NO_KEY' | 'OWN_KEY_FAILING' | 'NO_OWN_SERVER' | 'PLAN' | null;
  readonly breaker: 'CLOSED' | 'HALF_OPEN' | 'OPEN';
  /**
   * Why the breaker is `OPEN`, if not because of failures of the provider: a rate limit with a requested delay, or a key that a
   * check has found refused.
   */
  readonly pausedBy?: 'RATE_LIMIT' | 'KEY_REFUSED';
  /** Milliseconds until the pause ends, if the breaker is `OPEN`. Undefined if the key is refused. */
  readonly pauseLeftMs?: number;
  /** Median milliseconds to the first token in the last five minutes. Null with too few samples. */
  readonly medianFirstTokenMs: number | null;
}

/** One attempt at one deployment, for a text or for images. */
export interface AnyCall {
  readonly deployment: DeploymentEntry;
  readonly credential: CallCredential;
  readonly account: Account;
  /** Name of the task, for the sandbox. Never sent to a provider. */
  readonly task: string;
  readonly timeouts: TaskTimeouts;
  /** Aborts when the caller disconnects or the run's deadline passes. */
  readonly signal: AbortSignal;
}

export interface ProviderCall extends AnyCall {
  readonly deployment: TextDeployment;
  /** Options without `abortSignal`: `signal` is used instead. */
  readonly options: LanguageModelV4CallOptions;
  /** Edits of the answer. Default: none. */
  readonly edits?: AnswerEdits;
  /**
   * For `call`: aborts if no content arrives within `firstTokenMs`, or if the provider then pauses for `idleMs`. Only has an
   * effect if `canDetectSilence` is true: the answer is streamed to this service, which combines the parts. Default: false.
   */
  readonly abortsOnSilence?: boolean;
}

export interface ImageCall extends AnyCall {
  readonly deployment: ImageDeployment;
  readonly prompt: string;
  /** Number of images, at most the deployment's maximum per call. */
  readonly count: number;
  /** Size that the deployment supports. */
  readonly size: RequestedSize;
  /** Seed of the images. Null if the model chooses it. */
  readonly seed: number | null;
}

export interface ImageAnswer extends ProviderHead {
  /** The requested number of images or fewer, at least one. Not yet checked to be images. */
  readonly images: readonly { readonly bytes: Uint8Array; readonly mediaType: string | null }[];
  readonly usage: ImageUsage;
  /** Model that answered, by its name at the provider. Null if not reported. */
  readonly responseModel: string | null;
  readonly warnings: readonly string[];
}

/** Facts about a response that are known before its first part arrives. */
export interface ProviderHead {
  readonly statusCode: number;
  /** Milliseconds from the start of the call until the headers arrived; for a simulated answer, until the answer. */
  readonly headersMs: number;
}

export interface ProviderAnswer extends ProviderHead {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: string;
  readonly usage: TokenUsage;
  /** Model that answered, by its name at the provider. Null if not reported. */
  readonly responseModel: string | null;
  /** Id that the provider gave the call. Null if it gave none. */
  readonly responseId: string | null;
  readonly warnings: readonly string[];
}

export interface ProviderStream extends ProviderHead {
  /**
   * Parts of the answer, in the SDK's form. `error` parts are thrown as ProviderFailure. Ends with `finish` or a throw: a
   * stream that just stops throws TRUNCATED. Pauses of the provider and the total time are limited. A slow reader slows the
   * provider down.
   */
  readonly parts: AsyncIterable<LanguageModelV4StreamPart>;
}

/** API of providers for other features. */
export interface ProvidersApi {
  /** Availability by deployment id, for routing. Cached for up to a second. */
  availabilityOf(account: Account, catalogue: Catalogue): Promise<ReadonlyMap<string, DeploymentAvailability>>;
  /** @throws ProviderFailure */
  call(call: ProviderCall): Promise<ProviderAnswer>;
  /** Resolves when the provider has sent its headers. @throws ProviderFailure */
  stream(call: ProviderCall): Promise<ProviderStream>;
  /** One image call to one provider. @throws ProviderFailure, with the provider's reason code for a refusal */
  draw(call: ImageCall): Promise<ImageAnswer>;
  /** True if the sandbox answers text tasks whose models have no key. */
  readonly isSandboxOn: boolean;
}
