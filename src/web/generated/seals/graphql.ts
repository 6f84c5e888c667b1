/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** Seal to erase, with its owner token or the permission `seals:revoke`. */
export type EraseSealInput = {
  /** Owner token that was returned with the seal. Not needed with the permission `seals:revoke`. */
  ownerToken?: string | null | undefined;
  /** Reason for changing the status of the seal, 1 to 1,000 characters. It is part of the signed statement and visible to everyone who verifies the seal. */
  reason: string;
  /** Id of the seal to change. */
  sealId: string | number;
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

/** Seal to revoke, with its owner token or the permission `seals:revoke`. */
export type RevokeSealInput = {
  /** Owner token that was returned with the seal. Not needed with the permission `seals:revoke`. */
  ownerToken?: string | null | undefined;
  /** Reason for changing the status of the seal, 1 to 1,000 characters. It is part of the signed statement and visible to everyone who verifies the seal. */
  reason: string;
  /** Id of the seal to change. */
  sealId: string | number;
};

/** Conditions for seals. All conditions must match; of a list, one value is enough. */
export type SealFilter = {
  /** Only seals signed with one of these keys, by `Seal.keyId`. */
  keyId?: Array<string> | null | undefined;
  /** Only seals created at this time or later. */
  sealedAfter?: string | null | undefined;
  /** Only seals created before this time. */
  sealedBefore?: string | null | undefined;
  /** Only seals of bytes with one of these SHA-256 digests. */
  sha256?: Array<string> | null | undefined;
  /** Only seals with one of these statuses. */
  status?: Array<SealStatus> | null | undefined;
  /** Only seals of these kinds of content. */
  subject?: Array<SealSubject> | null | undefined;
};

/** Sort order of a list. */
export type SealOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: SealOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type SealOrderField =
  /** Time of sealing. */
  | 'SEALED_AT';

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

/** Party that revoked or superseded a seal. It is part of the signed statement. */
export type SealStatusAuthor =
  /** An operator, on behalf of this service, which is the issuer. */
  | 'OPERATOR'
  /** A caller with the owner token, which was returned with the seal. */
  | 'OWNER';

/** Kind of sealed content. */
export type SealSubject =
  /** A picture of the bank. */
  | 'ASSET'
  /** Verified citations of an answer from documents. */
  | 'CITATIONS'
  /** Digests of a version of a document. */
  | 'DOCUMENT_VERSION'
  /** Output text of a run. */
  | 'OUTPUT'
  /** Report about the quotations of a text. */
  | 'QUOTATION_REPORT'
  /** Text that a caller sent. */
  | 'TEXT'
  /** The verifier page that this service offers for download. */
  | 'VERIFIER';

/** Kind of caller that submitted the content, by its credential. It is part of the signed statement. */
export type SealSubmitter =
  /** A software agent. */
  | 'AGENT'
  /** An anonymous caller. */
  | 'ANONYMOUS'
  /** A customer of this service. */
  | 'CUSTOMER'
  /** A program with an integration key of this service. */
  | 'INTEGRATION'
  /** An operator of this service. */
  | 'OPERATOR'
  /** A caller with the link of a partner. */
  | 'PARTNER'
  /** This service itself. */
  | 'SERVICE'
  /** A caller with another kind of credential. */
  | 'UNKNOWN';

/** Seal to mark as superseded, with its owner token or the permission `seals:revoke`. */
export type SupersedeSealInput = {
  /** Id of the newer seal. */
  bySealId: string | number;
  /** Owner token that was returned with the seal. Not needed with the permission `seals:revoke`. */
  ownerToken?: string | null | undefined;
  /** Reason for changing the status of the seal, 1 to 1,000 characters. It is part of the signed statement and visible to everyone who verifies the seal. */
  reason: string;
  /** Id of the seal to change. */
  sealId: string | number;
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

export type EraseSealMutationVariables = Exact<{
  input: EraseSealInput;
}>;


export type EraseSealMutation = { eraseSeal:
    | { sealId: string, logIndex: number }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type LogStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type LogStatusQuery = { transparencyLog: { origin: string, verifierKey: string, openedAt: string, previousLogs: Array<string>, size: number, frozen: string | null, quorum: number, checkpoint: { size: number, root: string, publishedAt: string | null } | null, cosigned: { size: number, publishedAt: string | null } | null, witnesses: Array<{ name: string, cosignedSize: number | null, cosignedAt: string | null, dispute: string | null }> } | null };

export type RevokeSealMutationVariables = Exact<{
  input: RevokeSealInput;
}>;


export type RevokeSealMutation = { revokeSeal:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { seal: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type SealByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type SealByIdQuery = { seal: { id: string, subject: SealSubject, status: SealStatus, isPrivate: boolean, submitter: SealSubmitter | null, sha256: string, byteLength: number, mediaType: string, keyId: string, logIndex: number, sealedAt: string, bytesPurgedAt: string | null, verificationUrl: string, bundleUrl: string, disclaimer: { id: string, language: string, version: number } | null, asset: { id: string, title: string, alt: string, status: AssetStatus, thumbhash: string, dominantColor: string, file: { width: number, height: number, screen: string } } | null, run: { id: string, task: string } | null, supersededBy: { id: string, sealedAt: string, status: SealStatus } | null, statusHistory: Array<{ status: SealStatus, reason: string, changedBy: SealStatusAuthor | null, actor: string | null, changedAt: string, logIndex: number }>, evidence: { logOrigin: string, treeSize: number, root: string, publishedAt: string | null, witnesses: Array<string>, hasTimeStamp: boolean, stampedAt: string | null } | null } | null };

export type SealListQueryVariables = Exact<{
  filter?: SealFilter | null | undefined;
  orderBy?: SealOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SealListQuery = { seals: { nodes: Array<{ id: string, subject: SealSubject, status: SealStatus, isPrivate: boolean, submitter: SealSubmitter | null, sha256: string, byteLength: number, mediaType: string, logIndex: number, sealedAt: string, bytesPurgedAt: string | null, asset: { id: string, title: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type SupersedeSealMutationVariables = Exact<{
  input: SupersedeSealInput;
}>;


export type SupersedeSealMutation = { supersedeSeal:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'SealConflict', code: ProblemCode, message: string }
    | { seal: { id: string } | null }
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
export const EraseSealDocument = new TypedDocumentString(`
    mutation EraseSeal($input: EraseSealInput!) {
  eraseSeal(input: $input) {
    ... on ErasedSeal {
      sealId
      logIndex
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
}`) as unknown as TypedDocumentString<EraseSealMutation, EraseSealMutationVariables>;
export const LogStatusDocument = new TypedDocumentString(`
    query LogStatus {
  transparencyLog {
    origin
    verifierKey
    openedAt
    previousLogs
    size
    frozen
    quorum
    checkpoint {
      size
      root
      publishedAt
    }
    cosigned {
      size
      publishedAt
    }
    witnesses {
      name
      cosignedSize
      cosignedAt
      dispute
    }
  }
}
    `) as unknown as TypedDocumentString<LogStatusQuery, LogStatusQueryVariables>;
export const RevokeSealDocument = new TypedDocumentString(`
    mutation RevokeSeal($input: RevokeSealInput!) {
  revokeSeal(input: $input) {
    ... on RevokedSeal {
      seal {
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
}`) as unknown as TypedDocumentString<RevokeSealMutation, RevokeSealMutationVariables>;
export const SealByIdDocument = new TypedDocumentString(`
    query SealById($id: ID!) {
  seal(id: $id) {
    id
    subject
    status
    isPrivate
    submitter
    sha256
    byteLength
    mediaType
    keyId
    logIndex
    sealedAt
    bytesPurgedAt
    verificationUrl
    bundleUrl
    disclaimer {
      id
      language
      version
    }
    asset {
      id
      title
      alt
      status
      thumbhash
      dominantColor
      file {
        screen: url(width: 640)
        width
        height
      }
    }
    run {
      id
      task
    }
    supersededBy {
      id
      sealedAt
      status
    }
    statusHistory {
      status
      reason
      changedBy
      actor
      changedAt
      logIndex
    }
    evidence {
      logOrigin
      treeSize
      root
      publishedAt
      witnesses
      hasTimeStamp
      stampedAt
    }
  }
}
    `) as unknown as TypedDocumentString<SealByIdQuery, SealByIdQueryVariables>;
export const SealListDocument = new TypedDocumentString(`
    query SealList($filter: SealFilter, $orderBy: SealOrder, $first: Int, $after: String, $last: Int, $before: String) {
  seals(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      subject
      status
      isPrivate
      submitter
      sha256
      byteLength
      mediaType
      logIndex
      sealedAt
      bytesPurgedAt
      asset {
        id
        title
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
    `) as unknown as TypedDocumentString<SealListQuery, SealListQueryVariables>;
export const SupersedeSealDocument = new TypedDocumentString(`
    mutation SupersedeSeal($input: SupersedeSealInput!) {
  supersedeSeal(input: $input) {
    ... on SupersededSeal {
      seal {
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
}`) as unknown as TypedDocumentString<SupersedeSealMutation, SupersedeSealMutationVariables>;