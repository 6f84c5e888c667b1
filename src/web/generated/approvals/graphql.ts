/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Filter for requests for approval. All given conditions must match. A list matches if one of its values does. */
export type ApprovalFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Only requests of these customers, among those that the caller can see. */
  customerId?: Array<string | number> | null | undefined;
  /** Only requests that one of these actors has decided, with any verdict, e.g. `operator:op_…`. Use `viewer.actor` for your own decisions. */
  decidedBy?: Array<string> | null | undefined;
  /** Only requests filed by these actors, e.g. `agent:agt_…`. */
  requestedBy?: Array<string> | null | undefined;
  /** Only requests in these states. */
  state?: Array<ApprovalState> | null | undefined;
  /** Only requests with one of these values of `subjectId`: ids of runs or publish requests, or names of settings or documents. */
  subjectId?: Array<string | number> | null | undefined;
  /** Only requests about these kinds of subjects. */
  subjectKind?: Array<ApprovalSubject> | null | undefined;
};

/** Filter for the inbox. All given conditions must match. A list matches if one of its values does. A list has at most 20 values. */
export type ApprovalInboxFilter = {
  /** Only requests for these channels, compared with the member `channel` of `facts`. Publish requests have a `PublishChannel`, e.g. `EMAIL`; other kinds can have other values without a change of the schema. */
  channel?: Array<string> | null | undefined;
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Only requests of these customers. */
  customerId?: Array<string | number> | null | undefined;
  /** True: only requests that expire within 24 hours. False: all requests. */
  isDueWithinADay?: boolean | null | undefined;
  /** Only requests about these kinds of subjects. */
  subjectKind?: Array<ApprovalSubject> | null | undefined;
};

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

/** Kind of content or change that needs approval. */
export type ApprovalSubject =
  /** Change of a setting or of a document such as the routing policy. `subjectId` names it, e.g. `ROUTING_POLICY`. */
  | 'CHANGE'
  /** Approval of an external action. `subjectId` is the id of the publish request. */
  | 'PUBLISH_REQUEST'
  /** Release of a run’s output. `subjectId` is the id of the run. */
  | 'RUN_OUTPUT';

/** Request to approve, with the digests of what the approver has read. */
export type ApproveInput = {
  /** Id of the request for approval. */
  approvalId: string | number;
  /** SHA-256 of the display that you saw: `displayHash` of the request. Refused if the display has changed. Stored and sealed with the decision. */
  displayHash?: string | null | undefined;
  /** Signature with your passkey. Required if you have a passkey, unless `beginDecision` returns `isPasskeyRequired: false`. Call `beginDecision` first. */
  passkey?: PasskeySignatureInput | null | undefined;
  /** Reason for the approval, at most 1000 characters. The requester can read it. */
  reason?: string | null | undefined;
  /** SHA-256 of the content that you read: `sha256` of the request. A different value is refused. */
  sha256: string;
};

/** Decision to sign with a passkey: the verdict, and the digests of what the approver has read. */
export type BeginDecisionInput = {
  /** Id of the request for approval. */
  approvalId: string | number;
  /** SHA-256 of the display that you saw: `displayHash` of the request. Send the same value with the decision, or neither. */
  displayHash?: string | null | undefined;
  /** SHA-256 of the content that you read: `sha256` of the request. A different value is refused. */
  sha256: string;
  /** The decision: approval or rejection. */
  verdict: Verdict;
};

/** Reason why the caller can’t decide a request. */
export type DecisionObstacle =
  /** The request was decided, canceled, superseded or revoked already. Read its `state` again. */
  | 'ALREADY_DECIDED'
  /** The admin token can no longer approve, because an operator can approve now. */
  | 'BOOTSTRAP_IS_OVER'
  /** You decided the request before. Each operator decides once. */
  | 'DECIDED_BEFORE'
  /** The displayed content has changed. Read the request again. */
  | 'DISPLAY_CHANGED'
  /** The request expired before enough operators decided. */
  | 'EXPIRED'
  /** You are disabled, or your roles or your token don’t have the permission `approvals:decide`. */
  | 'NOT_AN_APPROVER'
  /** You aren’t an operator who decides in their own name. Programs can’t decide. */
  | 'NOT_A_PERSON'
  /** The setting or document that the request changes was changed meanwhile, so the request is superseded. */
  | 'NO_LONGER_FITS'
  /** The SHA-256 in the input isn’t that of the requested content. Read the request again. */
  | 'OTHER_CONTENT'
  /** The request is yours, was made on your behalf or with a key that you issued, or your token was issued by a person who can’t decide it. */
  | 'OWN_REQUEST'
  /** The passkey’s signature isn’t valid for this decision, was used before, or came too late. Call `beginDecision` again. */
  | 'PASSKEY_REFUSED'
  /** You have a passkey, so you decide with it. Call `beginDecision`, and send the signature as `passkey`. */
  | 'PASSKEY_REQUIRED';

/** Key that signed a decision. */
export type DecisionSigner =
  /** A passkey of the approver signed the decision, and the service’s key signed which passkey it was. */
  | 'PASSKEY'
  /** The service’s key signed the decision (`DECISION_PRIVATE_KEY`). */
  | 'SERVICE_KEY';

/** Signature of a decision with a passkey, made with the options that `beginDecision` returned. */
export type PasskeySignatureInput = {
  /** Response of the browser as JSON: `toJSON()` of the `PublicKeyCredential` that `navigator.credentials.get` returned. */
  credential: Record<string, unknown>;
  /** `nonce` that `beginDecision` returned. It can be used once. */
  nonce: string;
};

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

/** Request to reject, with the reason. */
export type RejectInput = {
  /** Id of the request for approval. */
  approvalId: string | number;
  /** SHA-256 of the display that you saw: `displayHash` of the request. Refused if the display has changed. Stored and sealed with the decision. */
  displayHash?: string | null | undefined;
  /** Signature with your passkey. Required if you have a passkey, unless `beginDecision` returns `isPasskeyRequired: false`. Call `beginDecision` first. */
  passkey?: PasskeySignatureInput | null | undefined;
  /** Reason for the rejection, 1 to 1000 characters. The requester can read it. */
  reason: string;
  /** SHA-256 of the content that you read: `sha256` of the request. A different value is refused. */
  sha256: string;
};

/** Decision of an operator on a request for approval. */
export type Verdict =
  /** Approves the request. */
  | 'APPROVE'
  /** Rejects the request. One rejection is final. */
  | 'REJECT';

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

export type ActorFieldsFragment = { actor: string, name: string | null, owner: { actor: string, name: string | null } | null };

export type ApprovalChangedSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type ApprovalChangedSubscription = { approvalChanged: { id: string, state: ApprovalState } };

export type ApprovalRowFragment = { id: string, subjectKind: ApprovalSubject, title: string, facts: Record<string, unknown>, state: ApprovalState, quorum: number, createdAt: string, expiresAt: string, decidedAt: string | null, requestedBy: string, requester: { actor: string, name: string | null, owner: { actor: string, name: string | null } | null } | null, decisions: Array<{ verdict: Verdict, decidedBy: string }> };

export type ApprovalToDecideQueryVariables = Exact<{
  id: string | number;
}>;


export type ApprovalToDecideQuery = { approval: { subjectId: string, sha256: string, customerId: string | null, policyVersion: number | null, payloadText: string | null, displayText: string | null, displayHash: string | null, obstacle: DecisionObstacle | null, obstacleMessage: string | null, id: string, subjectKind: ApprovalSubject, title: string, facts: Record<string, unknown>, state: ApprovalState, quorum: number, createdAt: string, expiresAt: string, decidedAt: string | null, requestedBy: string, decisions: Array<{ verdict: Verdict, decidedBy: string, issuedBy: string | null, isSigned: boolean, signedWith: DecisionSigner | null, reason: string | null, displayHash: string | null, decidedAt: string, decider: { actor: string, name: string | null, owner: { actor: string, name: string | null } | null } | null }>, requester: { actor: string, name: string | null, owner: { actor: string, name: string | null } | null } | null } | null };

export type ApprovalsRecordedQueryVariables = Exact<{
  filter?: ApprovalFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ApprovalsRecordedQuery = { approvals: { nodes: Array<{ id: string, subjectKind: ApprovalSubject, title: string, facts: Record<string, unknown>, state: ApprovalState, quorum: number, createdAt: string, expiresAt: string, decidedAt: string | null, requestedBy: string, requester: { actor: string, name: string | null, owner: { actor: string, name: string | null } | null } | null, decisions: Array<{ verdict: Verdict, decidedBy: string }> }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type ApprovalsWaitingQueryVariables = Exact<{
  filter?: ApprovalInboxFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ApprovalsWaitingQuery = { approvalInbox: { nodes: Array<{ id: string, subjectKind: ApprovalSubject, title: string, facts: Record<string, unknown>, state: ApprovalState, quorum: number, createdAt: string, expiresAt: string, decidedAt: string | null, requestedBy: string, requester: { actor: string, name: string | null, owner: { actor: string, name: string | null } | null } | null, decisions: Array<{ verdict: Verdict, decidedBy: string }> }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, counts: { total: number, dueWithinADay: number, byChannel: Array<{ channel: string, count: number }> } } };

export type ApproveRequestMutationVariables = Exact<{
  input: ApproveInput;
}>;


export type ApproveRequestMutation = { approve:
    | { __typename: 'ApprovedRequest', approval: { id: string, state: ApprovalState } | null }
    | { __typename: 'DecisionRefused', obstacle: DecisionObstacle, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type BeginDecisionMutationVariables = Exact<{
  input: BeginDecisionInput;
}>;


export type BeginDecisionMutation = { beginDecision:
    | { __typename: 'BegunDecision', isPasskeyRequired: boolean, signatureRequest: { nonce: string, documentText: string, options: Record<string, unknown> } | null }
    | { __typename: 'DecisionRefused', obstacle: DecisionObstacle, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type InboxChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type InboxChangedSubscription = { approvalInboxChanged: { total: number, dueWithinADay: number, byChannel: Array<{ channel: string, count: number }> } };

export type InboxCountsFragment = { total: number, dueWithinADay: number, byChannel: Array<{ channel: string, count: number }> };

export type NextApprovalQueryVariables = Exact<{ [key: string]: never; }>;


export type NextApprovalQuery = { approvalInbox: { nodes: Array<{ id: string, title: string }> } };

export type RejectRequestMutationVariables = Exact<{
  input: RejectInput;
}>;


export type RejectRequestMutation = { reject:
    | { __typename: 'DecisionRefused', obstacle: DecisionObstacle, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RejectedRequest', approval: { id: string, state: ApprovalState } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
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
export const ActorFieldsFragmentDoc = new TypedDocumentString(`
    fragment ActorFields on ApprovalActor {
  actor
  name
  owner {
    actor
    name
  }
}
    `, {"fragmentName":"ActorFields"}) as unknown as TypedDocumentString<ActorFieldsFragment, unknown>;
export const ApprovalRowFragmentDoc = new TypedDocumentString(`
    fragment ApprovalRow on Approval {
  id
  subjectKind
  title
  facts
  state
  quorum
  createdAt
  expiresAt
  decidedAt
  requestedBy
  requester {
    ...ActorFields
  }
  decisions {
    verdict
    decidedBy
  }
}
    fragment ActorFields on ApprovalActor {
  actor
  name
  owner {
    actor
    name
  }
}`, {"fragmentName":"ApprovalRow"}) as unknown as TypedDocumentString<ApprovalRowFragment, unknown>;
export const InboxCountsFragmentDoc = new TypedDocumentString(`
    fragment InboxCounts on ApprovalInboxCounts {
  total
  dueWithinADay
  byChannel {
    channel
    count
  }
}
    `, {"fragmentName":"InboxCounts"}) as unknown as TypedDocumentString<InboxCountsFragment, unknown>;
export const ApprovalChangedDocument = new TypedDocumentString(`
    subscription ApprovalChanged($id: ID!) {
  approvalChanged(id: $id) {
    id
    state
  }
}
    `) as unknown as TypedDocumentString<ApprovalChangedSubscription, ApprovalChangedSubscriptionVariables>;
export const ApprovalToDecideDocument = new TypedDocumentString(`
    query ApprovalToDecide($id: ID!) {
  approval(id: $id) {
    ...ApprovalRow
    subjectId
    sha256
    customerId
    policyVersion
    payloadText
    displayText
    displayHash
    obstacle
    obstacleMessage
    decisions {
      verdict
      decidedBy
      decider {
        ...ActorFields
      }
      issuedBy
      isSigned
      signedWith
      reason
      displayHash
      decidedAt
    }
  }
}
    fragment ActorFields on ApprovalActor {
  actor
  name
  owner {
    actor
    name
  }
}
fragment ApprovalRow on Approval {
  id
  subjectKind
  title
  facts
  state
  quorum
  createdAt
  expiresAt
  decidedAt
  requestedBy
  requester {
    ...ActorFields
  }
  decisions {
    verdict
    decidedBy
  }
}`) as unknown as TypedDocumentString<ApprovalToDecideQuery, ApprovalToDecideQueryVariables>;
export const ApprovalsRecordedDocument = new TypedDocumentString(`
    query ApprovalsRecorded($filter: ApprovalFilter, $first: Int, $after: String, $last: Int, $before: String) {
  approvals(
    filter: $filter
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      ...ApprovalRow
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment ActorFields on ApprovalActor {
  actor
  name
  owner {
    actor
    name
  }
}
fragment ApprovalRow on Approval {
  id
  subjectKind
  title
  facts
  state
  quorum
  createdAt
  expiresAt
  decidedAt
  requestedBy
  requester {
    ...ActorFields
  }
  decisions {
    verdict
    decidedBy
  }
}`) as unknown as TypedDocumentString<ApprovalsRecordedQuery, ApprovalsRecordedQueryVariables>;
export const ApprovalsWaitingDocument = new TypedDocumentString(`
    query ApprovalsWaiting($filter: ApprovalInboxFilter, $first: Int, $after: String, $last: Int, $before: String) {
  approvalInbox(
    filter: $filter
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      ...ApprovalRow
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    counts {
      ...InboxCounts
    }
  }
}
    fragment ActorFields on ApprovalActor {
  actor
  name
  owner {
    actor
    name
  }
}
fragment ApprovalRow on Approval {
  id
  subjectKind
  title
  facts
  state
  quorum
  createdAt
  expiresAt
  decidedAt
  requestedBy
  requester {
    ...ActorFields
  }
  decisions {
    verdict
    decidedBy
  }
}
fragment InboxCounts on ApprovalInboxCounts {
  total
  dueWithinADay
  byChannel {
    channel
    count
  }
}`) as unknown as TypedDocumentString<ApprovalsWaitingQuery, ApprovalsWaitingQueryVariables>;
export const ApproveRequestDocument = new TypedDocumentString(`
    mutation ApproveRequest($input: ApproveInput!) {
  approve(input: $input) {
    __typename
    ... on ApprovedRequest {
      approval {
        id
        state
      }
    }
    ... on DecisionRefused {
      obstacle
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
}`) as unknown as TypedDocumentString<ApproveRequestMutation, ApproveRequestMutationVariables>;
export const BeginDecisionDocument = new TypedDocumentString(`
    mutation BeginDecision($input: BeginDecisionInput!) {
  beginDecision(input: $input) {
    __typename
    ... on BegunDecision {
      isPasskeyRequired
      signatureRequest {
        nonce
        documentText
        options
      }
    }
    ... on DecisionRefused {
      obstacle
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
}`) as unknown as TypedDocumentString<BeginDecisionMutation, BeginDecisionMutationVariables>;
export const InboxChangedDocument = new TypedDocumentString(`
    subscription InboxChanged {
  approvalInboxChanged {
    ...InboxCounts
  }
}
    fragment InboxCounts on ApprovalInboxCounts {
  total
  dueWithinADay
  byChannel {
    channel
    count
  }
}`) as unknown as TypedDocumentString<InboxChangedSubscription, InboxChangedSubscriptionVariables>;
export const NextApprovalDocument = new TypedDocumentString(`
    query NextApproval {
  approvalInbox(first: 2) {
    nodes {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<NextApprovalQuery, NextApprovalQueryVariables>;
export const RejectRequestDocument = new TypedDocumentString(`
    mutation RejectRequest($input: RejectInput!) {
  reject(input: $input) {
    __typename
    ... on RejectedRequest {
      approval {
        id
        state
      }
    }
    ... on DecisionRefused {
      obstacle
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
}`) as unknown as TypedDocumentString<RejectRequestMutation, RejectRequestMutationVariables>;