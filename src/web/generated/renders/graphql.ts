/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** State of a request for approval. PENDING isn’t final, and APPROVED can become REVOKED. All other states are final. */
export type ApprovalState =
  /** Enough operators approved the request. */
  | 'APPROVED'
  /** The request was canceled before a decision, or its content was deleted. */
  | 'CANCELED'
  /** The request expired before enough operators decided. It counts as not approved. */
  | 'EXPIRED'
  /** The request waits for decisions of operators. */
  | 'PENDING'
  /** An operator rejected the request. */
  | 'REJECTED'
  /** The approval was revoked before it was used. */
  | 'REVOKED'
  /** Another request replaced this one, or what it would change has been changed meanwhile. */
  | 'SUPERSEDED';

/** Kind of media in the image bank. */
export type AssetKind =
  /** Still picture. */
  | 'IMAGE';

/** Status of a picture. Only LIVE pictures are picked and shown to partners. */
export type AssetStatus =
  /** The picture is kept but no longer used. Its links keep working. */
  | 'ARCHIVED'
  /** The picture is in use. */
  | 'LIVE'
  /** The picture is withheld until an operator releases it. Its links work only with the permission `assets:list`. */
  | 'QUARANTINED'
  /** The picture is in the trash and can be restored. Its links work only with the permission `assets:list`. */
  | 'TRASHED';

/** Render to cancel. */
export type CancelRenderInput = {
  /** Id of the render. */
  renderId: string | number;
};

/** Pictures of the request whose routing is explained. */
export type ExplainImagesInput = {
  /** Number of pictures of one prompt. Default: 1. */
  count?: number;
  /** Height in pixels. Default: 1024. */
  heightPx?: number;
  /** True to assume that the engine of this service can draw all of the brief. Default: true. */
  isCovered?: boolean;
  /** Width in pixels. Default: 1024. */
  widthPx?: number;
};

/** Request whose routing is explained. For a text task, send exactly one of `inputTokens`, `characters` and `text`; for an image task, at most one. */
export type ExplainRouteInput = {
  /** Assumptions, such as a plan or an outage, that replace the current state in this explanation. */
  assumptions?: RouteAssumptionsInput | null | undefined;
  /** Number of characters of the request’s text. The service estimates their tokens, as of prose. */
  characters?: number | null | undefined;
  /** Pictures of an image task. Default: one of 1024 × 1024 pixels. Not allowed for text tasks. */
  images?: ExplainImagesInput | null | undefined;
  /** Input tokens of the whole request, including the task’s own instructions. */
  inputTokens?: number | null | undefined;
  /** Maximum output tokens. Default: the task’s `defaultMaxOutputTokens`. Not allowed for image tasks. */
  maxOutputTokens?: number | null | undefined;
  /** True if the request has a schema for the answer. Default: false. A schema of the task counts anyway. */
  needsOutputSchema?: boolean;
  /** True if the request has tools. Default: false. */
  needsTools?: boolean;
  /** Ranking of eligible deployments. Default: the order of the routing policy. */
  preference?: RoutingPreference | null | undefined;
  /** Name of the task, e.g. `human-phrasing/warm-tone`. */
  task: string;
  /** Text of the request. Its tokens are counted; the text is not stored. */
  text?: string | null | undefined;
};

/** Provider that runs a model. */
export type ModelProvider =
  /** Anthropic. */
  | 'ANTHROPIC'
  /** DeepSeek. */
  | 'DEEPSEEK'
  /** The engine of this service: no model, no key, no network. */
  | 'EMBEDDED'
  /** Google, by its Gemini API. */
  | 'GOOGLE'
  /** Mistral. */
  | 'MISTRAL'
  /** OpenAI. */
  | 'OPENAI'
  /** The customer’s own OpenAI-compatible server. */
  | 'OWN'
  /** Perplexity. */
  | 'PERPLEXITY'
  /** xAI. */
  | 'XAI';

/** Detail of a picture that a request can give. */
export type NotAppliedField =
  /** Description of what the picture shows. */
  | 'ALT'
  /** Origin of the picture, for the record. */
  | 'SOURCE'
  /** Some or all tags of the request. */
  | 'TAGS'
  /** Title of the picture. */
  | 'TITLE';

/** Reason why a detail of a request was not applied to a picture that the image bank already had. */
export type NotAppliedReason =
  /** The picture keeps its current value. `updateAsset` can change the title and the description, but not the source. */
  | 'KEPT'
  /** The picture isn’t LIVE, so the request can’t add tags to it. */
  | 'NOT_LIVE'
  /** The caller can’t tag this picture: the caller needs `assets:write`, or must have rendered the picture. */
  | 'NOT_PERMITTED'
  /** These tags were removed from the picture earlier, so that the request doesn’t add them again. */
  | 'REMOVED'
  /** A picture has at most 32 tags. */
  | 'TOO_MANY';

/** Direction of a sort order. */
export type OrderDirection =
  /** Earliest, smallest, or A first. */
  | 'ASC'
  /** Latest, largest, or Z first. */
  | 'DESC';

/** Plan of a customer. It decides if the customer can use its own provider keys and its own model server. The routing policy says which tasks each plan can run. */
export type Plan =
  /** Only the provider keys of the service. */
  | 'BASE'
  /** Same as PRO. */
  | 'ENTERPRISE'
  /** The customer can use its own provider keys and its own model server. */
  | 'PRO';

/** Code of a problem, the same in GraphQL and REST. A code never changes its meaning. */
export type ProblemCode =
  /** The account was changed outside of the service. */
  | 'ACCOUNT_NOT_PROVEN'
  /** The service may not call this address. */
  | 'ADDRESS_NOT_ALLOWED'
  /** The request for approval was canceled. */
  | 'APPROVAL_CANCELED'
  /** The request for approval has expired. */
  | 'APPROVAL_EXPIRED'
  /** The stored approval isn’t what was signed. */
  | 'APPROVAL_NOT_PROVEN'
  /** An approver rejected the request. */
  | 'APPROVAL_REFUSED'
  /** The approval was revoked. */
  | 'APPROVAL_REVOKED'
  /** Another request has replaced this one. */
  | 'APPROVAL_SUPERSEDED'
  /** The request can't be read. */
  | 'BAD_REQUEST'
  /** A value is missing or has the wrong type. */
  | 'BAD_USER_INPUT'
  /** The subject of the brief can't be drawn. */
  | 'BRIEF_NOT_COVERED'
  /** The limit of this month is too low for this request. */
  | 'BUDGET_EXCEEDED'
  /** This capability is not available. */
  | 'CAPABILITY_NOT_AVAILABLE'
  /** Invalid catalogue. */
  | 'CATALOGUE_INVALID'
  /** Another person must approve this change. */
  | 'CHANGE_HELD'
  /** The clocks of the service disagree. */
  | 'CLOCK_DIFFERS'
  /** The request conflicts with the current state. */
  | 'CONFLICT'
  /** The request is too long for the models of the task. */
  | 'CONTEXT_LENGTH_EXCEEDED'
  /** This customer is suspended. */
  | 'CUSTOMER_SUSPENDED'
  /** Another version of the disclaimer is in force. */
  | 'DISCLAIMER_OUTDATED'
  /** Anonymous callers can run only listed GraphQL documents. */
  | 'DOCUMENT_NOT_KNOWN'
  /** Picture download failed. */
  | 'DOWNLOAD_FAILED'
  /** The credential doesn't allow this. */
  | 'FORBIDDEN'
  /** The GraphQL document has a syntax error. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The GraphQL document doesn't fit the schema or exceeds a limit. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** The held content isn’t what approval was requested for. */
  | 'HELD_CONTENT_CHANGED'
  /** The held content was deleted. */
  | 'HELD_CONTENT_GONE'
  /** The output is held until a person approves it. */
  | 'HELD_FOR_APPROVAL'
  /** A request with this Idempotency-Key is in progress. */
  | 'IDEMPOTENCY_IN_PROGRESS'
  /** The Idempotency-Key isn't valid. */
  | 'IDEMPOTENCY_KEY_INVALID'
  /** The Idempotency-Key belongs to another request. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** The response for this Idempotency-Key isn’t stored anymore. */
  | 'IDEMPOTENT_ANSWER_GONE'
  /** A value isn't allowed. */
  | 'INPUT_INVALID'
  /** Internal error. */
  | 'INTERNAL_SERVER_ERROR'
  /** Running calls have reserved the rest of the limit. */
  | 'LIMIT_RESERVED'
  /** The transparency log is frozen. */
  | 'LOG_FROZEN'
  /** The path doesn't support this method. */
  | 'METHOD_NOT_ALLOWED'
  /** None of the accepted media types can be served. */
  | 'NOT_ACCEPTABLE'
  /** The publish request is not approved. */
  | 'NOT_APPROVED'
  /** Not found. */
  | 'NOT_FOUND'
  /** No picture matches. */
  | 'NO_MATCH'
  /** No provider is available. */
  | 'NO_PROVIDER_AVAILABLE'
  /** The answer does not fit the requested schema. */
  | 'OUTPUT_INVALID'
  /** The service is overloaded. */
  | 'OVERLOADED'
  /** The decision needs a signature with your passkey. */
  | 'PASSKEY_REQUIRED'
  /** The request is too large. */
  | 'PAYLOAD_TOO_LARGE'
  /** The permit was not fetched in time. */
  | 'PERMIT_EXPIRED'
  /** The permit was revoked. */
  | 'PERMIT_REVOKED'
  /** The permit was already fetched. */
  | 'PERMIT_USED'
  /** Another operator has signed in with this browser. */
  | 'PERSON_CHANGED'
  /** The file isn’t a picture that the image bank accepts. */
  | 'PICTURE_REFUSED'
  /** The customer needs another plan for this request. */
  | 'PLAN_NOT_SUFFICIENT'
  /** The routing policy cannot be published. */
  | 'POLICY_INVALID'
  /** The price of this model is unknown. */
  | 'PRICE_UNKNOWN'
  /** Provider failed. */
  | 'PROVIDER_ERROR'
  /** Provider timed out. */
  | 'PROVIDER_TIMEOUT'
  /** The publishing policy is invalid. */
  | 'PUBLISHING_POLICY_INVALID'
  /** The publishing policy refuses this content. */
  | 'PUBLISH_REQUEST_BLOCKED'
  /** Too few people can approve this request. */
  | 'QUORUM_UNREACHABLE'
  /** Too many requests. */
  | 'RATE_LIMITED'
  /** The stored record isn’t what was recorded. */
  | 'RECORD_CHANGED'
  /** Invalid redaction map. */
  | 'REDACTION_MAP_REFUSED'
  /** The request was sent too slowly. */
  | 'REQUEST_TIMEOUT'
  /** A part of the service isn't available. */
  | 'SERVICE_UNAVAILABLE'
  /** You must confirm your identity. */
  | 'STEP_UP_REQUIRED'
  /** The storage is full. */
  | 'STORAGE_FULL'
  /** Unknown task. */
  | 'TASK_NOT_FOUND'
  /** The credential is missing or not valid. */
  | 'UNAUTHENTICATED'
  /** The content type isn't supported. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The address is too long. */
  | 'URI_TOO_LONG'
  /** The service may not download from this address. */
  | 'URL_NOT_ALLOWED';

/** Element of a picture, in addition to its scene. */
export type RenderElement =
  /** Northern lights. */
  | 'AURORA'
  /** Blossoming trees. */
  | 'BLOSSOM'
  /** Clouds. */
  | 'CLOUDS'
  /** Flowers. */
  | 'FLOWERS'
  /** Hills. */
  | 'HILLS'
  /** Lightning. */
  | 'LIGHTNING'
  /** Lit windows or lamps. */
  | 'LIGHTS'
  /** The Milky Way. */
  | 'MILKY_WAY'
  /** The moon. */
  | 'MOON'
  /** Mountains. */
  | 'MOUNTAINS'
  /** Snow on the ground. */
  | 'SNOW_COVER'
  /** Stars. */
  | 'STARS'
  /** The sun. */
  | 'SUN'
  /** Visible rays of the sun. */
  | 'SUN_RAYS'
  /** Trees. */
  | 'TREES'
  /** Lake, sea or river. */
  | 'WATER';

/** Reason why a render failed. */
export type RenderFailureReason =
  /** The worst-case cost exceeds what is left of the hard limit of the paying account. */
  | 'BUDGET_EXCEEDED'
  /** The provider refused the content of the brief. The render is BLOCKED. */
  | 'CONTENT_REFUSED'
  /** The embedded engine failed, or the service failed to store the picture. */
  | 'ENGINE_ERROR'
  /** The embedded engine exceeded its time limit. */
  | 'ENGINE_TIMEOUT'
  /** The paying account isn’t permitted to have this picture drawn. */
  | 'NOT_ALLOWED'
  /** No permitted model can be called, for example because none has a valid key or a known price. */
  | 'NO_PROVIDER'
  /** The provider’s answer was not a complete picture that the image bank accepts. */
  | 'PROVIDER_ANSWER_UNUSABLE'
  /** The provider can’t be reached, or a limit of the provider, the service or the paying account is reached. */
  | 'PROVIDER_BUSY'
  /** The provider failed. */
  | 'PROVIDER_ERROR'
  /** The provider refused the request or the account. */
  | 'PROVIDER_REFUSED'
  /** The provider did not answer in time. */
  | 'PROVIDER_TIMEOUT'
  /** No attempt finished: its worker process ended, or couldn’t store the picture that a model had drawn. */
  | 'WORKER_LOST';

/** Filter for renders. All given conditions must match. A list matches if one of its values does. */
export type RenderFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** True: only renders whose picture is in the image bank. False: only the others. */
  hasAsset?: boolean | null | undefined;
  /** Only renders of these requesters, as in `requestedBy`, among those that you can see. */
  requestedBy?: Array<string> | null | undefined;
  /** Part of the prompt: 3 to 200 characters. Case and accents don't matter. */
  search?: string | null | undefined;
  /** Only renders with one of these statuses. */
  status?: Array<RenderStatus> | null | undefined;
};

/** Time of day that a picture shows. */
export type RenderLight =
  /** Before sunrise. */
  | 'DAWN'
  /** After sunset. */
  | 'DUSK'
  /** Low, golden sun. */
  | 'GOLDEN_HOUR'
  /** Morning. */
  | 'MORNING'
  /** Night. */
  | 'NIGHT'
  /** Noon. */
  | 'NOON'
  /** Sunset. */
  | 'SUNSET';

/** Sort order of a list. */
export type RenderOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: RenderOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type RenderOrderField =
  /** Time when the render ended. Renders in progress count as later than all others. */
  | 'COMPLETED_AT'
  /** Time when the render was requested. */
  | 'CREATED_AT';

/** Subject of a picture by the embedded engine. */
export type RenderScene =
  /** Abstract pattern. */
  | 'ABSTRACT'
  /** Northern lights over a landscape. */
  | 'AURORA'
  /** City skyline. */
  | 'CITY'
  /** Nebulae and stars in space. */
  | 'COSMOS'
  /** Desert with dunes. */
  | 'DESERT'
  /** Forest. */
  | 'FOREST'
  /** Lake, usually with mountains. */
  | 'LAKE'
  /** Meadow. */
  | 'MEADOW'
  /** Mountain range. */
  | 'MOUNTAIN'
  /** Sea. */
  | 'SEA';

/** Season that a picture shows. */
export type RenderSeason =
  /** Autumn. */
  | 'AUTUMN'
  /** Spring. */
  | 'SPRING'
  /** Summer. */
  | 'SUMMER'
  /** Winter. */
  | 'WINTER';

/** Status of a render. QUEUED and RUNNING can change; all others are final. */
export type RenderStatus =
  /** The render ended before it started. Reserved: no render gets this status at present. */
  | 'ABORTED'
  /** The provider refused the content of the brief. */
  | 'BLOCKED'
  /** Canceled by a caller or an operator. */
  | 'CANCELED'
  /** No picture. `failure` has the reason. */
  | 'FAILED'
  /** Waiting for a worker. */
  | 'QUEUED'
  /** A worker draws the picture, or the render waits for its next attempt. */
  | 'RUNNING'
  /** The picture is available. */
  | 'SUCCEEDED';

/** Style of a whole picture. */
export type RenderStyle =
  /** No colour. */
  | 'BLACK_AND_WHITE'
  /** Calm mood. */
  | 'CALM'
  /** Cool colours. */
  | 'COOL'
  /** Dramatic mood. */
  | 'DRAMATIC'
  /** Dreamy mood. */
  | 'DREAMY'
  /** Joyful mood. */
  | 'JOYFUL'
  /** Melancholic mood. */
  | 'MELANCHOLIC'
  /** Few elements. */
  | 'MINIMAL'
  /** Mysterious mood. */
  | 'MYSTERIOUS'
  /** Romantic mood. */
  | 'ROMANTIC'
  /** Warm colours. */
  | 'WARM';

/** Weather that a picture shows. */
export type RenderWeather =
  /** Clear sky. */
  | 'CLEAR'
  /** Overcast. */
  | 'CLOUDY'
  /** Fog. */
  | 'FOG'
  /** Some clouds. */
  | 'PARTLY_CLOUDY'
  /** Rain. */
  | 'RAIN'
  /** Falling snow. */
  | 'SNOWFALL'
  /** Snowstorm. */
  | 'SNOWSTORM'
  /** Thunderstorm. */
  | 'STORM';

/** Brief of a picture: its content, size and title. */
export type RequestRenderInput = {
  /** Height in pixels: 256 to 2,048, or 256 to 512 for a sandbox render. Default: 1,024, or 512 for a sandbox render. A model can return another size. */
  height?: number | null | undefined;
  /** Idempotency key. A repeated request with the same key and input returns the first render. Anonymous callers can’t use it. */
  idempotencyKey?: string | null | undefined;
  /** Kind of the result. Default: IMAGE. */
  kind?: AssetKind;
  /** Text to draw, 1 to 2,000 characters. The embedded engine reads English and French. */
  prompt: string;
  /** True to save the picture as an asset in the image bank. Default: true. */
  saveToBank?: boolean;
  /** Seed of the picture, a whole number from 0. Default: random. */
  seed?: number | null | undefined;
  /** Text on where the request comes from, at most 200 characters, stored with the render and its asset. */
  source?: string | null | undefined;
  /** True: the service refuses the brief if it chose the embedded engine, and the engine can’t draw its subject. Default: false: the engine draws the rest, and the `note` of the render names what is missing. */
  strict?: boolean | null | undefined;
  /** Tags for the picture, at most 32, in addition to those that the embedded engine sets. A picture by a model only gets these. */
  tags?: Array<string> | null | undefined;
  /** Title of the picture. Default: the content, such as `Lake at dusk`. For a picture by a model: `Asked for:` and the prompt, because its content is unchecked. */
  title?: string | null | undefined;
  /** Maximum number of seconds to wait for the picture before the response: 0 to 25. Default: 0. */
  waitSeconds?: number;
  /** Width in pixels: 256 to 2,048, or 256 to 512 for a sandbox render. Default: 1,024, or 512 for a sandbox render. A model can return another size. */
  width?: number | null | undefined;
};

/** Render to retry. It must have failed, or been canceled or aborted. */
export type RetryRenderInput = {
  /** Id of the render. */
  renderId: string | number;
};

/** Assumptions for the explanation of a routing decision. Fields left out use the current state; for callers without the permission `tasks:run`, that of an account with the plan BASE that has spent nothing and has no limits. */
export type RouteAssumptionsInput = {
  /** Monthly hard limit to assume, in micros of USD. */
  hardLimitMicros?: number | null | undefined;
  /** Providers to assume that the service has keys for, and for no others. The account’s own keys are ignored, except those in `ownKeys`. */
  keys?: Array<ModelProvider> | null | undefined;
  /** Deployments of the task to treat as paused after failures, such as `openai/gpt-6.1-sol`. */
  outages?: Array<string> | null | undefined;
  /** Providers to assume that the account has own keys for, and for no others. OWN means an own server. */
  ownKeys?: Array<ModelProvider> | null | undefined;
  /** Plan to assume. Default: the account’s plan; BASE for callers without the permission `tasks:run`. */
  plan?: Plan | null | undefined;
  /** True to assume that the sandbox is on, false that it is off. */
  sandbox?: boolean | null | undefined;
  /** Monthly soft cap to assume, in micros of USD. */
  softCapMicros?: number | null | undefined;
  /** Amount to assume as spent this month, with nothing reserved, in micros of USD. */
  spentMicros?: number | null | undefined;
};

/** Ranking of eligible deployments, instead of the order in the policy. Deployments for accounts that have reached their soft cap stay first, and the engine of this service stays last. */
export type RoutingPreference =
  /** Lowest maximum cost of the call first; unknown costs last. */
  | 'COST'
  /** Shortest median time to the first token first, over the last five minutes. Deployments with too few calls come last. */
  | 'LATENCY';

/** Status of a seal. */
export type SealStatus =
  /** The seal is signed and in the log. The time stamp of the authority is pending. */
  | 'PENDING_TIMESTAMP'
  /** The seal was revoked with a reason. It still proves which bytes were sealed and when. */
  | 'REVOKED'
  /** The seal is signed and in the log. It also has a time stamp, unless no authority was configured or the stamp was unusable. */
  | 'SEALED'
  /** Superseded by another seal. */
  | 'SUPERSEDED';

type ProblemFields_AgentConflict_Fragment = { __typename: 'AgentConflict', code: ProblemCode, message: string };

type ProblemFields_AssetConflict_Fragment = { __typename: 'AssetConflict', code: ProblemCode, message: string };

type ProblemFields_AssetStatusConflict_Fragment = { __typename: 'AssetStatusConflict', code: ProblemCode, message: string };

type ProblemFields_BriefNotCovered_Fragment = { __typename: 'BriefNotCovered', code: ProblemCode, message: string };

type ProblemFields_BriefRefused_Fragment = { __typename: 'BriefRefused', code: ProblemCode, message: string };

type ProblemFields_CaseChanged_Fragment = { __typename: 'CaseChanged', code: ProblemCode, message: string };

type ProblemFields_CaseConflict_Fragment = { __typename: 'CaseConflict', code: ProblemCode, message: string };

type ProblemFields_CatalogueConflict_Fragment = { __typename: 'CatalogueConflict', code: ProblemCode, message: string };

type ProblemFields_CatalogueInvalid_Fragment = { __typename: 'CatalogueInvalid', code: ProblemCode, message: string };

type ProblemFields_ChangeHeld_Fragment = { __typename: 'ChangeHeld', code: ProblemCode, message: string };

type ProblemFields_CustomerChanged_Fragment = { __typename: 'CustomerChanged', code: ProblemCode, message: string };

type ProblemFields_CustomerKeyConflict_Fragment = { __typename: 'CustomerKeyConflict', code: ProblemCode, message: string };

type ProblemFields_CustomerNameTaken_Fragment = { __typename: 'CustomerNameTaken', code: ProblemCode, message: string };

type ProblemFields_DecisionRefused_Fragment = { __typename: 'DecisionRefused', code: ProblemCode, message: string };

type ProblemFields_DisclaimerOutdated_Fragment = { __typename: 'DisclaimerOutdated', code: ProblemCode, message: string };

type ProblemFields_DownloadRefused_Fragment = { __typename: 'DownloadRefused', code: ProblemCode, message: string };

type ProblemFields_ExternalToolConflict_Fragment = { __typename: 'ExternalToolConflict', code: ProblemCode, message: string };

type ProblemFields_Forbidden_Fragment = { __typename: 'Forbidden', code: ProblemCode, message: string };

type ProblemFields_HeldTask_Fragment = { __typename: 'HeldTask', code: ProblemCode, message: string };

type ProblemFields_IdempotencyInProgress_Fragment = { __typename: 'IdempotencyInProgress', code: ProblemCode, message: string };

type ProblemFields_IdempotencyKeyReused_Fragment = { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string };

type ProblemFields_IdempotentAnswerGone_Fragment = { __typename: 'IdempotentAnswerGone', code: ProblemCode, message: string };

type ProblemFields_InputInvalid_Fragment = { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> };

type ProblemFields_NoMatch_Fragment = { __typename: 'NoMatch', code: ProblemCode, message: string };

type ProblemFields_NotFound_Fragment = { __typename: 'NotFound', code: ProblemCode, message: string };

type ProblemFields_NotPending_Fragment = { __typename: 'NotPending', code: ProblemCode, message: string };

type ProblemFields_OperatorChanged_Fragment = { __typename: 'OperatorChanged', code: ProblemCode, message: string };

type ProblemFields_OperatorConflict_Fragment = { __typename: 'OperatorConflict', code: ProblemCode, message: string };

type ProblemFields_OutputWithMismatch_Fragment = { __typename: 'OutputWithMismatch', code: ProblemCode, message: string };

type ProblemFields_PartnerConflict_Fragment = { __typename: 'PartnerConflict', code: ProblemCode, message: string };

type ProblemFields_PermitRefused_Fragment = { __typename: 'PermitRefused', code: ProblemCode, message: string };

type ProblemFields_PictureRefused_Fragment = { __typename: 'PictureRefused', code: ProblemCode, message: string };

type ProblemFields_PublishRequestBlocked_Fragment = { __typename: 'PublishRequestBlocked', code: ProblemCode, message: string };

type ProblemFields_PublishRequestEnded_Fragment = { __typename: 'PublishRequestEnded', code: ProblemCode, message: string };

type ProblemFields_PublishingPolicyConflict_Fragment = { __typename: 'PublishingPolicyConflict', code: ProblemCode, message: string };

type ProblemFields_PublishingPolicyInvalid_Fragment = { __typename: 'PublishingPolicyInvalid', code: ProblemCode, message: string };

type ProblemFields_RateLimited_Fragment = { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string };

type ProblemFields_RedactionMapRefused_Fragment = { __typename: 'RedactionMapRefused', code: ProblemCode, message: string };

type ProblemFields_Refused_Fragment = { __typename: 'Refused', code: ProblemCode, message: string };

type ProblemFields_RenderStatusConflict_Fragment = { __typename: 'RenderStatusConflict', code: ProblemCode, message: string };

type ProblemFields_RoutingPolicyConflict_Fragment = { __typename: 'RoutingPolicyConflict', code: ProblemCode, message: string };

type ProblemFields_RoutingPolicyInvalid_Fragment = { __typename: 'RoutingPolicyInvalid', code: ProblemCode, message: string };

type ProblemFields_SealConflict_Fragment = { __typename: 'SealConflict', code: ProblemCode, message: string };

type ProblemFields_SettingChanged_Fragment = { __typename: 'SettingChanged', code: ProblemCode, message: string };

type ProblemFields_TaskFailed_Fragment = { __typename: 'TaskFailed', code: ProblemCode, message: string };

type ProblemFields_Unauthenticated_Fragment = { __typename: 'Unauthenticated', code: ProblemCode, message: string };

type ProblemFields_Unavailable_Fragment = { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string };

type ProblemFields_WebhookChanged_Fragment = { __typename: 'WebhookChanged', code: ProblemCode, message: string };

type ProblemFields_WebhookConflict_Fragment = { __typename: 'WebhookConflict', code: ProblemCode, message: string };

export type ProblemFieldsFragment =
  | ProblemFields_AgentConflict_Fragment
  | ProblemFields_AssetConflict_Fragment
  | ProblemFields_AssetStatusConflict_Fragment
  | ProblemFields_BriefNotCovered_Fragment
  | ProblemFields_BriefRefused_Fragment
  | ProblemFields_CaseChanged_Fragment
  | ProblemFields_CaseConflict_Fragment
  | ProblemFields_CatalogueConflict_Fragment
  | ProblemFields_CatalogueInvalid_Fragment
  | ProblemFields_ChangeHeld_Fragment
  | ProblemFields_CustomerChanged_Fragment
  | ProblemFields_CustomerKeyConflict_Fragment
  | ProblemFields_CustomerNameTaken_Fragment
  | ProblemFields_DecisionRefused_Fragment
  | ProblemFields_DisclaimerOutdated_Fragment
  | ProblemFields_DownloadRefused_Fragment
  | ProblemFields_ExternalToolConflict_Fragment
  | ProblemFields_Forbidden_Fragment
  | ProblemFields_HeldTask_Fragment
  | ProblemFields_IdempotencyInProgress_Fragment
  | ProblemFields_IdempotencyKeyReused_Fragment
  | ProblemFields_IdempotentAnswerGone_Fragment
  | ProblemFields_InputInvalid_Fragment
  | ProblemFields_NoMatch_Fragment
  | ProblemFields_NotFound_Fragment
  | ProblemFields_NotPending_Fragment
  | ProblemFields_OperatorChanged_Fragment
  | ProblemFields_OperatorConflict_Fragment
  | ProblemFields_OutputWithMismatch_Fragment
  | ProblemFields_PartnerConflict_Fragment
  | ProblemFields_PermitRefused_Fragment
  | ProblemFields_PictureRefused_Fragment
  | ProblemFields_PublishRequestBlocked_Fragment
  | ProblemFields_PublishRequestEnded_Fragment
  | ProblemFields_PublishingPolicyConflict_Fragment
  | ProblemFields_PublishingPolicyInvalid_Fragment
  | ProblemFields_RateLimited_Fragment
  | ProblemFields_RedactionMapRefused_Fragment
  | ProblemFields_Refused_Fragment
  | ProblemFields_RenderStatusConflict_Fragment
  | ProblemFields_RoutingPolicyConflict_Fragment
  | ProblemFields_RoutingPolicyInvalid_Fragment
  | ProblemFields_SealConflict_Fragment
  | ProblemFields_SettingChanged_Fragment
  | ProblemFields_TaskFailed_Fragment
  | ProblemFields_Unauthenticated_Fragment
  | ProblemFields_Unavailable_Fragment
  | ProblemFields_WebhookChanged_Fragment
  | ProblemFields_WebhookConflict_Fragment
;

export type BriefOfRenderQueryVariables = Exact<{
  id: string | number;
}>;


export type BriefOfRenderQuery = { render: { id: string, prompt: string, width: number, height: number, saveToBank: boolean } | null };

export type CancelRenderMutationVariables = Exact<{
  input: CancelRenderInput;
}>;


export type CancelRenderMutation = { cancelRender:
    | { isChanged: boolean, render: { id: string } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RenderStatusConflict', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RenderByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type RenderByIdQuery = { render: { id: string, status: RenderStatus, version: number, attempts: number, kind: AssetKind, title: string, source: string | null, prompt: string, width: number, height: number, saveToBank: boolean, isEngineOnly: boolean, requestedBy: string, provider: string, model: string | null, runId: string | null, seed: number, ignoredTerms: Array<string>, note: string | null, retryOfId: string | null, createdAt: string, startedAt: string | null, completedAt: string | null, expiresAt: string | null, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }>, failure: { reason: RenderFailureReason, message: string } | null, asset: { id: string, title: string, status: AssetStatus, alt: string, thumbhash: string, dominantColor: string } | null, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string, screen: string } | null, seal: { id: string, status: SealStatus, sealedAt: string, logIndex: number } | null, understood: { scene: { value: RenderScene, isFromBrief: boolean, words: Array<string> } | null, light: { value: RenderLight, isFromBrief: boolean, words: Array<string> } | null, weather: { value: RenderWeather, isFromBrief: boolean, words: Array<string> } | null, season: { value: RenderSeason, isFromBrief: boolean, words: Array<string> } | null, style: Array<{ value: RenderStyle, isFromBrief: boolean, words: Array<string> }>, palette: Array<{ name: string, hex: string, words: Array<string> }>, composition: Array<{ value: RenderElement, isFromBrief: boolean, words: Array<string> }>, exclusions: Array<{ means: string | null, words: Array<string> }> } | null } | null };

export type RenderChangedSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type RenderChangedSubscription = { renderProgress: { id: string, version: number } };

export type RenderListQueryVariables = Exact<{
  filter?: RenderFilter | null | undefined;
  orderBy?: RenderOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RenderListQuery = { renders: { nodes: Array<{ id: string, status: RenderStatus, version: number, attempts: number, title: string, prompt: string, provider: string, model: string | null, requestedBy: string, createdAt: string, startedAt: string | null, completedAt: string | null, asset: { id: string, status: AssetStatus } | null, file: { width: number, height: number, thumbnail: string } | null, failure: { reason: RenderFailureReason, message: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type RenderProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type RenderProgressSubscription = { renderProgress: { id: string, status: RenderStatus, version: number, attempts: number, kind: AssetKind, title: string, source: string | null, prompt: string, width: number, height: number, saveToBank: boolean, isEngineOnly: boolean, requestedBy: string, provider: string, model: string | null, runId: string | null, seed: number, ignoredTerms: Array<string>, note: string | null, retryOfId: string | null, createdAt: string, startedAt: string | null, completedAt: string | null, expiresAt: string | null, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }>, failure: { reason: RenderFailureReason, message: string } | null, asset: { id: string, title: string, status: AssetStatus, alt: string, thumbhash: string, dominantColor: string } | null, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string, screen: string } | null, seal: { id: string, status: SealStatus, sealedAt: string, logIndex: number } | null, understood: { scene: { value: RenderScene, isFromBrief: boolean, words: Array<string> } | null, light: { value: RenderLight, isFromBrief: boolean, words: Array<string> } | null, weather: { value: RenderWeather, isFromBrief: boolean, words: Array<string> } | null, season: { value: RenderSeason, isFromBrief: boolean, words: Array<string> } | null, style: Array<{ value: RenderStyle, isFromBrief: boolean, words: Array<string> }>, palette: Array<{ name: string, hex: string, words: Array<string> }>, composition: Array<{ value: RenderElement, isFromBrief: boolean, words: Array<string> }>, exclusions: Array<{ means: string | null, words: Array<string> }> } | null } };

export type RenderRowFragment = { id: string, status: RenderStatus, version: number, attempts: number, title: string, prompt: string, provider: string, model: string | null, requestedBy: string, createdAt: string, startedAt: string | null, completedAt: string | null, asset: { id: string, status: AssetStatus } | null, file: { width: number, height: number, thumbnail: string } | null, failure: { reason: RenderFailureReason, message: string } | null };

export type RenderWholeFragment = { id: string, status: RenderStatus, version: number, attempts: number, kind: AssetKind, title: string, source: string | null, prompt: string, width: number, height: number, saveToBank: boolean, isEngineOnly: boolean, requestedBy: string, provider: string, model: string | null, runId: string | null, seed: number, ignoredTerms: Array<string>, note: string | null, retryOfId: string | null, createdAt: string, startedAt: string | null, completedAt: string | null, expiresAt: string | null, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }>, failure: { reason: RenderFailureReason, message: string } | null, asset: { id: string, title: string, status: AssetStatus, alt: string, thumbhash: string, dominantColor: string } | null, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string, screen: string } | null, seal: { id: string, status: SealStatus, sealedAt: string, logIndex: number } | null, understood: { scene: { value: RenderScene, isFromBrief: boolean, words: Array<string> } | null, light: { value: RenderLight, isFromBrief: boolean, words: Array<string> } | null, weather: { value: RenderWeather, isFromBrief: boolean, words: Array<string> } | null, season: { value: RenderSeason, isFromBrief: boolean, words: Array<string> } | null, style: Array<{ value: RenderStyle, isFromBrief: boolean, words: Array<string> }>, palette: Array<{ name: string, hex: string, words: Array<string> }>, composition: Array<{ value: RenderElement, isFromBrief: boolean, words: Array<string> }>, exclusions: Array<{ means: string | null, words: Array<string> }> } | null };

export type RendererFieldsFragment = { maxCostMicros: number | null, isHeld: boolean, decision: { path: Array<string>, isSimulated: boolean, isPastSoftCap: boolean, refusal: { sentence: string } | null } };

export type RendererPreviewQueryVariables = Exact<{
  covered: ExplainRouteInput;
  uncovered: ExplainRouteInput;
}>;


export type RendererPreviewQuery = { covered: { maxCostMicros: number | null, isHeld: boolean, decision: { path: Array<string>, isSimulated: boolean, isPastSoftCap: boolean, refusal: { sentence: string } | null } }, uncovered: { maxCostMicros: number | null, isHeld: boolean, decision: { path: Array<string>, isSimulated: boolean, isPastSoftCap: boolean, refusal: { sentence: string } | null } } };

export type RequestRenderMutationVariables = Exact<{
  input: RequestRenderInput;
}>;


export type RequestRenderMutation = { requestRender:
    | { __typename: 'BriefNotCovered', subject: string, drawable: Array<RenderScene>, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { isReplay: boolean, render: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RetryRenderMutationVariables = Exact<{
  input: RetryRenderInput;
}>;


export type RetryRenderMutation = { retryRender:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RenderStatusConflict', code: ProblemCode, message: string }
    | { isNew: boolean, render: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RunOfRenderQueryVariables = Exact<{
  id: string | number;
}>;


export type RunOfRenderQuery = { node:
    | { __typename: 'Agent' }
    | { __typename: 'AgentKey' }
    | { __typename: 'Approval' }
    | { __typename: 'Asset' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Case' }
    | { __typename: 'CatalogueVersion' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerKey' }
    | { __typename: 'Disclaimer' }
    | { __typename: 'Document' }
    | { __typename: 'DocumentVersion' }
    | { __typename: 'ExternalTool' }
    | { __typename: 'MySession' }
    | { __typename: 'Operator' }
    | { __typename: 'OperatorInvitation' }
    | { __typename: 'OperatorToken' }
    | { __typename: 'OwnServer' }
    | { __typename: 'Partner' }
    | { __typename: 'PartnerLink' }
    | { __typename: 'Permit' }
    | { __typename: 'ProviderKey' }
    | { __typename: 'PublishRequest' }
    | { __typename: 'PublishingPolicy' }
    | { __typename: 'Render' }
    | { __typename: 'RoutingPolicy' }
    | { __typename: 'Run', id: string, costMicros: number | null, isEstimated: boolean, isSimulated: boolean, isHeld: boolean, deployment: string | null, durationMs: number | null, approval: { id: string, state: ApprovalState, title: string } | null }
    | { __typename: 'Seal' }
    | { __typename: 'Tag' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
   | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ProblemFieldsFragmentDoc = new TypedDocumentString(`
    fragment ProblemFields on Problem {
  __typename
  code
  message
  ... on InputInvalid {
    issues {
      pointer
      message
    }
  }
  ... on RateLimited {
    retryAfterSeconds
  }
  ... on Unavailable {
    retryAfterSeconds
  }
}
    `, {"fragmentName":"ProblemFields"}) as unknown as TypedDocumentString<ProblemFieldsFragment, unknown>;
export const RenderRowFragmentDoc = new TypedDocumentString(`
    fragment RenderRow on Render {
  id
  status
  version
  attempts
  title
  prompt
  provider
  model
  requestedBy
  createdAt
  startedAt
  completedAt
  asset {
    id
    status
  }
  file {
    thumbnail: url(width: 320)
    width
    height
  }
  failure {
    reason
    message
  }
}
    `, {"fragmentName":"RenderRow"}) as unknown as TypedDocumentString<RenderRowFragment, unknown>;
export const RenderWholeFragmentDoc = new TypedDocumentString(`
    fragment RenderWhole on Render {
  id
  status
  version
  attempts
  kind
  title
  source
  prompt
  width
  height
  saveToBank
  isEngineOnly
  requestedBy
  provider
  model
  runId
  seed
  ignoredTerms
  note
  notApplied {
    field
    values
    reason
  }
  retryOfId
  createdAt
  startedAt
  completedAt
  expiresAt
  failure {
    reason
    message
  }
  asset {
    id
    title
    status
    alt
    thumbhash
    dominantColor
  }
  file {
    url
    screen: url(width: 1280)
    mediaType
    byteSize
    width
    height
    sha256
  }
  seal {
    id
    status
    sealedAt
    logIndex
  }
  understood {
    scene {
      value
      isFromBrief
      words
    }
    light {
      value
      isFromBrief
      words
    }
    weather {
      value
      isFromBrief
      words
    }
    season {
      value
      isFromBrief
      words
    }
    style {
      value
      isFromBrief
      words
    }
    palette {
      name
      hex
      words
    }
    composition {
      value
      isFromBrief
      words
    }
    exclusions {
      means
      words
    }
  }
}
    `, {"fragmentName":"RenderWhole"}) as unknown as TypedDocumentString<RenderWholeFragment, unknown>;
export const RendererFieldsFragmentDoc = new TypedDocumentString(`
    fragment RendererFields on RouteExplanation {
  maxCostMicros
  isHeld
  decision {
    path
    isSimulated
    isPastSoftCap
    refusal {
      sentence
    }
  }
}
    `, {"fragmentName":"RendererFields"}) as unknown as TypedDocumentString<RendererFieldsFragment, unknown>;
export const BriefOfRenderDocument = new TypedDocumentString(`
    query BriefOfRender($id: ID!) {
  render(id: $id) {
    id
    prompt
    width
    height
    saveToBank
  }
}
    `) as unknown as TypedDocumentString<BriefOfRenderQuery, BriefOfRenderQueryVariables>;
export const CancelRenderDocument = new TypedDocumentString(`
    mutation CancelRender($input: CancelRenderInput!) {
  cancelRender(input: $input) {
    ... on CanceledRender {
      isChanged
      render {
        id
      }
    }
    ...ProblemFields
  }
}
    fragment ProblemFields on Problem {
  __typename
  code
  message
  ... on InputInvalid {
    issues {
      pointer
      message
    }
  }
  ... on RateLimited {
    retryAfterSeconds
  }
  ... on Unavailable {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<CancelRenderMutation, CancelRenderMutationVariables>;
export const RenderByIdDocument = new TypedDocumentString(`
    query RenderById($id: ID!) {
  render(id: $id) {
    ...RenderWhole
  }
}
    fragment RenderWhole on Render {
  id
  status
  version
  attempts
  kind
  title
  source
  prompt
  width
  height
  saveToBank
  isEngineOnly
  requestedBy
  provider
  model
  runId
  seed
  ignoredTerms
  note
  notApplied {
    field
    values
    reason
  }
  retryOfId
  createdAt
  startedAt
  completedAt
  expiresAt
  failure {
    reason
    message
  }
  asset {
    id
    title
    status
    alt
    thumbhash
    dominantColor
  }
  file {
    url
    screen: url(width: 1280)
    mediaType
    byteSize
    width
    height
    sha256
  }
  seal {
    id
    status
    sealedAt
    logIndex
  }
  understood {
    scene {
      value
      isFromBrief
      words
    }
    light {
      value
      isFromBrief
      words
    }
    weather {
      value
      isFromBrief
      words
    }
    season {
      value
      isFromBrief
      words
    }
    style {
      value
      isFromBrief
      words
    }
    palette {
      name
      hex
      words
    }
    composition {
      value
      isFromBrief
      words
    }
    exclusions {
      means
      words
    }
  }
}`) as unknown as TypedDocumentString<RenderByIdQuery, RenderByIdQueryVariables>;
export const RenderChangedDocument = new TypedDocumentString(`
    subscription RenderChanged($id: ID!) {
  renderProgress(id: $id) {
    id
    version
  }
}
    `) as unknown as TypedDocumentString<RenderChangedSubscription, RenderChangedSubscriptionVariables>;
export const RenderListDocument = new TypedDocumentString(`
    query RenderList($filter: RenderFilter, $orderBy: RenderOrder, $first: Int, $after: String, $last: Int, $before: String) {
  renders(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      ...RenderRow
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment RenderRow on Render {
  id
  status
  version
  attempts
  title
  prompt
  provider
  model
  requestedBy
  createdAt
  startedAt
  completedAt
  asset {
    id
    status
  }
  file {
    thumbnail: url(width: 320)
    width
    height
  }
  failure {
    reason
    message
  }
}`) as unknown as TypedDocumentString<RenderListQuery, RenderListQueryVariables>;
export const RenderProgressDocument = new TypedDocumentString(`
    subscription RenderProgress($id: ID!) {
  renderProgress(id: $id) {
    ...RenderWhole
  }
}
    fragment RenderWhole on Render {
  id
  status
  version
  attempts
  kind
  title
  source
  prompt
  width
  height
  saveToBank
  isEngineOnly
  requestedBy
  provider
  model
  runId
  seed
  ignoredTerms
  note
  notApplied {
    field
    values
    reason
  }
  retryOfId
  createdAt
  startedAt
  completedAt
  expiresAt
  failure {
    reason
    message
  }
  asset {
    id
    title
    status
    alt
    thumbhash
    dominantColor
  }
  file {
    url
    screen: url(width: 1280)
    mediaType
    byteSize
    width
    height
    sha256
  }
  seal {
    id
    status
    sealedAt
    logIndex
  }
  understood {
    scene {
      value
      isFromBrief
      words
    }
    light {
      value
      isFromBrief
      words
    }
    weather {
      value
      isFromBrief
      words
    }
    season {
      value
      isFromBrief
      words
    }
    style {
      value
      isFromBrief
      words
    }
    palette {
      name
      hex
      words
    }
    composition {
      value
      isFromBrief
      words
    }
    exclusions {
      means
      words
    }
  }
}`) as unknown as TypedDocumentString<RenderProgressSubscription, RenderProgressSubscriptionVariables>;
export const RendererPreviewDocument = new TypedDocumentString(`
    query RendererPreview($covered: ExplainRouteInput!, $uncovered: ExplainRouteInput!) {
  covered: explainRoute(input: $covered) {
    ...RendererFields
  }
  uncovered: explainRoute(input: $uncovered) {
    ...RendererFields
  }
}
    fragment RendererFields on RouteExplanation {
  maxCostMicros
  isHeld
  decision {
    path
    isSimulated
    isPastSoftCap
    refusal {
      sentence
    }
  }
}`) as unknown as TypedDocumentString<RendererPreviewQuery, RendererPreviewQueryVariables>;
export const RequestRenderDocument = new TypedDocumentString(`
    mutation RequestRender($input: RequestRenderInput!) {
  requestRender(input: $input) {
    ... on RequestedRender {
      isReplay
      render {
        id
      }
    }
    ... on BriefNotCovered {
      subject
      drawable
    }
    ...ProblemFields
  }
}
    fragment ProblemFields on Problem {
  __typename
  code
  message
  ... on InputInvalid {
    issues {
      pointer
      message
    }
  }
  ... on RateLimited {
    retryAfterSeconds
  }
  ... on Unavailable {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<RequestRenderMutation, RequestRenderMutationVariables>;
export const RetryRenderDocument = new TypedDocumentString(`
    mutation RetryRender($input: RetryRenderInput!) {
  retryRender(input: $input) {
    ... on RetriedRender {
      isNew
      render {
        id
      }
    }
    ...ProblemFields
  }
}
    fragment ProblemFields on Problem {
  __typename
  code
  message
  ... on InputInvalid {
    issues {
      pointer
      message
    }
  }
  ... on RateLimited {
    retryAfterSeconds
  }
  ... on Unavailable {
    retryAfterSeconds
  }
}`) as unknown as TypedDocumentString<RetryRenderMutation, RetryRenderMutationVariables>;
export const RunOfRenderDocument = new TypedDocumentString(`
    query RunOfRender($id: ID!) {
  node(id: $id) {
    __typename
    ... on Run {
      id
      costMicros
      isEstimated
      isSimulated
      isHeld
      deployment
      durationMs
      approval {
        id
        state
        title
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RunOfRenderQuery, RunOfRenderQueryVariables>;