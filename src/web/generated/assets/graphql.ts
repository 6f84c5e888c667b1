/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Pictures that the mutation changes. Each one is changed independently of the others. */
export type ArchiveAssetsInput = {
  /** Ids of 1 to 100 pictures, without duplicates. */
  ids: Array<string | number>;
};

/** Field of a picture that can be updated. */
export type AssetField =
  /** Description of what the picture shows. */
  | 'ALT'
  /** Name to credit. */
  | 'CREDIT'
  /** Licence terms. */
  | 'LICENCE'
  /** Tags. */
  | 'TAGS'
  /** Title. */
  | 'TITLE'
  /** Start of the period of use. */
  | 'VALID_FROM'
  /** End of the period of use. */
  | 'VALID_UNTIL';

/** Conditions for pictures. All conditions must match. */
export type AssetFilter = {
  /** Only pictures that have at least one of these tags. */
  anyOfTags?: Array<string> | null | undefined;
  /** Only pictures whose dominant colour is similar to this one, as `#rrggbb`. */
  color?: string | null | undefined;
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** True: only pictures with a licence. False: only pictures without one. */
  hasLicence?: boolean | null | undefined;
  /** Minimum height in pixels. */
  minHeight?: number | null | undefined;
  /** Minimum width in pixels. */
  minWidth?: number | null | undefined;
  /** Only pictures that have none of these tags. */
  noneOfTags?: Array<string> | null | undefined;
  /** Only pictures with one of these orientations. */
  orientation?: Array<AssetOrientation> | null | undefined;
  /** Only pictures with one of these origins. */
  origin?: Array<AssetOrigin> | null | undefined;
  /** Part of the title or the description. Case and accents don't matter. */
  search?: string | null | undefined;
  /** Only pictures with one of these statuses. Default: all except TRASHED. */
  status?: Array<AssetStatus> | null | undefined;
  /** Only pictures that have all of these tags. */
  tags?: Array<string> | null | undefined;
  /** Only pictures last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Only pictures last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Sort order of a list. */
export type AssetOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: AssetOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type AssetOrderField =
  /** Time when the picture was added. */
  | 'CREATED_AT'
  /** Match with `filter.search`, which is then required: whole words rank before parts, the title before the description, then similar titles. If more than 500 pictures match, only the newest 500 can be listed. */
  | 'RELEVANCE'
  /** Width times height, in pixels. */
  | 'SIZE'
  /** Title, ignoring case and accents. */
  | 'TITLE'
  /** Time of the last change. */
  | 'UPDATED_AT';

/** Orientation of a picture. */
export type AssetOrientation =
  /** Wider than high. */
  | 'LANDSCAPE'
  /** Higher than wide. */
  | 'PORTRAIT'
  /** As high as wide. */
  | 'SQUARE';

/** Origin of a picture in the image bank. */
export type AssetOrigin =
  /** Downloaded from a URL. */
  | 'IMPORT'
  /** Drawn by this service, or by a model for it. */
  | 'RENDER'
  /** Sent as a file or in base64. */
  | 'UPLOAD';

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

/** Tags of a picture: either `set`, or `add` and `remove`. All spellings of a tag are equal. */
export type AssetTagsInput = {
  /** Tags to add. Tags that the picture already has are ignored. */
  add?: Array<string> | null | undefined;
  /** Tags to remove. Tags that the picture doesn’t have are ignored. */
  remove?: Array<string> | null | undefined;
  /** Replaces all tags, at most 32. */
  set?: Array<string> | null | undefined;
};

/** A picture to add, as exactly one of `imageUrl`, `imageBase64` and `file`. */
export type CreateAssetInput = {
  /** Description of what the picture shows, at most 1,000 characters. Default: the title. */
  alt?: string | null | undefined;
  /** PNG, JPEG, WebP, AVIF or GIF, at most 20 MB. The upload’s name and media type are ignored. */
  file?: Blob | null | undefined;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** The file in base64, at most 20 MB. A third larger to transfer than `file`. */
  imageBase64?: string | Uint8Array | null | undefined;
  /** Public http or https URL of the picture. */
  imageUrl?: string | null | undefined;
  /** Origin of the picture, for the record. At most 1,000 characters. */
  source?: string | null | undefined;
  /** Tags, at most 32. */
  tags?: Array<string> | null | undefined;
  /** Title, at most 200 characters. Default: the file name in `imageUrl`, else `Untitled`. */
  title?: string | null | undefined;
};

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

/** Pictures that the mutation changes. Each one is changed independently of the others. */
export type PurgeAssetsInput = {
  /** Ids of 1 to 100 pictures, without duplicates. */
  ids: Array<string | number>;
};

/** Pictures that the mutation changes. Each one is changed independently of the others. */
export type QuarantineAssetsInput = {
  /** Ids of 1 to 100 pictures, without duplicates. */
  ids: Array<string | number>;
};

/** Pictures that the mutation changes. Each one is changed independently of the others. */
export type ReleaseAssetsInput = {
  /** Ids of 1 to 100 pictures, without duplicates. */
  ids: Array<string | number>;
};

/** Pictures that the mutation changes. Each one is changed independently of the others. */
export type RestoreAssetsInput = {
  /** Ids of 1 to 100 pictures, without duplicates. */
  ids: Array<string | number>;
};

/** Picture to seal. */
export type SealAssetInput = {
  /** Id of the picture. */
  assetId: string | number;
};

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

/** Pictures and tags. Each picture is changed independently. All spellings of a tag are equal. */
export type TagAssetsInput = {
  /** Tags to add, at most 32. Ignored for pictures that have them. */
  add?: Array<string> | null | undefined;
  /** Ids of 1 to 100 pictures, without duplicates. */
  ids: Array<string | number>;
  /** Tags to remove, at most 32. Ignored for pictures that don’t have them, and for tags that are also in `add`. */
  remove?: Array<string> | null | undefined;
};

/** Conditions for tags. All conditions must match. */
export type TagFilter = {
  /** Prefix of the tag. Case and look-alike characters make no difference. */
  beginsWith?: string | null | undefined;
  /** True: only aliases. False: only tags that aren’t aliases. */
  isAlias?: boolean | null | undefined;
  /** Minimum number of pictures that have the tag. */
  minAssetCount?: number | null | undefined;
};

/** Sort order of a list. */
export type TagOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: TagOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type TagOrderField =
  /** Number of pictures that have the tag. */
  | 'ASSET_COUNT'
  /** Label in its normal form (`key`), in Unicode order. */
  | 'LABEL';

/** Pictures that the mutation changes. Each one is changed independently of the others. */
export type TrashAssetsInput = {
  /** Ids of 1 to 100 pictures, without duplicates. */
  ids: Array<string | number>;
};

/** Changes to a picture. Fields left out keep their value. */
export type UpdateAssetInput = {
  /** Description of what the picture shows, 1 to 1,000 characters. */
  alt?: string | null | undefined;
  /** Id of the picture. */
  assetId: string | number;
  /** Name to credit, at most 200 characters. Null removes it. */
  credit?: string | null | undefined;
  /** Version that the caller last read. If the picture has changed since and doesn’t have the requested values, nothing is saved and the result is `AssetConflict`. Omit to overwrite. */
  ifVersion?: number | null | undefined;
  /** Licence terms, at most 200 characters. Null removes them. */
  licence?: string | null | undefined;
  /** Changes of the tags. */
  tags?: AssetTagsInput | null | undefined;
  /** New title, 1 to 200 characters. */
  title?: string | null | undefined;
  /** Start of the period of use. Null: no start date. */
  validFrom?: string | null | undefined;
  /** End of the period of use, exclusive, and after `validFrom`. Null: no end date. */
  validUntil?: string | null | undefined;
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

export type ArchivePicturesMutationVariables = Exact<{
  input: ArchiveAssetsInput;
}>;


export type ArchivePicturesMutation = { archiveAssets:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedAssets', changedCount: number, results: Array<{ assetId: string, isChanged: boolean, problem:
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string, issues: Array<{ message: string }> }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
         | null }> | null }
   | null };

export type BankTagsQueryVariables = Exact<{
  filter?: TagFilter | null | undefined;
  orderBy?: TagOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type BankTagsQuery = { tags: { nodes: Array<{ id: string, key: string, label: string, assetCount: number }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type BankQueryVariables = Exact<{
  filter?: AssetFilter | null | undefined;
  orderBy?: AssetOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  isFirst: boolean;
}>;


export type BankQuery = { assets: { totalCount?: number, totalIsExact?: boolean, nodes: Array<{ id: string, title: string, status: AssetStatus, thumbhash: string, dominantColor: string, file: { width: number, height: number, narrow: string, wide: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MoveFieldsFragment = { changedCount: number, results: Array<{ assetId: string, isChanged: boolean, problem:
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string, issues: Array<{ message: string }> }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
      | { code: ProblemCode, message: string }
     | null }> | null };

export type PictureFieldsFragment = { id: string, title: string, alt: string, tags: Array<string>, status: AssetStatus, origin: AssetOrigin, source: string | null, licence: string | null, credit: string | null, validFrom: string | null, validUntil: string | null, version: number, createdAt: string, updatedAt: string, thumbhash: string, dominantColor: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string, screen: string, thumbnail: string } };

export type PictureQueryVariables = Exact<{
  id: string | number;
}>;


export type PictureQuery = { asset: { id: string, title: string, alt: string, tags: Array<string>, status: AssetStatus, origin: AssetOrigin, source: string | null, licence: string | null, credit: string | null, validFrom: string | null, validUntil: string | null, version: number, createdAt: string, updatedAt: string, thumbhash: string, dominantColor: string, seal: { id: string, status: SealStatus, sealedAt: string, logIndex: number, verificationUrl: string } | null, render: { id: string, prompt: string, provider: string, model: string | null, runId: string | null, completedAt: string | null } | null, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string, screen: string, thumbnail: string } } | null };

export type PurgePicturesMutationVariables = Exact<{
  input: PurgeAssetsInput;
}>;


export type PurgePicturesMutation = { purgeAssets:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'PurgedAssets', purgedCount: number, results: Array<{ assetId: string, isNew: boolean, areBytesGone: boolean, problem:
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
         | null }> | null }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type QuarantinePicturesMutationVariables = Exact<{
  input: QuarantineAssetsInput;
}>;


export type QuarantinePicturesMutation = { quarantineAssets:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedAssets', changedCount: number, results: Array<{ assetId: string, isChanged: boolean, problem:
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string, issues: Array<{ message: string }> }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
         | null }> | null }
   | null };

export type ReleasePicturesMutationVariables = Exact<{
  input: ReleaseAssetsInput;
}>;


export type ReleasePicturesMutation = { releaseAssets:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedAssets', changedCount: number, results: Array<{ assetId: string, isChanged: boolean, problem:
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string, issues: Array<{ message: string }> }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
         | null }> | null }
   | null };

export type RestorePicturesMutationVariables = Exact<{
  input: RestoreAssetsInput;
}>;


export type RestorePicturesMutation = { restoreAssets:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedAssets', changedCount: number, results: Array<{ assetId: string, isChanged: boolean, problem:
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string, issues: Array<{ message: string }> }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
         | null }> | null }
   | null };

export type SealPictureMutationVariables = Exact<{
  input: SealAssetInput;
}>;


export type SealPictureMutation = { sealAsset:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'SealedAsset', seal: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type TagListQueryVariables = Exact<{
  filter?: TagFilter | null | undefined;
  orderBy?: TagOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type TagListQuery = { tags: { nodes: Array<{ id: string, label: string, assetCount: number, aliasOf: { id: string, label: string } | null, aliases: Array<{ id: string, label: string }> }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type TagPicturesMutationVariables = Exact<{
  input: TagAssetsInput;
}>;


export type TagPicturesMutation = { tagAssets:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedAssets', changedCount: number, results: Array<{ assetId: string, isChanged: boolean, problem:
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string, issues: Array<{ message: string }> }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
         | null }> | null }
   | null };

export type TrashPicturesMutationVariables = Exact<{
  input: TrashAssetsInput;
}>;


export type TrashPicturesMutation = { trashAssets:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedAssets', changedCount: number, results: Array<{ assetId: string, isChanged: boolean, problem:
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string, issues: Array<{ message: string }> }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
          | { code: ProblemCode, message: string }
         | null }> | null }
   | null };

export type UpdatePictureMutationVariables = Exact<{
  input: UpdateAssetInput;
}>;


export type UpdatePictureMutation = { updateAsset:
    | { __typename: 'AssetConflict', version: number, changedBy: string | null, changedAt: string | null, code: ProblemCode, message: string, differences: Array<{ field: AssetField, requested: Array<string>, current: Array<string> }>, asset: { id: string, title: string, alt: string, tags: Array<string>, status: AssetStatus, origin: AssetOrigin, source: string | null, licence: string | null, credit: string | null, validFrom: string | null, validUntil: string | null, version: number, createdAt: string, updatedAt: string, thumbhash: string, dominantColor: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string, screen: string, thumbnail: string } } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedAsset', isChanged: boolean, asset: { id: string, title: string, alt: string, tags: Array<string>, status: AssetStatus, origin: AssetOrigin, source: string | null, licence: string | null, credit: string | null, validFrom: string | null, validUntil: string | null, version: number, createdAt: string, updatedAt: string, thumbhash: string, dominantColor: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string, screen: string, thumbnail: string } } | null }
   | null };

export type UploadPictureMutationVariables = Exact<{
  input: CreateAssetInput;
}>;


export type UploadPictureMutation = { createAsset:
    | { __typename: 'CreatedAsset', duplicateOf: string | null, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }> | null, asset: { id: string, title: string, status: AssetStatus } | null }
    | { __typename: 'DownloadRefused', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'PictureRefused', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
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
export const MoveFieldsFragmentDoc = new TypedDocumentString(`
    fragment MoveFields on UpdatedAssets {
  changedCount
  results {
    assetId
    isChanged
    problem {
      code
      message
      ... on InputInvalid {
        issues {
          message
        }
      }
    }
  }
}
    `, {"fragmentName":"MoveFields"}) as unknown as TypedDocumentString<MoveFieldsFragment, unknown>;
export const PictureFieldsFragmentDoc = new TypedDocumentString(`
    fragment PictureFields on Asset {
  id
  title
  alt
  tags
  status
  origin
  source
  licence
  credit
  validFrom
  validUntil
  version
  createdAt
  updatedAt
  thumbhash
  dominantColor
  file {
    url
    screen: url(width: 1280)
    thumbnail: url(width: 320)
    mediaType
    byteSize
    width
    height
    sha256
  }
}
    `, {"fragmentName":"PictureFields"}) as unknown as TypedDocumentString<PictureFieldsFragment, unknown>;
export const ArchivePicturesDocument = new TypedDocumentString(`
    mutation ArchivePictures($input: ArchiveAssetsInput!) {
  archiveAssets(input: $input) {
    __typename
    ...MoveFields
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
}
fragment MoveFields on UpdatedAssets {
  changedCount
  results {
    assetId
    isChanged
    problem {
      code
      message
      ... on InputInvalid {
        issues {
          message
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<ArchivePicturesMutation, ArchivePicturesMutationVariables>;
export const BankTagsDocument = new TypedDocumentString(`
    query BankTags($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {
  tags(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      key
      label
      assetCount
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<BankTagsQuery, BankTagsQueryVariables>;
export const BankDocument = new TypedDocumentString(`
    query Bank($filter: AssetFilter, $orderBy: AssetOrder, $first: Int, $after: String, $isFirst: Boolean!) {
  assets(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    nodes {
      id
      title
      status
      thumbhash
      dominantColor
      file {
        width
        height
        narrow: url(width: 320)
        wide: url(width: 640)
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount @include(if: $isFirst)
    totalIsExact @include(if: $isFirst)
  }
}
    `) as unknown as TypedDocumentString<BankQuery, BankQueryVariables>;
export const PictureDocument = new TypedDocumentString(`
    query Picture($id: ID!) {
  asset(id: $id) {
    ...PictureFields
    seal {
      id
      status
      sealedAt
      logIndex
      verificationUrl
    }
    render {
      id
      prompt
      provider
      model
      runId
      completedAt
    }
  }
}
    fragment PictureFields on Asset {
  id
  title
  alt
  tags
  status
  origin
  source
  licence
  credit
  validFrom
  validUntil
  version
  createdAt
  updatedAt
  thumbhash
  dominantColor
  file {
    url
    screen: url(width: 1280)
    thumbnail: url(width: 320)
    mediaType
    byteSize
    width
    height
    sha256
  }
}`) as unknown as TypedDocumentString<PictureQuery, PictureQueryVariables>;
export const PurgePicturesDocument = new TypedDocumentString(`
    mutation PurgePictures($input: PurgeAssetsInput!) {
  purgeAssets(input: $input) {
    __typename
    ... on PurgedAssets {
      purgedCount
      results {
        assetId
        isNew
        areBytesGone
        problem {
          code
          message
        }
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
}`) as unknown as TypedDocumentString<PurgePicturesMutation, PurgePicturesMutationVariables>;
export const QuarantinePicturesDocument = new TypedDocumentString(`
    mutation QuarantinePictures($input: QuarantineAssetsInput!) {
  quarantineAssets(input: $input) {
    __typename
    ...MoveFields
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
}
fragment MoveFields on UpdatedAssets {
  changedCount
  results {
    assetId
    isChanged
    problem {
      code
      message
      ... on InputInvalid {
        issues {
          message
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<QuarantinePicturesMutation, QuarantinePicturesMutationVariables>;
export const ReleasePicturesDocument = new TypedDocumentString(`
    mutation ReleasePictures($input: ReleaseAssetsInput!) {
  releaseAssets(input: $input) {
    __typename
    ...MoveFields
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
}
fragment MoveFields on UpdatedAssets {
  changedCount
  results {
    assetId
    isChanged
    problem {
      code
      message
      ... on InputInvalid {
        issues {
          message
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<ReleasePicturesMutation, ReleasePicturesMutationVariables>;
export const RestorePicturesDocument = new TypedDocumentString(`
    mutation RestorePictures($input: RestoreAssetsInput!) {
  restoreAssets(input: $input) {
    __typename
    ...MoveFields
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
}
fragment MoveFields on UpdatedAssets {
  changedCount
  results {
    assetId
    isChanged
    problem {
      code
      message
      ... on InputInvalid {
        issues {
          message
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<RestorePicturesMutation, RestorePicturesMutationVariables>;
export const SealPictureDocument = new TypedDocumentString(`
    mutation SealPicture($input: SealAssetInput!) {
  sealAsset(input: $input) {
    __typename
    ... on SealedAsset {
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
}`) as unknown as TypedDocumentString<SealPictureMutation, SealPictureMutationVariables>;
export const TagListDocument = new TypedDocumentString(`
    query TagList($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {
  tags(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      id
      label
      assetCount
      aliasOf {
        id
        label
      }
      aliases {
        id
        label
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
    `) as unknown as TypedDocumentString<TagListQuery, TagListQueryVariables>;
export const TagPicturesDocument = new TypedDocumentString(`
    mutation TagPictures($input: TagAssetsInput!) {
  tagAssets(input: $input) {
    __typename
    ...MoveFields
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
}
fragment MoveFields on UpdatedAssets {
  changedCount
  results {
    assetId
    isChanged
    problem {
      code
      message
      ... on InputInvalid {
        issues {
          message
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<TagPicturesMutation, TagPicturesMutationVariables>;
export const TrashPicturesDocument = new TypedDocumentString(`
    mutation TrashPictures($input: TrashAssetsInput!) {
  trashAssets(input: $input) {
    __typename
    ...MoveFields
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
}
fragment MoveFields on UpdatedAssets {
  changedCount
  results {
    assetId
    isChanged
    problem {
      code
      message
      ... on InputInvalid {
        issues {
          message
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<TrashPicturesMutation, TrashPicturesMutationVariables>;
export const UpdatePictureDocument = new TypedDocumentString(`
    mutation UpdatePicture($input: UpdateAssetInput!) {
  updateAsset(input: $input) {
    __typename
    ... on UpdatedAsset {
      isChanged
      asset {
        ...PictureFields
      }
    }
    ... on AssetConflict {
      version
      changedBy
      changedAt
      differences {
        field
        requested
        current
      }
      asset {
        ...PictureFields
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
}
fragment PictureFields on Asset {
  id
  title
  alt
  tags
  status
  origin
  source
  licence
  credit
  validFrom
  validUntil
  version
  createdAt
  updatedAt
  thumbhash
  dominantColor
  file {
    url
    screen: url(width: 1280)
    thumbnail: url(width: 320)
    mediaType
    byteSize
    width
    height
    sha256
  }
}`) as unknown as TypedDocumentString<UpdatePictureMutation, UpdatePictureMutationVariables>;
export const UploadPictureDocument = new TypedDocumentString(`
    mutation UploadPicture($input: CreateAssetInput!) {
  createAsset(input: $input) {
    __typename
    ... on CreatedAsset {
      duplicateOf
      notApplied {
        field
        values
        reason
      }
      asset {
        id
        title
        status
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
}`) as unknown as TypedDocumentString<UploadPictureMutation, UploadPictureMutationVariables>;