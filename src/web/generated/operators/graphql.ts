/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Operator to disable. */
export type DisableOperatorInput = {
  /** Version the caller last read. If the operator has changed since, nothing is saved and the result is `OperatorChanged`. Omit to overwrite. */
  ifVersion?: number | null | undefined;
  /** Id of the operator. */
  operatorId: string | number;
};

/** Operator to enable. */
export type EnableOperatorInput = {
  /** Version the caller last read. If the operator has changed since, nothing is saved and the result is `OperatorChanged`. Omit to overwrite. */
  ifVersion?: number | null | undefined;
  /** Id of the operator. */
  operatorId: string | number;
};

/** Session of the caller to end. */
export type EndSessionInput = {
  /** Id of the session, from `mySessions`. */
  sessionId: string | number;
};

/** Person to invite as an operator. */
export type InviteOperatorInput = {
  /** E-mail address with which the new operator will sign in. An earlier open invitation to this address stops working. */
  email: string;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Roles of the new operator, at least one. You can only grant permissions that you have. */
  roles: Array<OperatorRole>;
};

/** Token to issue. */
export type IssueOperatorTokenInput = {
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Days until the token expires, 1 to 365. Default: 90. If the caller uses a token itself, the new token expires no later than the caller’s. */
  lifetimeDays?: number | null | undefined;
  /** Purpose of the token: 1 to 200 characters. */
  name: string;
  /** Operator that the token acts as. Default: the caller; required with the admin token, which isn’t an operator. Only an ADMIN can issue tokens for another operator. */
  operatorId?: string | number | null | undefined;
  /** Permissions of the token, e.g. `approvals:read`. Both the operator and the caller must have them. */
  scopes: Array<string>;
};

/** Filter for operators. All given conditions must match. */
export type OperatorFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** True for disabled operators only, false for enabled ones only. */
  isDisabled?: boolean | null | undefined;
  /** Only operators with one of these roles. */
  roles?: Array<OperatorRole> | null | undefined;
  /** Part of the name or e-mail address. Case and accents don't matter. */
  search?: string | null | undefined;
};

/** Filter for invitations. All given conditions must match. */
export type OperatorInvitationFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** True for open invitations only, false for accepted, revoked and expired ones. */
  isOpen?: boolean | null | undefined;
};

/** Sort order of a list. */
export type OperatorInvitationOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: OperatorInvitationOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type OperatorInvitationOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** E-mail address of the invited person, ignoring case. */
  | 'EMAIL'
  /** Time when the invitation expires. */
  | 'EXPIRES_AT';

/** Sort order of a list. */
export type OperatorOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: OperatorOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type OperatorOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** `lastSeenAt`. Operators without this time come last. */
  | 'LAST_SEEN_AT'
  /** Name, ignoring case. */
  | 'NAME';

/** Role of an operator. An operator can have several. */
export type OperatorRole =
  /** Has all permissions that an operator can have, and manages operators. */
  | 'ADMIN'
  /** Decides approvals. */
  | 'APPROVER'
  /** Reads and exports all records. */
  | 'AUDITOR'
  /** Works with pictures, seals and tasks. */
  | 'EDITOR';

/** Filter for tokens. All given conditions must match. */
export type OperatorTokenFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** True: only tokens that are neither revoked nor expired. False: only the others. */
  isValid?: boolean | null | undefined;
  /** Only tokens of this operator. Callers who can’t manage operators only see their own. */
  operatorId?: string | number | null | undefined;
};

/** Sort order of a list. */
export type OperatorTokenOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: OperatorTokenOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type OperatorTokenOrderField =
  /** Time when the token was issued. */
  | 'CREATED_AT'
  /** Time when the token expires. */
  | 'EXPIRES_AT'
  /** Time of last use. Tokens never used come last. */
  | 'LAST_USED_AT'
  /** Name, ignoring case. */
  | 'NAME';

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

/** Operator who has lost their second factors. */
export type ResetSecondFactorsInput = {
  /** Id of the operator. Remove your own second factors on the account page. */
  operatorId: string | number;
};

/** Invitation to revoke. */
export type RevokeOperatorInvitationInput = {
  /** Id of the invitation. */
  operatorInvitationId: string | number;
};

/** The token to revoke. */
export type RevokeOperatorTokenInput = {
  /** Id of the token, as in lists. Its secret isn’t needed. */
  operatorTokenId: string | number;
};

/** The token to replace by a new one with equal permissions. */
export type RotateOperatorTokenInput = {
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Days until the new token expires, 1 to 365. Default: 90. */
  lifetimeDays?: number | null | undefined;
  /** Id of the token to replace, which must not be expired or revoked. */
  operatorTokenId: string | number;
  /** Hours for which the old token stays valid next to the new one, 0 to 168. Default: 24. The overlap never extends the old token’s own expiry. */
  overlapHours?: number | null | undefined;
};

/** Second factor of a sign-in. */
export type SecondFactor =
  /** Codes of an authenticator app. */
  | 'APP'
  /** One or more passkeys, which also replace the password. */
  | 'PASSKEY';

/** Name of a setting. */
export type SettingName =
  /** Days until a pending approval of an output or a change expires. The publishing policy sets the time for publish requests. Applies to approvals created afterwards. */
  | 'APPROVALS_DAYS'
  /** Days that held content is kept after the decision, encrypted. Its digest stays. */
  | 'APPROVALS_HELD_CONTENT_DAYS'
  /** Maximum number of approvals of outputs and changes that one caller can request per day. Publish requests have their own limit. */
  | 'APPROVALS_PER_DAY'
  /** Seconds that browsers and caches may keep a picture without revalidating. A picture in the trash can stay visible that long. 31536000 (one year) is the longest. */
  | 'ASSETS_KEPT_BY_CACHES_SECONDS'
  /** Maximum number of rotations that a caller other than an operator can start per day. Each campaign has its own rotation for each combination of wanted and excluded tags. */
  | 'ASSETS_NEW_ROTATIONS_PER_DAY'
  /** Hold new pictures until an operator releases them. Rendered, uploaded and imported pictures start with the status QUARANTINED. */
  | 'ASSETS_REVIEW_BEFORE_USE'
  /** Days in the trash after which a picture is purged. 0: never automatically. */
  | 'ASSETS_TRASH_KEPT_DAYS'
  /** Months that audit entries are kept. Minimum 13. 0: forever. */
  | 'AUDIT_KEEP_MONTHS'
  /** Days that audit entries keep the network a change came from. Minimum 7. Afterwards the network is erased; the hash chain stays intact. 0: as long as the entry is kept. */
  | 'AUDIT_KEEP_NETWORK_DAYS'
  /** Days that audit entries keep the values before and after a change, which may contain personal data. Minimum 90. Actor, action and time are kept. 0: as long as the entry. */
  | 'AUDIT_KEEP_VALUES_DAYS'
  /** Minutes between anchors of the records’ hash chain in the transparency log. Someone with write access to the database could still rewrite records newer than the last anchor without a trace. */
  | 'CHAIN_ANCHOR_MINUTES'
  /** Hard limit per calendar month (UTC) of new customers with the plan BASE, in micros of USD in the API and the environment. 0: none. Existing customers keep theirs. */
  | 'CUSTOMERS_BASE_HARD_LIMIT_MICROS'
  /** Soft cap per calendar month (UTC) of new customers with the plan BASE, in micros of USD in the API and the environment. 0: none. Existing customers keep theirs. */
  | 'CUSTOMERS_BASE_SOFT_CAP_MICROS'
  /** Hard limit per calendar month (UTC) of new customers with the plan ENTERPRISE, in micros of USD in the API and the environment. 0: none. Existing customers keep theirs. */
  | 'CUSTOMERS_ENTERPRISE_HARD_LIMIT_MICROS'
  /** Soft cap per calendar month (UTC) of new customers with the plan ENTERPRISE, in micros of USD in the API and the environment. 0: none. Existing customers keep theirs. */
  | 'CUSTOMERS_ENTERPRISE_SOFT_CAP_MICROS'
  /** Hard limit per calendar month (UTC) of new customers with the plan PRO, in micros of USD in the API and the environment. 0: none. Existing customers keep theirs. */
  | 'CUSTOMERS_PRO_HARD_LIMIT_MICROS'
  /** Soft cap per calendar month (UTC) of new customers with the plan PRO, in micros of USD in the API and the environment. 0: none. Existing customers keep theirs. */
  | 'CUSTOMERS_PRO_SOFT_CAP_MICROS'
  /** Maximum size of all documents of a customer together. Erased documents don’t count. */
  | 'DOCUMENTS_BYTES_PER_CUSTOMER'
  /** Maximum size of an uploaded file. 100000000 (100 MB) is the highest. */
  | 'DOCUMENTS_MAX_BYTES'
  /** Maximum number of documents in a case, attachments included. Erased documents don’t count. */
  | 'DOCUMENTS_PER_CASE'
  /** Maximum number of briefs whose quotations a caller can have checked per minute. */
  | 'DOCUMENTS_QUOTATION_CHECKS_PER_MINUTE'
  /** Maximum number of documents that a caller can upload per minute. Each file of a zip counts. */
  | 'DOCUMENTS_UPLOADS_PER_MINUTE'
  /** Require a second person to approve new versions of the model catalogue. Switching it off needs the same approval, so it can be switched on only while another person can approve. */
  | 'FOUR_EYES_CATALOGUE'
  /** Require a second person to approve new versions of the routing policy and the publishing policy. Switching it off needs the same approval, so it can be switched on only while another person can approve. */
  | 'FOUR_EYES_POLICY'
  /** Require a second person to approve changes of settings other than secrets. Switching it off needs the same approval, so it can be switched on only while another person can approve. */
  | 'FOUR_EYES_SETTINGS'
  /** Maximum number of runs with an idempotency key per caller and day. The database keeps one row for each key for a day. */
  | 'GATEWAY_IDEMPOTENCY_KEYS_PER_DAY'
  /** Minimum number of whole months that runs are kept after the month in which they started, except simulated runs. All runs of a month are deleted together, oldest month first, one month after the last of them has reached its minimum. 0: forever. */
  | 'GATEWAY_KEEP_RUNS_MONTHS'
  /** Minimum number of whole months that simulated runs are kept after the month in which they started. All runs of a month are deleted together, oldest month first, one month after the last of them has reached its minimum. 0: forever. */
  | 'GATEWAY_KEEP_SIMULATED_RUNS_MONTHS'
  /** Maximum bytes of answers stored per caller and day. A repeated request with the same idempotency key gets the stored answer. */
  | 'GATEWAY_KEPT_ANSWER_BYTES_PER_DAY'
  /** Maximum number of simulated tasks per day for a caller who can’t run tasks, if the sandbox is on. */
  | 'GATEWAY_SIMULATED_RUNS_PER_DAY'
  /** Bearer secret with which external systems call this service, for example to render pictures or to run tasks. Only its fingerprint is shown. */
  | 'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET'
  /** Days during which an operator invitation can be accepted. */
  | 'OPERATORS_INVITATION_DAYS'
  /** Maximum number of publish requests per caller and day. */
  | 'PUBLISHING_REQUESTS_PER_DAY'
  /** Maximum number of texts redacted or restored per caller and minute. Callers without a credential are counted by network address. Callers with the permission `texts:unmetered` are exempt. */
  | 'REDACTION_TEXTS_PER_MINUTE'
  /** Maximum number of small pictures per day for a caller who is anonymous or lacks the permission to render, if the sandbox is on. */
  | 'RENDERS_STRANGERS_PICTURES_PER_DAY'
  /** Maximum number of queued and running renders per caller. */
  | 'RENDERS_UNDER_WAY'
  /** Maximum bytes of sealed text stored (`retain`) per caller and hour. Callers without a credential are counted by network address. Operators and integrations are exempt. */
  | 'SEALS_KEPT_BYTES_PER_HOUR'
  /** Maximum number of seals, status changes and erasures per caller and day. Callers without a credential are counted by network address. Operators and integrations are exempt. */
  | 'SEALS_PER_DAY'
  /** Maximum number of seals, status changes and erasures per caller and minute. Callers without a credential are counted by network address. Operators and integrations are exempt. */
  | 'SEALS_PER_MINUTE'
  /** Seal every rendered picture when it is saved to the image bank. */
  | 'SEALS_SEAL_RENDERS'
  /** Certificate chain of the time stamping authority in PEM, its own certificate first. Add the chains of earlier authorities behind it, because older seals keep their stamps. Distribute trust.json again after a change. The environment variable holds the chain or names its file. */
  | 'SEALS_TIME_STAMP_CERTIFICATES'
  /** Address of the RFC 3161 time stamping authority for new seals. Empty: none. Set its certificates first: a test stamp is requested before the address is saved. Everyone who can read settings sees the address. */
  | 'SEALS_TIME_STAMP_URL'
  /** Days that webhook deliveries are kept after they end, for inspection and replay. */
  | 'WEBHOOKS_KEEP_DELIVERIES_DAYS';

/** Confirmation to end all sessions of the caller. */
export type SignOutEverywhereInput = {
  /** Must be `true`, because the session of this request ends too. */
  confirm: boolean;
};

/** New roles of an operator. */
export type UpdateOperatorRolesInput = {
  /** Version the caller last read. If the operator has changed since, nothing is saved and the result is `OperatorChanged`. Omit to overwrite. */
  ifVersion?: number | null | undefined;
  /** Id of the operator. */
  operatorId: string | number;
  /** New roles, at least one. They replace all current ones. */
  roles: Array<OperatorRole>;
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

export type ChangeRolesMutationVariables = Exact<{
  input: UpdateOperatorRolesInput;
}>;


export type ChangeRolesMutation = { updateOperatorRoles:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'OperatorChanged', version: number, code: ProblemCode, message: string }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { operator: { id: string, version: number } | null }
   | null };

export type DisablePersonMutationVariables = Exact<{
  input: DisableOperatorInput;
}>;


export type DisablePersonMutation = { disableOperator:
    | { operator: { id: string, version: number } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'OperatorChanged', code: ProblemCode, message: string }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type EnablePersonMutationVariables = Exact<{
  input: EnableOperatorInput;
}>;


export type EnablePersonMutation = { enableOperator:
    | { operator: { id: string, version: number } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'OperatorChanged', code: ProblemCode, message: string }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type EndOwnSessionMutationVariables = Exact<{
  input: EndSessionInput;
}>;


export type EndOwnSessionMutation = { endSession:
    | { sessionId: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type InvitePersonMutationVariables = Exact<{
  input: InviteOperatorInput;
}>;


export type InvitePersonMutation = { inviteOperator:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { link: string | null, invitation: { id: string, email: string, expiresAt: string } | null }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type IssueTokenMutationVariables = Exact<{
  input: IssueOperatorTokenInput;
}>;


export type IssueTokenMutation = { issueOperatorToken:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { token: string | null }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type MySessionListQueryVariables = Exact<{ [key: string]: never; }>;


export type MySessionListQuery = { mySessions: Array<{ id: string, isCurrent: boolean, browser: string, address: string | null, lastAddress: string | null, createdAt: string, lastSeenAt: string, expiresAt: string }> };

export type OperatorByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type OperatorByIdQuery = { operator: { id: string, name: string, email: string, roles: Array<OperatorRole>, disabledAt: string | null, lastSeenAt: string | null, secondFactors: Array<SecondFactor> | null, version: number, createdAt: string, updatedAt: string } | null };

export type OperatorInvitationListQueryVariables = Exact<{
  filter?: OperatorInvitationFilter | null | undefined;
  orderBy?: OperatorInvitationOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type OperatorInvitationListQuery = { operatorInvitations: { nodes: Array<{ id: string, email: string, roles: Array<OperatorRole>, invitedBy: string, createdAt: string, expiresAt: string, acceptedAt: string | null, operatorId: string | null, revokedAt: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type OperatorListQueryVariables = Exact<{
  filter?: OperatorFilter | null | undefined;
  orderBy?: OperatorOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type OperatorListQuery = { operators: { nodes: Array<{ id: string, name: string, email: string, roles: Array<OperatorRole>, disabledAt: string | null, lastSeenAt: string | null, secondFactors: Array<SecondFactor> | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type OperatorTokenListQueryVariables = Exact<{
  filter?: OperatorTokenFilter | null | undefined;
  orderBy?: OperatorTokenOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type OperatorTokenListQuery = { operatorTokens: { nodes: Array<{ id: string, operatorId: string, name: string, hint: string, scopes: Array<string>, issuedBy: string, createdAt: string, expiresAt: string, revokedAt: string | null, lastUsedAt: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type PossibleApproversQueryVariables = Exact<{ [key: string]: never; }>;


export type PossibleApproversQuery = { operators: { nodes: Array<{ id: string }> }, settings: Array<{ name: SettingName, title: string, value:
      | { __typename: 'BooleanValue', boolean: boolean }
      | { __typename: 'IntegerValue' }
      | { __typename: 'SecretValue' }
      | { __typename: 'TextValue' }
     }> };

export type ResetFactorsMutationVariables = Exact<{
  input: ResetSecondFactorsInput;
}>;


export type ResetFactorsMutation = { resetSecondFactors:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { operator: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RevokeTokenMutationVariables = Exact<{
  input: RevokeOperatorTokenInput;
}>;


export type RevokeTokenMutation = { revokeOperatorToken:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { operatorToken: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RotateTokenMutationVariables = Exact<{
  input: RotateOperatorTokenInput;
}>;


export type RotateTokenMutation = { rotateOperatorToken:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { token: string | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type SignOutEverywhereMutationVariables = Exact<{
  input: SignOutEverywhereInput;
}>;


export type SignOutEverywhereMutation = { signOutEverywhere:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { endedCount: number }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type WithdrawInvitationMutationVariables = Exact<{
  input: RevokeOperatorInvitationInput;
}>;


export type WithdrawInvitationMutation = { revokeOperatorInvitation:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'OperatorConflict', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { invitation: { id: string } | null }
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
export const ChangeRolesDocument = new TypedDocumentString(`
    mutation ChangeRoles($input: UpdateOperatorRolesInput!) {
  updateOperatorRoles(input: $input) {
    ... on UpdatedOperatorRoles {
      operator {
        id
        version
      }
    }
    ... on OperatorChanged {
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
}`) as unknown as TypedDocumentString<ChangeRolesMutation, ChangeRolesMutationVariables>;
export const DisablePersonDocument = new TypedDocumentString(`
    mutation DisablePerson($input: DisableOperatorInput!) {
  disableOperator(input: $input) {
    ... on DisabledOperator {
      operator {
        id
        version
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
}`) as unknown as TypedDocumentString<DisablePersonMutation, DisablePersonMutationVariables>;
export const EnablePersonDocument = new TypedDocumentString(`
    mutation EnablePerson($input: EnableOperatorInput!) {
  enableOperator(input: $input) {
    ... on EnabledOperator {
      operator {
        id
        version
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
}`) as unknown as TypedDocumentString<EnablePersonMutation, EnablePersonMutationVariables>;
export const EndOwnSessionDocument = new TypedDocumentString(`
    mutation EndOwnSession($input: EndSessionInput!) {
  endSession(input: $input) {
    ... on EndedSession {
      sessionId
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
}`) as unknown as TypedDocumentString<EndOwnSessionMutation, EndOwnSessionMutationVariables>;
export const InvitePersonDocument = new TypedDocumentString(`
    mutation InvitePerson($input: InviteOperatorInput!) {
  inviteOperator(input: $input) {
    ... on InvitedOperator {
      link
      invitation {
        id
        email
        expiresAt
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
}`) as unknown as TypedDocumentString<InvitePersonMutation, InvitePersonMutationVariables>;
export const IssueTokenDocument = new TypedDocumentString(`
    mutation IssueToken($input: IssueOperatorTokenInput!) {
  issueOperatorToken(input: $input) {
    ... on IssuedOperatorToken {
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
}`) as unknown as TypedDocumentString<IssueTokenMutation, IssueTokenMutationVariables>;
export const MySessionListDocument = new TypedDocumentString(`
    query MySessionList {
  mySessions {
    id
    isCurrent
    browser
    address
    lastAddress
    createdAt
    lastSeenAt
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<MySessionListQuery, MySessionListQueryVariables>;
export const OperatorByIdDocument = new TypedDocumentString(`
    query OperatorById($id: ID!) {
  operator(id: $id) {
    id
    name
    email
    roles
    disabledAt
    lastSeenAt
    secondFactors
    version
    createdAt
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<OperatorByIdQuery, OperatorByIdQueryVariables>;
export const OperatorInvitationListDocument = new TypedDocumentString(`
    query OperatorInvitationList($filter: OperatorInvitationFilter, $orderBy: OperatorInvitationOrder, $first: Int, $after: String, $last: Int, $before: String) {
  operatorInvitations(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      email
      roles
      invitedBy
      createdAt
      expiresAt
      acceptedAt
      operatorId
      revokedAt
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<OperatorInvitationListQuery, OperatorInvitationListQueryVariables>;
export const OperatorListDocument = new TypedDocumentString(`
    query OperatorList($filter: OperatorFilter, $orderBy: OperatorOrder, $first: Int, $after: String, $last: Int, $before: String) {
  operators(
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
      email
      roles
      disabledAt
      lastSeenAt
      secondFactors
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<OperatorListQuery, OperatorListQueryVariables>;
export const OperatorTokenListDocument = new TypedDocumentString(`
    query OperatorTokenList($filter: OperatorTokenFilter, $orderBy: OperatorTokenOrder, $first: Int, $after: String, $last: Int, $before: String) {
  operatorTokens(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      operatorId
      name
      hint
      scopes
      issuedBy
      createdAt
      expiresAt
      revokedAt
      lastUsedAt
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<OperatorTokenListQuery, OperatorTokenListQueryVariables>;
export const PossibleApproversDocument = new TypedDocumentString(`
    query PossibleApprovers {
  operators(first: 3, filter: {isDisabled: false, roles: [ADMIN, APPROVER]}) {
    nodes {
      id
    }
  }
  settings(names: [FOUR_EYES_POLICY, FOUR_EYES_CATALOGUE, FOUR_EYES_SETTINGS]) {
    name
    title
    value {
      __typename
      ... on BooleanValue {
        boolean
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PossibleApproversQuery, PossibleApproversQueryVariables>;
export const ResetFactorsDocument = new TypedDocumentString(`
    mutation ResetFactors($input: ResetSecondFactorsInput!) {
  resetSecondFactors(input: $input) {
    ... on ResetSecondFactors {
      operator {
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
}`) as unknown as TypedDocumentString<ResetFactorsMutation, ResetFactorsMutationVariables>;
export const RevokeTokenDocument = new TypedDocumentString(`
    mutation RevokeToken($input: RevokeOperatorTokenInput!) {
  revokeOperatorToken(input: $input) {
    ... on RevokedOperatorToken {
      operatorToken {
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
}`) as unknown as TypedDocumentString<RevokeTokenMutation, RevokeTokenMutationVariables>;
export const RotateTokenDocument = new TypedDocumentString(`
    mutation RotateToken($input: RotateOperatorTokenInput!) {
  rotateOperatorToken(input: $input) {
    ... on RotatedOperatorToken {
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
}`) as unknown as TypedDocumentString<RotateTokenMutation, RotateTokenMutationVariables>;
export const SignOutEverywhereDocument = new TypedDocumentString(`
    mutation SignOutEverywhere($input: SignOutEverywhereInput!) {
  signOutEverywhere(input: $input) {
    ... on SignedOutEverywhere {
      endedCount
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
}`) as unknown as TypedDocumentString<SignOutEverywhereMutation, SignOutEverywhereMutationVariables>;
export const WithdrawInvitationDocument = new TypedDocumentString(`
    mutation WithdrawInvitation($input: RevokeOperatorInvitationInput!) {
  revokeOperatorInvitation(input: $input) {
    ... on RevokedOperatorInvitation {
      invitation {
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
}`) as unknown as TypedDocumentString<WithdrawInvitationMutation, WithdrawInvitationMutationVariables>;