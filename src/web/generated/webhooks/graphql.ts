/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Webhook to create. */
export type CreateWebhookInput = {
  /** Purpose of the webhook, at most 500 characters. */
  description?: string | null | undefined;
  /** Names of the events to deliver, at most 50; see `webhookEvents`. Empty means all events, future ones included. Default: all. */
  eventNames?: Array<string> | null | undefined;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Also deliver events of all customers. Only for webhooks of the service itself. Default: false. */
  includesCustomers?: boolean | null | undefined;
  /** URL that receives the events. Must begin with https://: http and private addresses are only accepted for a host and port that the operator has allowed. */
  url: string;
};

/** Webhook to delete. */
export type DeleteWebhookInput = {
  /** Id of the webhook to delete. */
  webhookId: string | number;
};

/** Direction of a sort order. */
export type OrderDirection =
  /** Earliest, smallest, or A first. */
  | 'ASC'
  /** Latest, largest, or Z first. */
  | 'DESC';

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

/** Delivery to replay. */
export type ReplayDeliveryInput = {
  /** Id of the delivery to replay. */
  webhookDeliveryId: string | number;
};

/** Deliveries to replay. */
export type ReplayWebhookInput = {
  /** Also replay deliveries that arrived. Default: false. */
  includesDelivered?: boolean | null | undefined;
  /** Replay deliveries of events at or after this time. */
  since: string;
  /** Id of the webhook. */
  webhookId: string | number;
};

/** Webhook that gets a new secret. */
export type RotateWebhookSecretInput = {
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Hours during which deliveries are signed with both the old and the new secret. 0 to 168, default 24. */
  overlapHours?: number | null | undefined;
  /** Id of the webhook. */
  webhookId: string | number;
};

/** Webhook that gets a test delivery. */
export type SendTestWebhookInput = {
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Id of the webhook. */
  webhookId: string | number;
};

/** Changes to a webhook. Fields left out keep their value. */
export type UpdateWebhookInput = {
  /** Purpose of the webhook. An empty text removes it. */
  description?: string | null | undefined;
  /** Names of the events to deliver, at most 50; see `webhookEvents`. Empty means all events, future ones included. */
  eventNames?: Array<string> | null | undefined;
  /** Version the caller last read. If the webhook has changed since, nothing is saved and the result is `WebhookChanged`. Omit to overwrite. */
  ifVersion?: number | null | undefined;
  /** Also deliver events of all customers. Only for webhooks of the service itself. */
  includesCustomers?: boolean | null | undefined;
  /** Set to false to stop deliveries and cancel pending ones. Set to true to deliver events from now on; events missed meanwhile aren’t sent. */
  isEnabled?: boolean | null | undefined;
  /** URL that receives the events. Must begin with https://: http and private addresses are only accepted for a host and port that the operator has allowed. */
  url?: string | null | undefined;
  /** Id of the webhook to update. */
  webhookId: string | number;
};

/** Filter for deliveries. All given conditions must match. */
export type WebhookDeliveryFilter = {
  /** Only deliveries of events with this name. */
  eventName?: string | null | undefined;
  /** Only deliveries of events that occurred at or after this time. */
  since?: string | null | undefined;
  /** Only deliveries in this state. */
  state?: WebhookDeliveryState | null | undefined;
  /** Only deliveries of events that occurred before this time. */
  until?: string | null | undefined;
  /** Only deliveries to this webhook. */
  webhookId?: string | number | null | undefined;
};

/** State of a delivery. */
export type WebhookDeliveryState =
  /** The webhook was disabled before the delivery. The delivery can be replayed. */
  | 'CANCELED'
  /** The receiver answered with a status from 200 to 299. */
  | 'DELIVERED'
  /** The attempts failed, and no further one is made. The delivery can be replayed. */
  | 'FAILED'
  /** Waiting for the next attempt, at `nextAttemptAt`, or in progress. */
  | 'PENDING';

/** Reason why a webhook is disabled. */
export type WebhookDisabledReason =
  /** All attempts failed for five days. Days without an attempt don’t count. */
  | 'FAILING'
  /** The receiver answered 410 Gone. */
  | 'GONE'
  /** The owner or an operator disabled the webhook. */
  | 'OWNER';

/** Filter for webhooks. All given conditions must match. */
export type WebhookFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Only webhooks of this customer. For operators. */
  customerId?: string | number | null | undefined;
  /** True for webhooks of the service itself, false for those of customers. For operators. */
  isServiceWide?: boolean | null | undefined;
  /** Only webhooks in this state. */
  state?: WebhookState | null | undefined;
};

/** Sort order of a list. */
export type WebhookOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: WebhookOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type WebhookOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** Time since which every attempt has failed. Webhooks that work come last. */
  | 'FAILING_SINCE';

/** Outcome of an attempt. */
export type WebhookOutcome =
  /** The address isn’t allowed for webhooks. Nothing was sent. */
  | 'ADDRESS_NOT_ALLOWED'
  /** The receiver answered with a status from 200 to 299. */
  | 'DELIVERED'
  /** The receiver answered 410 Gone. The webhook is disabled. */
  | 'GONE'
  /** The receiver answered with a redirect. Redirects aren’t followed; update the webhook’s URL to the target. */
  | 'REDIRECTED'
  /** The receiver answered with another status: not 200 to 299, not 410, not a redirect. */
  | 'REFUSED'
  /** No connection within 5 seconds, or no response within 15. */
  | 'TIMEOUT'
  /** The connection failed, or closed before the response. */
  | 'UNREACHABLE';

/** State of a webhook. */
export type WebhookState =
  /** Events aren’t delivered, and aren’t delivered later either. `disabledReason` has the reason. */
  | 'DISABLED'
  /** Events are delivered. The last attempt succeeded, or none was made since the webhook was enabled. */
  | 'ENABLED'
  /** Events are delivered, but the last attempt failed. */
  | 'FAILING';

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

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook:
    | { secret: string | null, webhook: { id: string } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'WebhookConflict', code: ProblemCode, message: string }
   | null };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { webhookId: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type EventsForWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type EventsForWebhooksQuery = { webhookEvents: Array<{ name: string, description: string }> };

export type ReplayDeliveryMutationVariables = Exact<{
  input: ReplayDeliveryInput;
}>;


export type ReplayDeliveryMutation = { replayDelivery:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { delivery: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'WebhookConflict', code: ProblemCode, message: string }
   | null };

export type ReplayWebhookMutationVariables = Exact<{
  input: ReplayWebhookInput;
}>;


export type ReplayWebhookMutation = { replayWebhook:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { count: number }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'WebhookConflict', code: ProblemCode, message: string }
   | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { secret: string | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type SendTestWebhookMutationVariables = Exact<{
  input: SendTestWebhookInput;
}>;


export type SendTestWebhookMutation = { sendTestWebhook:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { delivery: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'WebhookConflict', code: ProblemCode, message: string }
   | null };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { webhook: { id: string } | null }
    | { __typename: 'WebhookChanged', version: number, code: ProblemCode, message: string, webhook: { url: string, description: string | null, eventNames: Array<string>, includesCustomers: boolean } | null }
   | null };

export type WebhookByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookByIdQuery = { webhook: { id: string, customerId: string | null, url: string, description: string | null, eventNames: Array<string>, includesCustomers: boolean, state: WebhookState, disabledReason: WebhookDisabledReason | null, failingSince: string | null, previousSecretUntil: string | null, version: number, createdAt: string } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  filter?: WebhookDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { nodes: Array<{ id: string, eventName: string, isTest: boolean, state: WebhookDeliveryState, occurredAt: string, attemptCount: number, nextAttemptAt: string | null, attempts: Array<{ number: number, outcome: WebhookOutcome | null, statusCode: number | null }> }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type WebhookDeliveryByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookDeliveryByIdQuery = { node:
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
    | { __typename: 'Run' }
    | { __typename: 'Seal' }
    | { __typename: 'Tag' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery', id: string, eventId: string, eventName: string, isTest: boolean, state: WebhookDeliveryState, payload: string, occurredAt: string, createdAt: string, endedAt: string | null, attemptCount: number, nextAttemptAt: string | null, attempts: Array<{ number: number, startedAt: string, outcome: WebhookOutcome | null, statusCode: number | null, durationMs: number | null }> }
   | null };

export type WebhookListQueryVariables = Exact<{
  filter?: WebhookFilter | null | undefined;
  orderBy?: WebhookOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type WebhookListQuery = { webhooks: { nodes: Array<{ id: string, customerId: string | null, url: string, description: string | null, eventNames: Array<string>, state: WebhookState, disabledReason: WebhookDisabledReason | null, failingSince: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

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
export const CreateWebhookDocument = new TypedDocumentString(`
    mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    ... on CreatedWebhook {
      secret
      webhook {
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
}`) as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($input: DeleteWebhookInput!) {
  deleteWebhook(input: $input) {
    ... on DeletedWebhook {
      webhookId
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
}`) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const EventsForWebhooksDocument = new TypedDocumentString(`
    query EventsForWebhooks {
  webhookEvents {
    name
    description
  }
}
    `) as unknown as TypedDocumentString<EventsForWebhooksQuery, EventsForWebhooksQueryVariables>;
export const ReplayDeliveryDocument = new TypedDocumentString(`
    mutation ReplayDelivery($input: ReplayDeliveryInput!) {
  replayDelivery(input: $input) {
    ... on ReplayedDelivery {
      delivery {
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
}`) as unknown as TypedDocumentString<ReplayDeliveryMutation, ReplayDeliveryMutationVariables>;
export const ReplayWebhookDocument = new TypedDocumentString(`
    mutation ReplayWebhook($input: ReplayWebhookInput!) {
  replayWebhook(input: $input) {
    ... on ReplayedWebhook {
      count
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
}`) as unknown as TypedDocumentString<ReplayWebhookMutation, ReplayWebhookMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) {
    ... on RotatedWebhookSecret {
      secret
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
}`) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const SendTestWebhookDocument = new TypedDocumentString(`
    mutation SendTestWebhook($input: SendTestWebhookInput!) {
  sendTestWebhook(input: $input) {
    ... on SentTestWebhook {
      delivery {
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
}`) as unknown as TypedDocumentString<SendTestWebhookMutation, SendTestWebhookMutationVariables>;
export const UpdateWebhookDocument = new TypedDocumentString(`
    mutation UpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    ... on UpdatedWebhook {
      webhook {
        id
      }
    }
    ...ProblemFields
    ... on WebhookChanged {
      version
      webhook {
        url
        description
        eventNames
        includesCustomers
      }
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
}`) as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const WebhookByIdDocument = new TypedDocumentString(`
    query WebhookById($id: ID!) {
  webhook(id: $id) {
    id
    customerId
    url
    description
    eventNames
    includesCustomers
    state
    disabledReason
    failingSince
    previousSecretUntil
    version
    createdAt
  }
}
    `) as unknown as TypedDocumentString<WebhookByIdQuery, WebhookByIdQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {
  webhookDeliveries(
    filter: $filter
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      eventName
      isTest
      state
      occurredAt
      attemptCount
      nextAttemptAt
      attempts {
        number
        outcome
        statusCode
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const WebhookDeliveryByIdDocument = new TypedDocumentString(`
    query WebhookDeliveryById($id: ID!) {
  node(id: $id) {
    __typename
    ... on WebhookDelivery {
      id
      eventId
      eventName
      isTest
      state
      payload
      occurredAt
      createdAt
      endedAt
      attemptCount
      nextAttemptAt
      attempts {
        number
        startedAt
        outcome
        statusCode
        durationMs
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveryByIdQuery, WebhookDeliveryByIdQueryVariables>;
export const WebhookListDocument = new TypedDocumentString(`
    query WebhookList($filter: WebhookFilter, $orderBy: WebhookOrder, $first: Int, $after: String, $last: Int, $before: String) {
  webhooks(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      customerId
      url
      description
      eventNames
      state
      disabledReason
      failingSince
      createdAt
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookListQuery, WebhookListQueryVariables>;