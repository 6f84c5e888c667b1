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

/** Whose key a call shows. `SANDBOX` and `EMBEDDED` are no key at all: nothing leaves this service. */
export const CredentialSource = {
  SERVICE: 'SERVICE',
  CUSTOMER: 'CUSTOMER',
  SANDBOX: 'SANDBOX',
  /** Drawn by the engine of this service, which is no model and simulates none. */
  EMBEDDED: 'EMBEDDED',
} as const;
export type CredentialSource = (typeof CredentialSource)[keyof typeof CredentialSource];

/** What a call is made with. Names a key, never holds it. */
export interface Credential {
  readonly source: CredentialSource;
  /** `pky_…` for a key that is kept here; null for one of the environment, and where none is shown. */
  readonly keyId: string | null;
}

/** Whether a deployment can be called for an account at this moment, and with what. */
export interface DeploymentAvailability {
  /** Null where there is no key for it: `whyNot` says which. */
  readonly credential: Credential | null;
  readonly whyNot: 'NO_KEY' | 'OWN_KEY_FAILING' | 'NO_OWN_SERVER' | 'PLAN' | null;
  readonly breaker: 'CLOSED' | 'HALF_OPEN' | 'OPEN';
  /** Why it is `OPEN`, unless because of the provider's own failures: a 429 with `Retry-After`, or a key that a check has shown to be refused. */
  readonly pausedBy?: 'RATE_LIMIT' | 'KEY_REFUSED';
  /** Milliseconds until a call is let through again, where it is `OPEN`. */
  readonly pauseLeftMs?: number;
  /** Median of the last minutes, in milliseconds; null while too little is known. */
  readonly medianFirstTokenMs: number | null;
}

/** One try at one deployment, for a text or for pictures. */
export interface AnyCall {
  readonly deployment: DeploymentEntry;
  readonly credential: Credential;
  readonly account: Account;
  /** Of the task, for the sandbox; a provider never learns it. */
  readonly task: string;
  readonly timeouts: TaskTimeouts;
  /** Aborts when the caller goes or the deadline of the run is over. */
  readonly signal: AbortSignal;
}

export interface ProviderCall extends AnyCall {
  readonly deployment: TextDeployment;
  /** Without `abortSignal`, which is `signal`. */
  readonly options: LanguageModelV4CallOptions;
  /** Left out: nothing is done to the answer. */
  readonly edits?: AnswerEdits;
  /**
   * For `call`: a provider that says nothing for `firstTokenMs`, or pauses for `idleMs`, is left. Where `canLeaveSilent`, the
   * answer is streamed to this service and put together here. Left out: false.
   */
  readonly abortsOnSilence?: boolean;
}

export interface ImageCall extends AnyCall {
  readonly deployment: ImageDeployment;
  readonly prompt: string;
  /** No more than the deployment gives for one call. */
  readonly count: number;
  /** One that the deployment takes. */
  readonly size: RequestedSize;
  /** Null: whatever the model takes. */
  readonly seed: number | null;
}

export interface ImageAnswer extends ProviderHead {
  /** As many as were asked for, or fewer, and one at least. Whether they are pictures nobody has looked at yet. */
  readonly images: readonly { readonly bytes: Uint8Array; readonly mediaType: string | null }[];
  readonly usage: ImageUsage;
  /** As the provider calls the model that it used; null where it does not say. */
  readonly responseModel: string | null;
  readonly warnings: readonly string[];
}

/** What came back before the first part. */
export interface ProviderHead {
  readonly statusCode: number;
  /** Milliseconds from the call to here. */
  readonly headersMs: number;
}

export interface ProviderAnswer extends ProviderHead {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: string;
  readonly usage: TokenUsage;
  /** As the provider calls the model that it used; null where it does not say. */
  readonly responseModel: string | null;
  /** The provider's id of the call; null where it gives none. */
  readonly responseId: string | null;
  readonly warnings: readonly string[];
}

export interface ProviderStream extends ProviderHead {
  /**
   * Parts as the SDK has them, `error` parts thrown as ProviderFailure, and ended by `finish` or by a throw: a stream that
   * just stops throws TRUNCATED. Idle and total time are watched here. Reading slowly holds the provider back.
   */
  readonly parts: AsyncIterable<LanguageModelV4StreamPart>;
}

/** What later features may ask. */
export interface ProvidersApi {
  /** By deployment, for routing: from memory where it was asked within the last second. */
  availabilityOf(account: Account, catalogue: Catalogue): Promise<ReadonlyMap<string, DeploymentAvailability>>;
  /** @throws ProviderFailure */
  call(call: ProviderCall): Promise<ProviderAnswer>;
  /** Resolves once the provider has answered with its headers. @throws ProviderFailure */
  stream(call: ProviderCall): Promise<ProviderStream>;
  /** One call for pictures, of one provider. @throws ProviderFailure, with its reason in a word where it would not draw */
  draw(call: ImageCall): Promise<ImageAnswer>;
  /** Whether the sandbox answers where there is no key. */
  readonly isSandboxOn: boolean;
}
