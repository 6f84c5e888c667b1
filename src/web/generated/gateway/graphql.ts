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

/** Outcome of an attempt. */
export type AttemptStatus =
  /** The caller disconnected, or the run was stopped. */
  | 'CANCELED'
  /** The deployment failed, or its answer does not fit the requested schema. */
  | 'FAILED'
  /** The deployment answered. */
  | 'SUCCEEDED';

/** Reason why a deployment was chosen or rejected. */
export type CandidateReason =
  /** The deployment is paused, because recent calls failed too often. */
  | 'BREAKER_OPEN'
  /** The deployment draws fewer pictures in one call than were requested. */
  | 'COUNT_NOT_TAKEN'
  /** The text must not be sent to a hosted provider, and this deployment runs at one. */
  | 'DATA_CLASS'
  /** Fallback: called if the deployments before it fail. */
  | 'FALLBACK'
  /** The deployment is eligible, but the task has a gate (a condition such as an approval) that this service can’t open yet. */
  | 'GATE_CLOSED'
  /** The input exceeds the deployment’s maximum, or input and output together exceed its context length. */
  | 'INPUT_TOO_LARGE'
  /** The provider refuses the key of the service. A check of the key confirmed it. */
  | 'KEY_REFUSED'
  /** Calls in progress have reserved the rest of the hard limit. */
  | 'LIMIT_RESERVED'
  /** The engine of this service can’t draw all of this brief, so it can’t replace a model. */
  | 'NOT_COVERED'
  /** Callers without the permission `tasks:run` get only pictures that the engine of this service draws. */
  | 'NOT_FOR_STRANGERS'
  /** The routing policy names the deployment, but the catalogue does not have it any more. */
  | 'NOT_IN_CATALOGUE'
  /** The routing policy does not use the deployment for this task, or only once the soft cap is reached; the slot of the task does not have it; or it has another kind of output. */
  | 'NOT_IN_RULE'
  /** No key is set for the provider. */
  | 'NO_KEY'
  /** The request has a schema for the answer, which the deployment does not support. */
  | 'NO_OUTPUT_SCHEMA'
  /** The customer has not configured an own server. */
  | 'NO_OWN_SERVER'
  /** The request has tools, which the deployment does not support. */
  | 'NO_TOOLS'
  /** The requested output exceeds the deployment’s limit. */
  | 'OUTPUT_TOO_LARGE'
  /** The provider refuses the customer’s own key. */
  | 'OWN_KEY_FAILING'
  /** The customer has an own key for the task, so the key of the service is not used. */
  | 'OWN_KEY_ONLY'
  /** The plan of the account does not include the task. Or the deployment needs the customer’s own key or server, and the plan does not include those. */
  | 'PLAN'
  /** The deployment’s price is unknown, and the account has a hard limit. */
  | 'PRICE_UNKNOWN'
  /** The provider answered 429 and does not accept requests again yet. */
  | 'RATE_LIMITED'
  /** The deployment searches the web with the text of the request, and requests with documents are never sent to one. */
  | 'SEARCHES_WEB'
  /** The deployment does not draw pictures of about the requested size and aspect ratio. */
  | 'SIZE_NOT_TAKEN'
  /** Chosen: the deployment is called first. */
  | 'TAKEN'
  /** The worst-case cost of the call exceeds the rest of the hard limit. */
  | 'TOO_DEAR';

/** Source of a cost. */
export type CostSource =
  /** The provider didn’t report all tokens or pictures. This service counted the missing ones, at the prices of the catalogue. */
  | 'ESTIMATE'
  /** The provider’s count of tokens or pictures, at the prices of the catalogue. */
  | 'PRICE_LIST'
  /** The provider reported the cost with its answer. */
  | 'PROVIDER';

/** Owner of the key or server that a call uses. */
export type CredentialSource =
  /** A key or server of the customer, who pays for it. A failure never falls back to a key of this service. */
  | 'CUSTOMER'
  /** No key: the engine of this service draws the picture, and nothing leaves the process. */
  | 'EMBEDDED'
  /** No key: the answer is simulated, and nothing leaves the process. */
  | 'SANDBOX'
  /** A key of this service. */
  | 'SERVICE';

/** Where the text of a request is processed. */
export type DataClass =
  /** On servers of providers. */
  | 'HOSTED'
  /** On the customer’s own server or in this service, never at a hosted provider. */
  | 'LOCAL_ONLY';

/** Reason why a replay of routing decisions ended. A replay begins with the newest decision. */
export type DecisionReplayEnd =
  /** All selected decisions were examined. */
  | 'ALL'
  /** The requested maximum number of decisions was reached. There may be more decisions. */
  | 'LIMIT'
  /** The time limit was reached. There may be more decisions. */
  | 'TIME';

/** Kind of change to a value. */
export type DocumentChangeOperation =
  /** The later document has a value that the earlier one lacks. */
  | 'ADD'
  /** The later document lacks a value that the earlier one has. */
  | 'REMOVE'
  /** Both documents have a value here, and the values differ. */
  | 'REPLACE';

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

/** Reason why a call failed. */
export type FailureClass =
  /** The address of the customer’s own server is not allowed. */
  | 'ADDRESS_NOT_ALLOWED'
  /** The deployment was not called, because recent calls failed too often. */
  | 'BREAKER_OPEN'
  /** The deployment was not called, because it had the maximum number of concurrent calls. */
  | 'BULKHEAD_FULL'
  /** The caller disconnected, or the call was stopped. */
  | 'CANCELED'
  /** The connection to the provider was not made in time. */
  | 'CONNECT_TIMEOUT'
  /** The provider refused the content of the request. */
  | 'CONTENT_FILTER'
  /** The request is longer than the context length of the model. */
  | 'CONTEXT_LENGTH'
  /** The first part of the answer did not arrive in time. */
  | 'FIRST_TOKEN_TIMEOUT'
  /** The provider, or a firewall in front of it, answered 403 for a reason other than the key. */
  | 'FORBIDDEN'
  /** The answer was empty or could not be read: it was not valid in the protocol of the provider, or not an image that this service accepts. */
  | 'GARBAGE'
  /** The provider paused for too long during its answer. */
  | 'IDLE_TIMEOUT'
  /** The provider rejected the request as invalid. */
  | 'INVALID_REQUEST'
  /** The provider did not accept the key. A check of the key decides whether the key is paused. */
  | 'KEY_REFUSED'
  /** The provider does not know the model. */
  | 'MODEL_NOT_FOUND'
  /** No deployment could be called, for example because each was paused or had no valid key, or the policy has no rule for the task. The run has no attempts and costs nothing. */
  | 'NO_PROVIDER_AVAILABLE'
  /** The answer does not fit the requested schema. */
  | 'OUTPUT_INVALID'
  /** The provider reported an internal error. */
  | 'PROVIDER_ERROR'
  /** The account at the provider has no credit left. */
  | 'QUOTA'
  /** The provider limits the rate of requests. */
  | 'RATE_LIMITED'
  /** The task took longer than its time limit. */
  | 'TOTAL_TIMEOUT'
  /** The connection ended before the answer was complete. */
  | 'TRUNCATED'
  /** The call failed for another reason. */
  | 'UNKNOWN'
  /** No connection to the provider was made, so nothing was sent. */
  | 'UNREACHABLE';

/** Reason why an answer ended. */
export type FinishReason =
  /** A filter cut the answer, or the model refused to answer. */
  | 'CONTENT_FILTER'
  /** The limit of output tokens was reached. The answer is incomplete. */
  | 'LENGTH'
  /** The provider gave another reason, or none. */
  | 'OTHER'
  /** The answer is complete. */
  | 'STOP'
  /** The model called tools and waits for their results. */
  | 'TOOL_CALLS';

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

/** Reason why an answer does not fit its schema. */
export type OutputMismatchKind =
  /** The answer isn’t JSON. */
  | 'NOT_JSON'
  /** The answer couldn’t be checked: it is too long or too deeply nested, the check took too long, or the schema can’t be compiled. */
  | 'UNCHECKED'
  /** The answer is JSON and doesn’t fit the schema. */
  | 'UNFIT';

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

/** The routing policy to publish. */
export type PublishRoutingPolicyInput = {
  /** The complete document, in the form of `RoutingPolicy.document`. */
  document: Record<string, unknown>;
  /** Number of the version that was edited. It must still be the newest. */
  ifVersion: number;
  /** Reason for this version, shown in the list of versions. Kept forever. */
  reason: string;
};

/** Kind of personal data that is recognised reliably. */
export type RedactionKind =
  /** A payment card number of a known network with a correct check digit. */
  | 'CARD'
  /** An e-mail address. */
  | 'EMAIL'
  /** An IBAN with the length of its country and correct check digits. */
  | 'IBAN'
  /** An IPv4 or IPv6 address. */
  | 'IP'
  /** A name on the customer’s list, or one sent with the text. Other names are not recognised. */
  | 'NAME'
  /** A number that a state gives to a person, with correct check digits if it has any. */
  | 'NATIONAL_ID'
  /** A telephone number that is valid in the numbering plan of its country. In a text with hundreds of numbers, its form is enough. */
  | 'PHONE';

/** Documents to replay past decisions with, and the decisions to replay. */
export type ReplayDecisionsInput = {
  /** Catalogue to replay with, in the form of `CatalogueVersion.document`. Null: the catalogue that each decision used, so that only the policy differs. */
  catalogue?: Record<string, unknown> | null | undefined;
  /** Runs whose routing decisions are replayed. Null: all runs. */
  filter?: RunFilter | null | undefined;
  /** Maximum number of decisions, newest first. 1 to 10000, default 1000. */
  limit?: number;
  /** Policy to replay with, in the form of `RoutingPolicy.document`. Null: each decision’s own policy, so that only the catalogue differs. */
  policy?: Record<string, unknown> | null | undefined;
};

/** The earlier routing policy to restore. */
export type RestoreRoutingPolicyInput = {
  /** Reason for restoring the version, shown in the list of versions. Kept forever. */
  reason: string;
  /** Number of the version whose document is published again. */
  version: number;
};

/** Data that a provider keeps of a request after its answer. */
export type RetentionKind =
  /** The provider keeps a copy of requests for some days, to detect abuse or for audits, and then deletes it. */
  | 'LOGS'
  /** The provider keeps no content. */
  | 'NOTHING'
  /** The customer’s own account is used, so its contract with the provider sets the retention. */
  | 'OWN_ACCOUNT'
  /** The customer’s own server is used, so its owner sets the retention. */
  | 'OWN_SERVER'
  /** The provider publishes no retention period. */
  | 'UNKNOWN';

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

/** Reason why no deployment can take a request. */
export type RoutingRefusalCode =
  /** The input or the maximum output is too long for the deployments of the task. Error code: CONTEXT_LENGTH_EXCEEDED. */
  | 'CONTEXT_LENGTH_EXCEEDED'
  /** The task has a condition that can’t be met, such as an approval. Error code: CAPABILITY_NOT_AVAILABLE. */
  | 'GATE_CLOSED'
  /** The worst-case cost exceeds the rest of the hard limit. Error code: BUDGET_EXCEEDED. */
  | 'HARD_LIMIT'
  /** Calls in progress have reserved the rest of the hard limit. Retry when they have finished. Error code: LIMIT_RESERVED. */
  | 'LIMIT_RESERVED'
  /** No deployment is available. Error code: NO_PROVIDER_AVAILABLE. */
  | 'NO_DEPLOYMENT'
  /** The plan of the account does not include the task. Error code: PLAN_NOT_SUFFICIENT. */
  | 'PLAN'
  /** The account has a hard limit, and the prices of the deployments are unknown. An operator can publish a price. Error code: PRICE_UNKNOWN. */
  | 'PRICE_UNKNOWN'
  /** The task does not support the tools, the schema or the pictures of the request. Error code: INPUT_INVALID. */
  | 'UNSUPPORTED';

/** Filters for runs. A run must match every field; within a list, one value is enough. */
export type RunFilter = {
  /** Only runs that these customers pay for. Callers who can only read their own runs get no others. */
  customerId?: Array<string | number> | null | undefined;
  /** Only runs with one of these customer keys. */
  customerKeyId?: Array<string | number> | null | undefined;
  /** Only runs that one of these deployments answered, or that called it last, e.g. `openai/gpt-6.1-sol`. */
  deployment?: Array<string> | null | undefined;
  /** Only runs that failed or were canceled for one of these reasons. */
  failure?: Array<FailureClass> | null | undefined;
  /** True: only runs whose output was held for approval. False: only the others. */
  isHeld?: boolean | null | undefined;
  /** True: only runs that the sandbox answered. False: only runs that it didn’t. */
  isSimulated?: boolean | null | undefined;
  /** Only runs that cost at most this, in micros of USD. Excludes runs of unknown cost. */
  maxCostMicros?: number | null | undefined;
  /** Only runs that cost at least this, in micros of USD. Excludes runs of unknown cost. */
  minCostMicros?: number | null | undefined;
  /** Only runs of these requesters, e.g. `agent:agt_…`. */
  requestedBy?: Array<string> | null | undefined;
  /** Only runs that started before this time. */
  startedBefore?: string | null | undefined;
  /** Only runs that started at this time or later. */
  startedFrom?: string | null | undefined;
  /** Only runs with one of these final statuses. */
  status?: Array<RunStatus> | null | undefined;
  /** Only runs that one of these APIs or features started. */
  surface?: Array<RunSurface> | null | undefined;
  /** Only runs of these tasks, e.g. `human-phrasing/warm-tone`. */
  task?: Array<string> | null | undefined;
};

/** Kind of output that was requested. */
export type RunKind =
  /** Pictures. */
  | 'IMAGE'
  /** Text. */
  | 'TEXT';

/** Final status of a run. */
export type RunStatus =
  /** The process that ran the task ended. The progress and cost of the run are unknown. */
  | 'ABORTED'
  /** The caller disconnected, or the service stopped, before the end. Output that the caller got until then is charged. */
  | 'CANCELED'
  /** The run gave no answer, only a part of it, or one that misses a strict schema. `failure` has the reason. */
  | 'FAILED'
  /** The run gave a complete answer. */
  | 'SUCCEEDED';

/** API or feature that started a run. */
export type RunSurface =
  /** `/v1/chat/completions`. */
  | 'CHAT_COMPLETIONS'
  /** `runTask` or `taskRun` of GraphQL. */
  | 'GRAPHQL'
  /** `/v1/images/generations`. */
  | 'IMAGES'
  /** A render for the image bank. */
  | 'RENDER'
  /** `/v1/responses`. */
  | 'RESPONSES';

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

export type CurrentRoutingQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrentRoutingQuery = { tasks: Array<{ name: string, title: string }>, routingPolicyFaults: Array<{ pointer: string, message: string }> };

export type LogChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type LogChoicesQuery = { tasks: Array<{ name: string }>, deployments: Array<{ name: string }> };

export type NewestRoutingPolicyQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestRoutingPolicyQuery = { routingPolicies: { nodes: Array<{ id: string, number: number, publishedAt: string, publishedBy: string, reason: string, document: Record<string, unknown> }> } };

export type PublishPolicyMutationVariables = Exact<{
  input: PublishRoutingPolicyInput;
}>;


export type PublishPolicyMutation = { publishRoutingPolicy:
    | { __typename: 'ChangeHeld', approvalId: string, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'PublishedRoutingPolicy', routingPolicy: { id: string, number: number } | null }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RoutingPolicyConflict', code: ProblemCode, message: string }
    | { __typename: 'RoutingPolicyInvalid', faultCount: number, code: ProblemCode, message: string, faults: Array<{ pointer: string, message: string }> }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type ReplayPolicyQueryVariables = Exact<{
  input: ReplayDecisionsInput;
}>;


export type ReplayPolicyQuery = { replayDecisions: { end: DecisionReplayEnd, decisions: number, newestAt: string | null, oldestAt: string | null, unchanged: number, changedFallbacks: number, changedChoices: number, newlyRefused: number, newlyPossible: number, notKnown: number, notReplayable: number, choices: Array<{ task: string, from: string, to: string, decisions: number, examples: Array<string> }>, refused: Array<{ task: string, code: RoutingRefusalCode | null, decisions: number, examples: Array<string> }>, cost: { beforeMicros: number, afterMicros: number, decisions: number, unknown: number } } };

export type RestorePolicyMutationVariables = Exact<{
  input: RestoreRoutingPolicyInput;
}>;


export type RestorePolicyMutation = { restoreRoutingPolicy:
    | { __typename: 'ChangeHeld', approvalId: string, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RestoredRoutingPolicy', routingPolicy: { id: string, number: number } | null }
    | { __typename: 'RoutingPolicyConflict', code: ProblemCode, message: string }
    | { __typename: 'RoutingPolicyInvalid', faultCount: number, code: ProblemCode, message: string, faults: Array<{ pointer: string, message: string }> }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RoutingOfTaskQueryVariables = Exact<{
  input: ExplainRouteInput;
}>;


export type RoutingOfTaskQuery = { explainRoute: { inputTokens: number, maxCostMicros: number | null, isHeld: boolean, decision: { policyVersion: number, task: string, slot: string, path: Array<string>, isSimulated: boolean, isNotFinal: boolean, refusal: { code: RoutingRefusalCode, sentence: string } | null, candidates: Array<{ deployment: string, reason: CandidateReason, sentence: string, maxCostMicros: number | null, retention: { kind: RetentionKind, days: number | null, setting: string | null, note: string | null } | null }> } } };

export type RoutingPolicyVersionQueryVariables = Exact<{
  number: number;
  since?: number | null | undefined;
}>;


export type RoutingPolicyVersionQuery = { routingPolicy: { id: string, number: number, publishedAt: string, publishedBy: string, reason: string, restoredFrom: number | null, sha256: string, catalogueVersion: number, document: Record<string, unknown>, changes: { count: number, changes: Array<{ operation: DocumentChangeOperation, pointer: string, before: unknown, after: unknown }> } | null } | null, routingPolicies: { nodes: Array<{ id: string, number: number }> } };

export type RoutingPolicyVersionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RoutingPolicyVersionsQuery = { routingPolicies: { nodes: Array<{ id: string, number: number, publishedAt: string, publishedBy: string, reason: string, restoredFrom: number | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type RunByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type RunByIdQuery = { node:
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
    | { __typename: 'Run', id: string, kind: RunKind, task: string, taskVersion: number, status: RunStatus, failure: FailureClass | null, finishReason: FinishReason | null, outputMismatch: OutputMismatchKind | null, surface: RunSurface, requestedBy: string, customerId: string, customerKeyId: string | null, providerKeyId: string | null, credentialSource: CredentialSource | null, policyVersion: number, catalogueVersion: number, deployment: string | null, model: string | null, startedAt: string, endedAt: string, durationMs: number | null, overheadMs: number | null, firstPartMs: number | null, inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, reasoningTokens: number | null, images: number | null, inputBytes: number, outputBytes: number | null, inputSha256: string | null, outputSha256: string | null, costMicros: number | null, chargedMicros: number | null, possibleCostMicros: number | null, isEstimated: boolean, costSource: CostSource | null, cacheWriteTokens: number | null, isHeld: boolean, isNotFinal: boolean, isPastSoftCap: boolean, isSimulated: boolean, isStreamed: boolean, explanation: string | null, usageDiscrepancy: { deployment: string, reportedInputTokens: number | null, reportedOutputTokens: number | null, reportedImages: number | null, reportedCostMicros: number | null } | null, redaction: { counts: Array<{ kind: RedactionKind, count: number }> } | null, approval: { id: string, state: ApprovalState, title: string } | null, seal: { id: string, status: SealStatus } | null, chainEntry: { seq: number, anchoredAt: string | null } | null, decision: { path: Array<string>, dataClass: DataClass, isMovedByCap: boolean, refusal: { code: RoutingRefusalCode, sentence: string } | null, candidates: Array<{ deployment: string, reason: CandidateReason, sentence: string, maxCostMicros: number | null }> } | null, attempts: Array<{ number: number, deployment: string, provider: string, status: AttemptStatus, statusCode: number | null, failure: FailureClass | null, providerReason: string | null, credentialSource: CredentialSource, startedAt: string, waitedMs: number, headersMs: number | null, firstPartMs: number | null, durationMs: number, inputTokens: number | null, outputTokens: number | null, costMicros: number | null, isEstimated: boolean }> }
    | { __typename: 'Seal' }
    | { __typename: 'Tag' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
   | null };

export type RunLogQueryVariables = Exact<{
  filter?: RunFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RunLogQuery = { runs: { nodes: Array<{ id: string, startedAt: string, task: string, status: RunStatus, failure: FailureClass | null, deployment: string | null, durationMs: number | null, costMicros: number | null, isEstimated: boolean, isSimulated: boolean, isHeld: boolean, attemptCount: number | null, customerId: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

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
export const CurrentRoutingDocument = new TypedDocumentString(`
    query CurrentRouting {
  tasks {
    name
    title
  }
  routingPolicyFaults {
    pointer
    message
  }
}
    `) as unknown as TypedDocumentString<CurrentRoutingQuery, CurrentRoutingQueryVariables>;
export const LogChoicesDocument = new TypedDocumentString(`
    query LogChoices {
  tasks {
    name
  }
  deployments {
    name
  }
}
    `) as unknown as TypedDocumentString<LogChoicesQuery, LogChoicesQueryVariables>;
export const NewestRoutingPolicyDocument = new TypedDocumentString(`
    query NewestRoutingPolicy {
  routingPolicies(first: 1) {
    nodes {
      id
      number
      publishedAt
      publishedBy
      reason
      document
    }
  }
}
    `) as unknown as TypedDocumentString<NewestRoutingPolicyQuery, NewestRoutingPolicyQueryVariables>;
export const PublishPolicyDocument = new TypedDocumentString(`
    mutation PublishPolicy($input: PublishRoutingPolicyInput!) {
  publishRoutingPolicy(input: $input) {
    ... on PublishedRoutingPolicy {
      __typename
      routingPolicy {
        id
        number
      }
    }
    ...ProblemFields
    ... on RoutingPolicyInvalid {
      faultCount
      faults {
        pointer
        message
      }
    }
    ... on ChangeHeld {
      approvalId
    }
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
}`) as unknown as TypedDocumentString<PublishPolicyMutation, PublishPolicyMutationVariables>;
export const ReplayPolicyDocument = new TypedDocumentString(`
    query ReplayPolicy($input: ReplayDecisionsInput!) {
  replayDecisions(input: $input) {
    end
    decisions
    newestAt
    oldestAt
    unchanged
    changedFallbacks
    changedChoices
    newlyRefused
    newlyPossible
    notKnown
    notReplayable
    choices {
      task
      from
      to
      decisions
      examples
    }
    refused {
      task
      code
      decisions
      examples
    }
    cost {
      beforeMicros
      afterMicros
      decisions
      unknown
    }
  }
}
    `) as unknown as TypedDocumentString<ReplayPolicyQuery, ReplayPolicyQueryVariables>;
export const RestorePolicyDocument = new TypedDocumentString(`
    mutation RestorePolicy($input: RestoreRoutingPolicyInput!) {
  restoreRoutingPolicy(input: $input) {
    ... on RestoredRoutingPolicy {
      __typename
      routingPolicy {
        id
        number
      }
    }
    ...ProblemFields
    ... on RoutingPolicyInvalid {
      faultCount
      faults {
        pointer
        message
      }
    }
    ... on ChangeHeld {
      approvalId
    }
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
}`) as unknown as TypedDocumentString<RestorePolicyMutation, RestorePolicyMutationVariables>;
export const RoutingOfTaskDocument = new TypedDocumentString(`
    query RoutingOfTask($input: ExplainRouteInput!) {
  explainRoute(input: $input) {
    inputTokens
    maxCostMicros
    isHeld
    decision {
      policyVersion
      task
      slot
      path
      isSimulated
      isNotFinal
      refusal {
        code
        sentence
      }
      candidates {
        deployment
        reason
        sentence
        maxCostMicros
        retention {
          kind
          days
          setting
          note
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RoutingOfTaskQuery, RoutingOfTaskQueryVariables>;
export const RoutingPolicyVersionDocument = new TypedDocumentString(`
    query RoutingPolicyVersion($number: Int!, $since: Int) {
  routingPolicy(number: $number) {
    id
    number
    publishedAt
    publishedBy
    reason
    restoredFrom
    sha256
    catalogueVersion
    document
    changes(since: $since) {
      count
      changes {
        operation
        pointer
        before
        after
      }
    }
  }
  routingPolicies(first: 1) {
    nodes {
      id
      number
    }
  }
}
    `) as unknown as TypedDocumentString<RoutingPolicyVersionQuery, RoutingPolicyVersionQueryVariables>;
export const RoutingPolicyVersionsDocument = new TypedDocumentString(`
    query RoutingPolicyVersions($first: Int, $after: String, $last: Int, $before: String) {
  routingPolicies(first: $first, after: $after, last: $last, before: $before) {
    nodes {
      id
      number
      publishedAt
      publishedBy
      reason
      restoredFrom
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RoutingPolicyVersionsQuery, RoutingPolicyVersionsQueryVariables>;
export const RunByIdDocument = new TypedDocumentString(`
    query RunById($id: ID!) {
  node(id: $id) {
    __typename
    ... on Run {
      id
      kind
      task
      taskVersion
      status
      failure
      finishReason
      outputMismatch
      surface
      requestedBy
      customerId
      customerKeyId
      providerKeyId
      credentialSource
      policyVersion
      catalogueVersion
      deployment
      model
      startedAt
      endedAt
      durationMs
      overheadMs
      firstPartMs
      inputTokens
      cachedInputTokens
      outputTokens
      reasoningTokens
      images
      inputBytes
      outputBytes
      inputSha256
      outputSha256
      costMicros
      chargedMicros
      possibleCostMicros
      usageDiscrepancy {
        deployment
        reportedInputTokens
        reportedOutputTokens
        reportedImages
        reportedCostMicros
      }
      isEstimated
      costSource
      cacheWriteTokens
      isHeld
      isNotFinal
      isPastSoftCap
      isSimulated
      isStreamed
      explanation
      redaction {
        counts {
          kind
          count
        }
      }
      approval {
        id
        state
        title
      }
      seal {
        id
        status
      }
      chainEntry {
        seq
        anchoredAt
      }
      decision {
        path
        dataClass
        isMovedByCap
        refusal {
          code
          sentence
        }
        candidates {
          deployment
          reason
          sentence
          maxCostMicros
        }
      }
      attempts {
        number
        deployment
        provider
        status
        statusCode
        failure
        providerReason
        credentialSource
        startedAt
        waitedMs
        headersMs
        firstPartMs
        durationMs
        inputTokens
        outputTokens
        costMicros
        isEstimated
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RunByIdQuery, RunByIdQueryVariables>;
export const RunLogDocument = new TypedDocumentString(`
    query RunLog($filter: RunFilter, $first: Int, $after: String, $last: Int, $before: String) {
  runs(
    filter: $filter
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      startedAt
      task
      status
      failure
      deployment
      durationMs
      costMicros
      isEstimated
      isSimulated
      isHeld
      attemptCount
      customerId
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RunLogQuery, RunLogQueryVariables>;