/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Permitted use of the customer’s cases by one of its keys. */
export type CaseAccess =
  /** The key can’t see that any case exists. */
  | 'NONE'
  /** The key can read and search all cases of the customer. */
  | 'READ'
  /** The key can also create cases, upload documents, erase them, and choose members. */
  | 'WRITE';

/** Customer to create. */
export type CreateCustomerInput = {
  /** Hard limit in micros of USD per calendar month (UTC). Null: no hard limit. Default: the setting for the plan; initially none. */
  hardLimitMicros?: number | null | undefined;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Name of the customer: 1 to 200 characters, unique. */
  name: string;
  /** Plan of the customer. */
  plan: Plan;
  /** Soft cap in micros of USD per calendar month (UTC). Null: no soft cap. Default: the setting for the plan; initially 20000000 for BASE and none for others. */
  softCapMicros?: number | null | undefined;
};

/** Filter for customers. All given conditions must match. */
export type CustomerFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** True for suspended customers only, false for the others only. */
  isSuspended?: boolean | null | undefined;
  /** Only customers with one of these plans. */
  plan?: Array<Plan> | null | undefined;
  /** Part of the name. Case and accents don’t matter. */
  search?: string | null | undefined;
};

/** Sort order of a list. */
export type CustomerOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: CustomerOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type CustomerOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** Name, ignoring case. */
  | 'NAME'
  /** Time of the last change. */
  | 'UPDATED_AT';

/** Key to issue, with its limits and lifetime. */
export type IssueCustomerKeyInput = {
  /** Maximum calls per minute, 1 to 1000000. Null or left out: no limit for this key. */
  callsPerMinute?: number | null | undefined;
  /** Permitted use of the customer’s cases. Null or left out: NONE. */
  caseAccess?: CaseAccess | null | undefined;
  /** Id of the customer. */
  customerId: string | number;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Days until expiry, 1 to 1095. Default: 365. */
  lifetimeDays?: number | null | undefined;
  /** Limit of the key in micros of USD per calendar month (UTC). Null or left out: only the customer’s limits apply. */
  monthlyLimitMicros?: number | null | undefined;
  /** Purpose of the key: 1 to 200 characters. */
  name: string;
  /** Names of the tasks that the key can run, at most 50. Null or left out: all. */
  tasks?: Array<string> | null | undefined;
};

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

/** The key to revoke. */
export type RevokeCustomerKeyInput = {
  /** Id of the key, as in lists. Its secret isn’t needed. */
  customerKeyId: string | number;
};

/** The key to replace by a new one with equal permissions. */
export type RotateCustomerKeyInput = {
  /** Id of the key to replace, which must not be expired or revoked. */
  customerKeyId: string | number;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Days until the new key expires, 1 to 1095. Default: 365. */
  lifetimeDays?: number | null | undefined;
  /** Hours for which the old key stays valid next to the new one, 0 to 168. Default: 24. The overlap never extends the old key’s own expiry. */
  overlapHours?: number | null | undefined;
};

/** Changes to a customer. Fields left out keep their value. */
export type UpdateCustomerInput = {
  /** Id of the customer. */
  customerId: string | number;
  /** Hard limit in micros of USD per calendar month (UTC). Null removes it. */
  hardLimitMicros?: number | null | undefined;
  /** Version the caller last read. If the customer has changed since, nothing is saved and the result is `CustomerChanged`. Omit to overwrite. */
  ifVersion?: number | null | undefined;
  /** True suspends the customer: its model calls, and all requests of its agents, are refused. False resumes it. The service account can’t be suspended. */
  isSuspended?: boolean | null | undefined;
  /** New name: 1 to 200 characters, unique. */
  name?: string | null | undefined;
  /** New plan. */
  plan?: Plan | null | undefined;
  /** Soft cap in micros of USD per calendar month (UTC). Null removes it. */
  softCapMicros?: number | null | undefined;
};

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

export type CreateCustomerMutationVariables = Exact<{
  input: CreateCustomerInput;
}>;


export type CreateCustomerMutation = { createCustomer:
    | { customer: { id: string } | null }
    | { __typename: 'CustomerNameTaken', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type CustomerByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerByIdQuery = { customer: { id: string, name: string, plan: Plan, isOwnUse: boolean, softCapMicros: number | null, hardLimitMicros: number | null, suspendedAt: string | null, version: number, createdAt: string, updatedAt: string, isPastSoftCap: boolean, thisMonth: { month: string, spentMicros: number, reservedMicros: number, uncertainMicros: number, calls: number, callsOfUnknownCost: number, callsOfEstimatedCost: number, inputTokens: number, outputTokens: number }, months: Array<{ month: string, spentMicros: number, calls: number, callsOfUnknownCost: number }>, keys: Array<{ id: string, name: string, hint: string, isForAllTasks: boolean, tasks: Array<string>, monthlyLimitMicros: number | null, callsPerMinute: number | null, caseAccess: CaseAccess, issuedBy: string, createdAt: string, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null, thisMonth: { spentMicros: number } }> } | null };

export type CustomerDaysQueryVariables = Exact<{
  customerId: string | number;
}>;


export type CustomerDaysQuery = { usage: Array<{ group: string | null, runs: number, chargedMicros: number, runsOfUnknownCost: number, runsOfEstimatedCost: number, simulatedRuns: number }> };

export type CustomerListQueryVariables = Exact<{
  filter?: CustomerFilter | null | undefined;
  orderBy?: CustomerOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CustomerListQuery = { customers: { nodes: Array<{ id: string, name: string, plan: Plan, isOwnUse: boolean, suspendedAt: string | null, softCapMicros: number | null, hardLimitMicros: number | null, isPastSoftCap: boolean, thisMonth: { spentMicros: number, callsOfUnknownCost: number } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type IssueCustomerKeyMutationVariables = Exact<{
  input: IssueCustomerKeyInput;
}>;


export type IssueCustomerKeyMutation = { issueCustomerKey:
    | { __typename: 'CustomerKeyConflict', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { token: string | null }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RevokeCustomerKeyMutationVariables = Exact<{
  input: RevokeCustomerKeyInput;
}>;


export type RevokeCustomerKeyMutation = { revokeCustomerKey:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { customerKey: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RotateCustomerKeyMutationVariables = Exact<{
  input: RotateCustomerKeyInput;
}>;


export type RotateCustomerKeyMutation = { rotateCustomerKey:
    | { __typename: 'CustomerKeyConflict', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { token: string | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type TasksForKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type TasksForKeysQuery = { tasks: Array<{ name: string, title: string }> };

export type UpdateCustomerMutationVariables = Exact<{
  input: UpdateCustomerInput;
}>;


export type UpdateCustomerMutation = { updateCustomer:
    | { __typename: 'CustomerChanged', version: number, code: ProblemCode, message: string }
    | { __typename: 'CustomerNameTaken', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { customer: { id: string, version: number } | null }
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
export const CreateCustomerDocument = new TypedDocumentString(`
    mutation CreateCustomer($input: CreateCustomerInput!) {
  createCustomer(input: $input) {
    ... on CreatedCustomer {
      customer {
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
}`) as unknown as TypedDocumentString<CreateCustomerMutation, CreateCustomerMutationVariables>;
export const CustomerByIdDocument = new TypedDocumentString(`
    query CustomerById($id: ID!) {
  customer(id: $id) {
    id
    name
    plan
    isOwnUse
    softCapMicros
    hardLimitMicros
    suspendedAt
    version
    createdAt
    updatedAt
    isPastSoftCap
    thisMonth {
      month
      spentMicros
      reservedMicros
      uncertainMicros
      calls
      callsOfUnknownCost
      callsOfEstimatedCost
      inputTokens
      outputTokens
    }
    months(first: 6) {
      month
      spentMicros
      calls
      callsOfUnknownCost
    }
    keys {
      id
      name
      hint
      isForAllTasks
      tasks
      monthlyLimitMicros
      callsPerMinute
      caseAccess
      issuedBy
      createdAt
      expiresAt
      revokedAt
      lastUsedAt
      thisMonth {
        spentMicros
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CustomerByIdQuery, CustomerByIdQueryVariables>;
export const CustomerDaysDocument = new TypedDocumentString(`
    query CustomerDays($customerId: ID!) {
  usage(customerId: $customerId, groupBy: DAY) {
    group
    runs
    chargedMicros
    runsOfUnknownCost
    runsOfEstimatedCost
    simulatedRuns
  }
}
    `) as unknown as TypedDocumentString<CustomerDaysQuery, CustomerDaysQueryVariables>;
export const CustomerListDocument = new TypedDocumentString(`
    query CustomerList($filter: CustomerFilter, $orderBy: CustomerOrder, $first: Int, $after: String, $last: Int, $before: String) {
  customers(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      name
      plan
      isOwnUse
      suspendedAt
      softCapMicros
      hardLimitMicros
      isPastSoftCap
      thisMonth {
        spentMicros
        callsOfUnknownCost
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
    `) as unknown as TypedDocumentString<CustomerListQuery, CustomerListQueryVariables>;
export const IssueCustomerKeyDocument = new TypedDocumentString(`
    mutation IssueCustomerKey($input: IssueCustomerKeyInput!) {
  issueCustomerKey(input: $input) {
    ... on IssuedCustomerKey {
      token
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
}`) as unknown as TypedDocumentString<IssueCustomerKeyMutation, IssueCustomerKeyMutationVariables>;
export const RevokeCustomerKeyDocument = new TypedDocumentString(`
    mutation RevokeCustomerKey($input: RevokeCustomerKeyInput!) {
  revokeCustomerKey(input: $input) {
    ... on RevokedCustomerKey {
      customerKey {
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
}`) as unknown as TypedDocumentString<RevokeCustomerKeyMutation, RevokeCustomerKeyMutationVariables>;
export const RotateCustomerKeyDocument = new TypedDocumentString(`
    mutation RotateCustomerKey($input: RotateCustomerKeyInput!) {
  rotateCustomerKey(input: $input) {
    ... on RotatedCustomerKey {
      token
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
}`) as unknown as TypedDocumentString<RotateCustomerKeyMutation, RotateCustomerKeyMutationVariables>;
export const TasksForKeysDocument = new TypedDocumentString(`
    query TasksForKeys {
  tasks {
    name
    title
  }
}
    `) as unknown as TypedDocumentString<TasksForKeysQuery, TasksForKeysQueryVariables>;
export const UpdateCustomerDocument = new TypedDocumentString(`
    mutation UpdateCustomer($input: UpdateCustomerInput!) {
  updateCustomer(input: $input) {
    ... on UpdatedCustomer {
      customer {
        id
        version
      }
    }
    ... on CustomerChanged {
      version
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
}`) as unknown as TypedDocumentString<UpdateCustomerMutation, UpdateCustomerMutationVariables>;