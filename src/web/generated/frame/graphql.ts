/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Kind of credential that a caller used. */
export type CredentialKind =
  /** Token in the `Authorization` header. */
  | 'BEARER'
  /** No credential: the service itself acted. */
  | 'INTERNAL'
  /** Token in the path of a link. */
  | 'LINK'
  /** Cookie of a user who signed in. */
  | 'SESSION';

/** Reason why deletion and erasure are on hold. */
export type DeletionHoldReason =
  /** The clock of the service or of the database jumped by more than a day while the service ran. */
  | 'LEAP'
  /** By its clock, the service started more than 45 days after the last time it recorded in the database. */
  | 'START';

/** Kind of item with an expiry date. */
export type ExpirationKind =
  /** A key of an agent. */
  | 'AGENT_KEY'
  /** The certificate of the time stamping authority. */
  | 'CERTIFICATE'
  /** A key of a customer. */
  | 'CUSTOMER_KEY'
  /** A personal token of an operator. */
  | 'OPERATOR_TOKEN'
  /** A link of a partner. */
  | 'PARTNER_LINK'
  /** The price of a deployment. Accounts with a hard limit can’t use a deployment without a price. */
  | 'PRICE';

/** Status as defined by the health check response format for HTTP APIs. */
export type HealthStatus =
  /** A required dependency is down. */
  | 'FAIL'
  /** The service and its dependencies work. */
  | 'PASS'
  /** The dependency has not been used yet, and the health report doesn’t test it. */
  | 'UNKNOWN'
  /** The service works, but an optional dependency is down. */
  | 'WARN';

/** Provider that a key can be set for. */
export type KeyedProvider =
  /** Anthropic. */
  | 'ANTHROPIC'
  /** DeepSeek. */
  | 'DEEPSEEK'
  /** Google, for its Gemini API. */
  | 'GOOGLE'
  /** Mistral. */
  | 'MISTRAL'
  /** OpenAI. */
  | 'OPENAI'
  /** Perplexity. */
  | 'PERPLEXITY'
  /** xAI. */
  | 'XAI';

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

/** Deletion hold to end. */
export type ResumeDeletionInput = {
  /** Value of `since` of the hold to end. A hold that began at another time stays. */
  heldSince: string;
};

/** A role: a set of permissions. Programs have the role named after their kind. */
export type Role =
  /** Operators with all permissions of operators, who also manage people, keys and settings. */
  | 'ADMIN'
  /** Agents, which can request but never approve. */
  | 'AGENT'
  /** Operators who decide approvals. */
  | 'APPROVER'
  /** Operators who read and export records, the audit trail included. */
  | 'AUDITOR'
  /** Programs with a customer key. */
  | 'CUSTOMER'
  /** Operators who manage pictures, seals and agents, and run tasks. */
  | 'EDITOR'
  /** Programs with the inbound secret for integrations. */
  | 'INTEGRATION'
  /** Partners, who read the bank through a link. */
  | 'PARTNER';

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

export type ActorNamesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ActorNamesQuery = { nodes: Array<
    | { __typename: 'Agent', name: string, id: string }
    | { __typename: 'AgentKey', id: string }
    | { __typename: 'Approval', id: string }
    | { __typename: 'Asset', id: string }
    | { __typename: 'AuditEntry', id: string }
    | { __typename: 'Case', id: string }
    | { __typename: 'CatalogueVersion', id: string }
    | { __typename: 'Customer', name: string, id: string }
    | { __typename: 'CustomerKey', id: string }
    | { __typename: 'Disclaimer', id: string }
    | { __typename: 'Document', id: string }
    | { __typename: 'DocumentVersion', id: string }
    | { __typename: 'ExternalTool', id: string }
    | { __typename: 'MySession', id: string }
    | { __typename: 'Operator', name: string, id: string }
    | { __typename: 'OperatorInvitation', id: string }
    | { __typename: 'OperatorToken', id: string }
    | { __typename: 'OwnServer', id: string }
    | { __typename: 'Partner', id: string }
    | { __typename: 'PartnerLink', id: string }
    | { __typename: 'Permit', id: string }
    | { __typename: 'ProviderKey', id: string }
    | { __typename: 'PublishRequest', id: string }
    | { __typename: 'PublishingPolicy', id: string }
    | { __typename: 'Render', id: string }
    | { __typename: 'RoutingPolicy', id: string }
    | { __typename: 'Run', id: string }
    | { __typename: 'Seal', id: string }
    | { __typename: 'Tag', id: string }
    | { __typename: 'Webhook', id: string }
    | { __typename: 'WebhookDelivery', id: string }
   | null> };

export type CurrentViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrentViewerQuery = { viewer: { actor: string, name: string | null, roles: Array<Role>, permissions: Array<string>, approvalsWaiting: number | null, credential: { kind: CredentialKind, confirmedAt: string | null } } | null };

export type HomeQueryVariables = Exact<{
  decides: boolean;
  seesKeys: boolean;
  seesWebhooks: boolean;
  seesRuns: boolean;
  seesPictures: boolean;
  seesHold: boolean;
}>;


export type HomeQuery = { health: { status: HealthStatus, checkedAt: string, connections: Array<{ name: string, ok: boolean, required: boolean }> }, deletionHold?: { reason: DeletionHoldReason, since: string, lastNotedAt: string, databaseTime: string, processTime: string } | null, expirations?: Array<{ kind: ExpirationKind, subjectId: string, title: string, endsAt: string, daysBefore: number }>, approvalInbox?: { totalCount: number, totalIsExact: boolean, nodes: Array<{ id: string, title: string, expiresAt: string }> }, providerKeys?: { nodes: Array<{ id: string, provider: KeyedProvider, failingSince: string | null }> }, webhooks?: { nodes: Array<{ id: string, url: string, failingSince: string | null }> }, assets?: { nodes: Array<{ id: string, title: string, file: { narrow: string } }> }, usage?: Array<{ group: string | null, runs: number, costMicros: number, simulatedRuns: number, runsOfUnknownCost: number }> };

export type PermissionNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type PermissionNamesQuery = { permissions: Array<{ name: string, title: string, roles: Array<Role> }> };

export type ResumeDeletionMutationVariables = Exact<{
  input: ResumeDeletionInput;
}>;


export type ResumeDeletionMutation = { resumeDeletion:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { wasHeld: boolean }
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
export const ActorNamesDocument = new TypedDocumentString(`
    query ActorNames($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on Operator {
      name
    }
    ... on Customer {
      name
    }
    ... on Agent {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ActorNamesQuery, ActorNamesQueryVariables>;
export const CurrentViewerDocument = new TypedDocumentString(`
    query CurrentViewer {
  viewer {
    actor
    name
    roles
    permissions
    approvalsWaiting
    credential {
      kind
      confirmedAt
    }
  }
}
    `) as unknown as TypedDocumentString<CurrentViewerQuery, CurrentViewerQueryVariables>;
export const HomeDocument = new TypedDocumentString(`
    query Home($decides: Boolean!, $seesKeys: Boolean!, $seesWebhooks: Boolean!, $seesRuns: Boolean!, $seesPictures: Boolean!, $seesHold: Boolean!) {
  health {
    status
    checkedAt
    connections {
      name
      ok
      required
    }
  }
  deletionHold @include(if: $seesHold) {
    reason
    since
    lastNotedAt
    databaseTime
    processTime
  }
  expirations @include(if: $seesHold) {
    kind
    subjectId
    title
    endsAt
    daysBefore
  }
  approvalInbox(first: 3) @include(if: $decides) {
    totalCount
    totalIsExact
    nodes {
      id
      title
      expiresAt
    }
  }
  providerKeys(first: 3, filter: {isFailing: true, isService: true}) @include(if: $seesKeys) {
    nodes {
      id
      provider
      failingSince
    }
  }
  webhooks(first: 3, filter: {state: FAILING}) @include(if: $seesWebhooks) {
    nodes {
      id
      url
      failingSince
    }
  }
  assets(first: 12, filter: {status: [LIVE]}) @include(if: $seesPictures) {
    nodes {
      id
      title
      file {
        narrow: url(width: 320)
      }
    }
  }
  usage(groupBy: TASK) @include(if: $seesRuns) {
    group
    runs
    costMicros
    simulatedRuns
    runsOfUnknownCost
  }
}
    `) as unknown as TypedDocumentString<HomeQuery, HomeQueryVariables>;
export const PermissionNamesDocument = new TypedDocumentString(`
    query PermissionNames {
  permissions {
    name
    title
    roles
  }
}
    `) as unknown as TypedDocumentString<PermissionNamesQuery, PermissionNamesQueryVariables>;
export const ResumeDeletionDocument = new TypedDocumentString(`
    mutation ResumeDeletion($input: ResumeDeletionInput!) {
  resumeDeletion(input: $input) {
    ... on ResumedDeletion {
      wasHeld
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
}`) as unknown as TypedDocumentString<ResumeDeletionMutation, ResumeDeletionMutationVariables>;