/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Reliability of figures in the catalogue. */
export type Confidence =
  /** The vendor publishes the figures. */
  | 'HIGH'
  /** The figures are those of a similar model. */
  | 'LOW'
  /** Only others publish the figures, or the sources differ. */
  | 'MEDIUM';

/** Where the text of a request is processed. */
export type DataClass =
  /** On servers of providers. */
  | 'HOSTED'
  /** On the customer’s own server or in this service, never at a hosted provider. */
  | 'LOCAL_ONLY';

/** Kind of change to a value. */
export type DocumentChangeOperation =
  /** The later document has a value that the earlier one lacks. */
  | 'ADD'
  /** The later document lacks a value that the earlier one has. */
  | 'REMOVE'
  /** Both documents have a value here, and the values differ. */
  | 'REPLACE';

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

/** The earlier catalogue to restore. */
export type RestoreCatalogueInput = {
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

/** Condition that must be met before the output of a task is released. */
export type TaskGate =
  /** The output is held until an operator approves it. */
  | 'APPROVAL';

/** Kind of output of a task or a deployment. */
export type TaskKind =
  /** Images. */
  | 'IMAGE'
  /** Text. */
  | 'TEXT';

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

export type CatalogueVersionByNumberQueryVariables = Exact<{
  number: number;
}>;


export type CatalogueVersionByNumberQuery = { catalogueVersion: { id: string, number: number, publishedAt: string, publishedBy: string, reason: string, restoredFrom: number | null, sha256: string, changes: { count: number, changes: Array<{ operation: DocumentChangeOperation, pointer: string, before: unknown, after: unknown }> } | null } | null, catalogueVersions: { nodes: Array<{ id: string, number: number }> } };

export type CatalogueVersionListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CatalogueVersionListQuery = { catalogueVersions: { nodes: Array<{ id: string, number: number, publishedAt: string, publishedBy: string, reason: string, restoredFrom: number | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type ModelDeploymentsQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelDeploymentsQuery = { deployments: Array<{ name: string, provider: ModelProvider, kind: TaskKind, contextWindow: number | null, dataClass: DataClass, takesTools: boolean, takesOutputSchema: boolean, confidence: Confidence, retention: { kind: RetentionKind, days: number | null, setting: string | null, note: string | null }, slots: Array<{ name: string }>, price: { perRequestMicros: number, tiers: Array<{ aboveInputTokens: number, inputMicros: number, cachedInputMicros: number | null, cacheWriteMicros: number | null, outputMicros: number }> } | null }> };

export type ModelPricesQueryVariables = Exact<{
  at?: string | null | undefined;
  deployment?: string | null | undefined;
}>;


export type ModelPricesQuery = { prices: Array<{ validFrom: string, validUntil: string | null, source: string, perRequestMicros: number, deployment: { name: string }, tiers: Array<{ aboveInputTokens: number, inputMicros: number, cachedInputMicros: number | null, cacheWriteMicros: number | null, outputMicros: number }>, images: { tokenMicros: number | null } | null, peak: { factor: number } | null }> };

export type ModelSlotsQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelSlotsQuery = { clusters: Array<{ name: string, title: string, purpose: string }>, modelSlots: Array<{ name: string, cluster: { name: string } | null, task: { name: string, title: string, gates: Array<TaskGate> }, deployments: { preferred: { name: string }, alternates: Array<{ name: string }>, economy: { name: string } | null } | null }> };

export type RestoreCatalogueVersionMutationVariables = Exact<{
  input: RestoreCatalogueInput;
}>;


export type RestoreCatalogueVersionMutation = { restoreCatalogue:
    | { __typename: 'CatalogueConflict', code: ProblemCode, message: string }
    | { __typename: 'CatalogueInvalid', faultCount: number, code: ProblemCode, message: string, faults: Array<{ pointer: string, message: string }> }
    | { __typename: 'ChangeHeld', approvalId: string, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RestoredCatalogue', catalogueVersion: { id: string, number: number } | null }
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
export const CatalogueVersionByNumberDocument = new TypedDocumentString(`
    query CatalogueVersionByNumber($number: Int!) {
  catalogueVersion(number: $number) {
    id
    number
    publishedAt
    publishedBy
    reason
    restoredFrom
    sha256
    changes {
      count
      changes {
        operation
        pointer
        before
        after
      }
    }
  }
  catalogueVersions(first: 1) {
    nodes {
      id
      number
    }
  }
}
    `) as unknown as TypedDocumentString<CatalogueVersionByNumberQuery, CatalogueVersionByNumberQueryVariables>;
export const CatalogueVersionListDocument = new TypedDocumentString(`
    query CatalogueVersionList($first: Int, $after: String, $last: Int, $before: String) {
  catalogueVersions(first: $first, after: $after, last: $last, before: $before) {
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
    `) as unknown as TypedDocumentString<CatalogueVersionListQuery, CatalogueVersionListQueryVariables>;
export const ModelDeploymentsDocument = new TypedDocumentString(`
    query ModelDeployments {
  deployments {
    name
    provider
    kind
    contextWindow
    dataClass
    takesTools
    takesOutputSchema
    confidence
    retention {
      kind
      days
      setting
      note
    }
    slots {
      name
    }
    price {
      perRequestMicros
      tiers {
        aboveInputTokens
        inputMicros
        cachedInputMicros
        cacheWriteMicros
        outputMicros
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ModelDeploymentsQuery, ModelDeploymentsQueryVariables>;
export const ModelPricesDocument = new TypedDocumentString(`
    query ModelPrices($at: DateTime, $deployment: String) {
  prices(at: $at, deployment: $deployment) {
    deployment {
      name
    }
    validFrom
    validUntil
    source
    perRequestMicros
    tiers {
      aboveInputTokens
      inputMicros
      cachedInputMicros
      cacheWriteMicros
      outputMicros
    }
    images {
      tokenMicros
    }
    peak {
      factor
    }
  }
}
    `) as unknown as TypedDocumentString<ModelPricesQuery, ModelPricesQueryVariables>;
export const ModelSlotsDocument = new TypedDocumentString(`
    query ModelSlots {
  clusters {
    name
    title
    purpose
  }
  modelSlots {
    name
    cluster {
      name
    }
    task {
      name
      title
      gates
    }
    deployments {
      preferred {
        name
      }
      alternates {
        name
      }
      economy {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ModelSlotsQuery, ModelSlotsQueryVariables>;
export const RestoreCatalogueVersionDocument = new TypedDocumentString(`
    mutation RestoreCatalogueVersion($input: RestoreCatalogueInput!) {
  restoreCatalogue(input: $input) {
    ... on RestoredCatalogue {
      __typename
      catalogueVersion {
        id
        number
      }
    }
    ...ProblemFields
    ... on CatalogueInvalid {
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
}`) as unknown as TypedDocumentString<RestoreCatalogueVersionMutation, RestoreCatalogueVersionMutationVariables>;