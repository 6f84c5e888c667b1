/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Member to add to a case. */
export type AddCaseMemberInput = {
  /** Id of the case. */
  caseId: string | number;
  /** Actor: an operator as `operator:op_…`, or an agent of the customer as `agent:agt_…`. */
  member: string;
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

/** Kind of media in the image bank. */
export type AssetKind =
  /** Still picture. */
  | 'IMAGE';

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

/** Pending publish request to cancel. */
export type CancelPublishRequestInput = {
  /** Id of the publish request. */
  publishRequestId: string | number;
};

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

/** Availability of a capability in this installation. */
export type CapabilityStatus =
  /** Available. */
  | 'AVAILABLE'
  /** Planned and not built yet. `workaround` says what to do until then. */
  | 'ROADMAP';

/** Filter for cases. All given conditions must match. */
export type CaseFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Only cases of this customer. */
  customerId?: string | number | null | undefined;
  /** True for erased cases only, false for others only. Default: false. */
  isErased?: boolean | null | undefined;
  /** Part of the name. Case and accents don’t matter. */
  search?: string | null | undefined;
};

/** Filter for a search in documents. All given conditions must match, and one value of each list. An empty list has no effect. */
export type CaseSearchFilter = {
  /** Only documents of these cases. Default: all cases that the caller can read. At most 100. Ids that don’t exist, or that the caller can’t read, find nothing. */
  caseIds?: Array<string | number> | null | undefined;
  /** Only documents uploaded before this time. */
  createdBefore?: string | null | undefined;
  /** Only documents uploaded at this time or later. */
  createdFrom?: string | null | undefined;
  /** Only these documents. At most 100. Ids that don’t exist, or that the caller can’t read, find nothing. */
  documentIds?: Array<string | number> | null | undefined;
  /** Only documents in these languages, as primary BCP 47 tags such as `de`. At most 100. Short documents have no language. */
  languages?: Array<string> | null | undefined;
  /** Only documents of these media types, such as `application/pdf`. At most 100. */
  mediaTypes?: Array<string> | null | undefined;
};

/** A brief, and the documents in which its quotations are looked up. Send exactly one of `caseId` and `documentIds`, and exactly one of `brief`, `file` and `base64`. */
export type CheckQuotationsInput = {
  /** The file in base64, for small files. */
  base64?: string | Uint8Array | null | undefined;
  /** Text of the brief: at most 2000000 characters. It isn’t stored. */
  brief?: string | null | undefined;
  /** Case with the documents. */
  caseId?: string | number | null | undefined;
  /** Documents, 1 to 100. */
  documentIds?: Array<string | number> | null | undefined;
  /** The brief as PDF, DOCX, HTML, Markdown, EML or text. It isn’t stored. */
  file?: Uint8Array | null | undefined;
  /** Name of the file, such as `brief.md`. It decides between HTML, Markdown, EML and text. */
  fileName?: string | null | undefined;
  /** Seals the report: digests, places and tiers, without the words of the brief and of the documents. */
  seal?: boolean;
};

/** How far the documents support an answer. */
export type CitedOutcome =
  /** The model found no answer in the documents, and states nothing else. */
  | 'NOT_IN_DOCUMENTS'
  /** Some statements have a verified quotation. */
  | 'PARTLY_SUPPORTED'
  /** Every statement has a verified quotation. */
  | 'SUPPORTED'
  /** No statement has a verified quotation. */
  | 'UNSUPPORTED';

/** Source of a cost. */
export type CostSource =
  /** The provider didn’t report all tokens or pictures. This service counted the missing ones, at the prices of the catalogue. */
  | 'ESTIMATE'
  /** The provider’s count of tokens or pictures, at the prices of the catalogue. */
  | 'PRICE_LIST'
  /** The provider reported the cost with its answer. */
  | 'PROVIDER';

/** A picture to add, as exactly one of `imageUrl`, `imageBase64` and `file`. */
export type CreateAssetInput = {
  /** Description of what the picture shows, at most 1,000 characters. Default: the title. */
  alt?: string | null | undefined;
  /** PNG, JPEG, WebP, AVIF or GIF, at most 20 MB. The upload’s name and media type are ignored. */
  file?: Uint8Array | null | undefined;
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

/** Case to create. */
export type CreateCaseInput = {
  /** Customer that owns the case. Default: the caller’s customer; for operators, the service account. */
  customerId?: string | number | null | undefined;
  /** Where the text of the documents may be processed. Default: HOSTED. LOCAL_ONLY: it never leaves the customer’s own server. */
  dataClass?: DataClass | null | undefined;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
  /** Name of the case: 1 to 200 characters. */
  name: string;
  /** Months after its upload when a document is erased, 1 to 1200. Null or left out: documents stay until someone erases them. */
  retentionMonths?: number | null | undefined;
};

/** External action to file for approval. */
export type CreatePublishRequestInput = {
  /** Arguments of the tool: one JSON object as text, at most 256,000 characters. Keys must be unique. Send numbers beyond 2^53 as strings. */
  argumentsText: string;
  /** Assets attached to the action, at most 20. Their status must be LIVE. */
  assetIds?: Array<string | number> | null | undefined;
  /** Channel of the action. */
  channel: PublishChannel;
  /** Idempotency key. Repeating the same input with the same key returns the same publish request. */
  idempotencyKey?: string | null | undefined;
  /** Runs whose output is in the action, at most 20. They must have succeeded, and none of their outputs may be held for approval. */
  runIds?: Array<string | number> | null | undefined;
  /** Purpose in your own words: 1 to 2,000 characters. Approvers see it marked as unchecked. */
  summary: string;
  /** Recipients or records, 1 to 1,000, without duplicates. EMAIL: addresses. MESSAGING: numbers such as `+4915112345678`, or `@handle`. CRM: `object/id`. */
  targets: Array<string>;
  /** Name of the tool as the requester knows it, e.g. `send_email`: 1 to 128 letters, digits and `_.:/-`, starting with a letter. */
  tool: string;
};

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

/** Kind of a difference between a quotation and its document. */
export type DifferenceKind =
  /** The quotation adds words. */
  | 'ADDED'
  /** Capital or small letters. */
  | 'CASE'
  /** A date, a month, or a number beside a month. */
  | 'DATE'
  /** The quotation replaces or adds words or a letter, and its brackets show which. */
  | 'INSERTION'
  /** The quotation leaves words out. */
  | 'MISSING'
  /** A capitalised word. */
  | 'NAME'
  /** A negation, such as `not` or `kein`. */
  | 'NEGATION'
  /** A number, also one that is written as a word. */
  | 'NUMBER'
  /** The quotation leaves words out, and its ellipsis shows where. */
  | 'OMISSION'
  /** Punctuation between words. */
  | 'PUNCTUATION'
  /** Another word. */
  | 'WORD';

/** A file to upload. Send exactly one of `file` and `base64`. */
export type DocumentFileInput = {
  /** The file in base64, for small files. */
  base64?: string | Uint8Array | null | undefined;
  /** PDF, DOCX, HTML, Markdown, EML, text, or a ZIP of such files. At most 100 MB. */
  file?: Uint8Array | null | undefined;
  /** Path of the document within the case, such as `letters/2024/offer.pdf`: 1 to 1000 characters. */
  name: string;
};

/** Filter for documents. All given conditions must match. */
export type DocumentFilter = {
  /** Only objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Only objects created before this time. */
  createdBefore?: string | null | undefined;
  /** True for attachments of e-mails only, false for documents that were uploaded by themselves. */
  isAttachment?: boolean | null | undefined;
  /** Only attachments of this e-mail. */
  parentId?: string | number | null | undefined;
  /** Part of the name. Case and accents don’t matter. */
  search?: string | null | undefined;
  /** Only documents whose newest version has one of these states. Default: all but ERASED. */
  state?: Array<VersionState> | null | undefined;
};

/** Case to erase. */
export type EraseCaseInput = {
  /** Id of the case. */
  caseId: string | number;
};

/** Document to erase. */
export type EraseDocumentInput = {
  /** Id of the document. */
  documentId: string | number;
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

/** Approved request whose permit is fetched. */
export type FetchPermitInput = {
  /** Id of the publish request. */
  publishRequestId: string | number;
};

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

/** Author of a message in a conversation. */
export type MessageRole =
  /** Answer of the model. */
  | 'ASSISTANT'
  /** Instructions for the model. */
  | 'SYSTEM'
  /** Result of a tool that the model called. */
  | 'TOOL'
  /** Message of the user. */
  | 'USER';

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

/** Current state of a permit. ISSUED is the only state that can change. */
export type PermitState =
  /** The permit was not fetched in time. */
  | 'EXPIRED'
  /** The permit can be fetched, once. */
  | 'ISSUED'
  /** The permit was revoked before it was fetched. */
  | 'REVOKED'
  /** The permit was fetched. The service doesn’t know whether anything was sent. */
  | 'USED';

/** Conditions for picking one picture. */
export type PickAssetInput = {
  /** Name of a campaign, at most 200 characters. Each campaign has its own rotations. */
  campaign?: string | null | undefined;
  /** Number of wanted tags that the picture must have. Default ALL. */
  match?: PickMatch;
  /** Way to choose among the matching pictures. Default ROTATE. */
  mode?: PickMode;
  /** Tags that the picture must not have, at most 16. */
  not?: Array<string> | null | undefined;
  /** True to return the next picture without advancing the rotation. Default false. */
  peek?: boolean;
  /** Any identifier of the recipient, at most 200 characters. As long as the bank doesn’t change, picks with the same identifier, tags and campaign return the same picture. `mode` is then ignored. */
  sticky?: string | null | undefined;
  /** Wanted tags, 1 to 16. */
  tags: Array<string>;
};

/** Number of wanted tags that a picture must have to match. */
export type PickMatch =
  /** The picture has every wanted tag. */
  | 'ALL'
  /** The picture has at least one of the wanted tags. */
  | 'ANY'
  /** The picture has every wanted tag. If no picture has, unknown tags are dropped, then the rarest tags, one by one. */
  | 'BEST';

/** Choice among the matching pictures. */
export type PickMode =
  /** The newest matching picture. */
  | 'NEWEST'
  /** A random matching picture. */
  | 'RANDOM'
  /** Each matching picture once before any is repeated, also with concurrent callers. */
  | 'ROTATE';

/** Reason why a file was rejected. */
export type PictureRefusal =
  /** The file is damaged or incomplete. */
  | 'DAMAGED'
  /** The file is empty, or not a picture of a known type. */
  | 'NOT_A_PICTURE'
  /** The file is larger than 20 MB. */
  | 'TOO_LARGE'
  /** The picture is animated. */
  | 'TOO_MANY_FRAMES'
  /** The picture has more than 50 megapixels (fewer if the service has little memory), or more than 16,383 pixels per side. */
  | 'TOO_MANY_PIXELS'
  /** The picture has a known type, such as HEIC or SVG, that the image bank doesn’t accept. */
  | 'UNSUPPORTED_TYPE';

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

/** Channel of an external action. */
export type PublishChannel =
  /** A record in a CRM system. Targets are `object/id`. */
  | 'CRM'
  /** E-mail. Targets are addresses. */
  | 'EMAIL'
  /** Short messages. Targets are numbers such as `+4915112345678`, or `@handle`. */
  | 'MESSAGING';

/** Kind of finding of the automatic check. */
export type PublishFindingKind =
  /** A link whose text shows another address than its target. */
  | 'DECEPTIVE_LINK'
  /** Invisible or misleading characters, such as marks of the reading direction, or a word that mixes look-alike letters of two scripts. */
  | 'HIDDEN_CHARACTERS'
  /** Text in the form of personal data. */
  | 'PERSONAL_DATA'
  /** A target that the publishing policy doesn’t allow for its channel. */
  | 'RECIPIENT_NOT_ALLOWED'
  /** Text in the form of a key or a password. */
  | 'SECRET'
  /** An asset, or the output of a run, that has no seal or whose newest seal is revoked. */
  | 'UNSEALED_ATTACHMENT';

/** Reason why a quotation of a model is not a citation. */
export type QuotationFault =
  /** The cited document has the passage with other words, numbers or negations. */
  | 'ALTERED'
  /** The answer ended within the quotation. */
  | 'CUT_OFF'
  /** The answer has more than 200 quotations, of which the first are checked, or the documents are too long to check it. */
  | 'NOT_CHECKED'
  /** The documents don’t have these words, or the version can’t be read any more. */
  | 'NOT_FOUND'
  /** The quotation has fewer than three words or 12 letters and digits, so it would fit many places. */
  | 'TOO_SHORT';

/** How a text marks a quotation. */
export type QuotationForm =
  /** By `>` at the beginning of its lines, or as an indented paragraph after a colon. */
  | 'BLOCK'
  /** By quotation marks. */
  | 'MARKS';

/** Result of looking a quotation up in documents. */
export type QuotationStatus =
  /** A passage of a document is similar, but differs in words, numbers or punctuation. */
  | 'ALTERED'
  /** Not all documents could be looked at, or the quotation is too long. */
  | 'NOT_CHECKED'
  /** No passage of the documents is similar. */
  | 'NOT_FOUND'
  /** The documents repeat the words too often to check each place. */
  | 'TOO_REPETITIVE'
  /** The quotation has fewer than three words, which many texts have. */
  | 'TOO_SHORT'
  /** A document has the same words. */
  | 'VERIFIED';

/** How literally a quotation matches its document, the most literal first. */
export type QuotationTier =
  /** Character for character. */
  | 'EXACT'
  /** Also apart from soft hyphens and hyphens at the ends of lines. */
  | 'HYPHENATION'
  /** Apart from kinds of quotation marks, dashes and spaces, ligatures, and how accents are encoded. */
  | 'TYPOGRAPHY'
  /** Also apart from the length of white space, and line breaks. */
  | 'WHITESPACE';

/** Amount of reasoning before the answer. */
export type ReasoningEffort =
  /** More reasoning than usual. */
  | 'HIGH'
  /** Less reasoning than usual. */
  | 'LOW'
  /** As much reasoning as the model can do: the slowest and most expensive answer. */
  | 'MAX'
  /** The usual amount of reasoning. */
  | 'MEDIUM'
  /** As little reasoning as the model can do. */
  | 'MINIMAL'
  /** No reasoning: the fastest and cheapest answer. */
  | 'NONE'
  /** More reasoning than with HIGH. */
  | 'XHIGH';

/** Member to remove from a case. */
export type RemoveCaseMemberInput = {
  /** Id of the case. */
  caseId: string | number;
  /** Actor, as in the list of members. */
  member: string;
};

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

/** A task and its input. The policy chooses the model. */
export type RunTaskInput = {
  /** Key of the provider’s prompt cache. Send the same key with all requests whose messages start alike. At most 512 characters, without personal data. */
  cacheKey?: string | null | undefined;
  /** Case whose documents answer the request, with citations that this service verifies. For the tasks `case-scanning/cited-retrieval`, `wide-window` and `fast-scan`. The models of such a request never search the web. Not with `documentIds`, `tools` or `outputSchema`. */
  caseId?: string | number | null | undefined;
  /** Documents that answer the request, as with `caseId`. At most 100. */
  documentIds?: Array<string | number> | null | undefined;
  /** -2 to 2. Above 0, tokens become less likely the more often they occur in the text. Not applied, with a warning, if the model doesn’t support it. */
  frequencyPenalty?: number | null | undefined;
  /** Key for safe retries, 1 to 255 printable characters. For a day, the same key and input return the same answer without another run or charge. A failed run that cost nothing frees the key. Requires a credential. The run continues if the caller disconnects. */
  idempotencyKey?: string | null | undefined;
  /** True to allow at most one tool call per answer. A warning says if the model doesn’t support it. Default: false. */
  isOneToolAtATime?: boolean;
  /** True: the provider is asked to guarantee that the answer fits `outputSchema`. If the provider can’t guarantee this schema, it gets the schema without a guarantee, and a warning says why. Default: false. */
  isOutputSchemaStrict?: boolean | null | undefined;
  /** Maximum output tokens. More than the task’s `maxOutputTokens` is refused. Default: the task’s `defaultMaxOutputTokens`. */
  maxOutputTokens?: number | null | undefined;
  /** Messages of the conversation in order: 1 to 1,000. */
  messages: Array<TaskMessageInput>;
  /** Schema that the answer should fit. JSON Schema without external references. The schema can unfold to at most 5,000 subschemas. A schema that exceeds this or another bound is refused, and the error names the bound. An answer that doesn’t fit gives `OutputWithMismatch`, or `outputMismatch` in the last event of `taskRun`; with `isOutputSchemaStrict`, the task fails. */
  outputSchema?: Record<string, unknown> | null | undefined;
  /** Ranking of eligible deployments. Default: the policy’s order. */
  preference?: RoutingPreference | null | undefined;
  /** -2 to 2. Above 0, tokens that occur in the text become less likely. Not applied, with a warning, if the model doesn’t support it. */
  presencePenalty?: number | null | undefined;
  /** Amount of reasoning before the answer. Default: the model’s. A value that the model doesn’t support becomes the next lower one, else its lowest one, or is not applied. A warning reports each case. */
  reasoningEffort?: ReasoningEffort | null | undefined;
  /** True to restore redacted data in the answer, false to keep the placeholders. Default: the task’s setting. */
  restoreRedacted?: boolean | null | undefined;
  /** True to seal the exact text of the answer and return the seal with it. If sealing fails after the run, the answer is returned with a warning instead. Default: false. */
  seal?: boolean;
  /** Seed. The same seed makes the same answer more likely. Not applied, with a warning, if the model doesn’t support it. */
  seed?: number | null | undefined;
  /** Texts that end the answer, at most 8. */
  stopSequences?: Array<string> | null | undefined;
  /** Name of the task, e.g. `human-phrasing/warm-tone`. `tasks` lists all names. */
  task: string;
  /** Temperature, 0 to 2. A value outside the range of the task or the model becomes the nearest one inside. Not applied if the task or the model doesn’t support it. A warning reports either case. Default: the model’s. */
  temperature?: number | null | undefined;
  /** Tools that the model may call, at most 128. */
  tools?: Array<TaskToolInput> | null | undefined;
  /** Nucleus sampling, 0 to 1. Default: the model’s. Not applied, with a warning, if the model doesn’t support it. */
  topP?: number | null | undefined;
  /** Length of the answer. Default: the model’s. Not applied, with a warning, if the model doesn’t support it. */
  verbosity?: Verbosity | null | undefined;
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

/** A text to seal, and the caller’s acceptance of the disclaimer. */
export type SealTextInput = {
  /** Confirms that the disclaimer was read and accepted. Must be true. */
  disclaimerAcknowledged: boolean;
  /** Version of the disclaimer that was shown. Fails if that version isn’t in force. Omit to accept the version in force. */
  disclaimerVersion?: number | null | undefined;
  /** Requests with the same key and the same input return the same seal, token and salt. Callers without a credential must use at least 20 characters that can’t be guessed, such as a random UUID. */
  idempotencyKey?: string | null | undefined;
  /** Language of the disclaimer (BCP 47). Default `en`. */
  language?: string;
  /** Adds a random salt in front of the text, so that short texts can’t be guessed from the digest. Keep the returned salt: the text can’t be verified without it. */
  private?: boolean;
  /** Stores the text, encrypted. Only a caller with the `ownerToken` can read it. Default false. */
  retain?: boolean;
  /** Seal that the new one supersedes. */
  supersedes?: SupersedesInput | null | undefined;
  /** Text to seal, exactly as sent, including trailing spaces and line ends. At most 1,000,000 bytes of UTF-8. */
  text: string;
};

/** A seal to supersede. */
export type SupersedesInput = {
  /** Owner token that was returned with the seal. Not needed with the permission `seals:revoke`. */
  ownerToken?: string | null | undefined;
  /** Id of the older seal. */
  sealId: string | number;
};

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

/** Label of each answer of a task. */
export type TaskLabel =
  /** A person must review each answer before an end customer sees it. */
  | 'NOT_FINAL';

/** One message of a conversation. */
export type TaskMessageInput = {
  /** Text of the message. For a TOOL message, the result of the tool. */
  content: string;
  /** Author of the message. */
  role: MessageRole;
  /** Id of the tool call that this message is the result of. Required for a TOOL message. */
  toolCallId?: string | null | undefined;
  /** Tool calls of an ASSISTANT message. */
  toolCalls?: Array<ToolCallInput> | null | undefined;
};

/** A tool that the model may call. The caller executes it. */
export type TaskToolInput = {
  /** Description for the model: what the tool does, and when to call it. */
  description?: string | null | undefined;
  /** True: the provider is asked to guarantee that the arguments fit the schema. If the provider can’t guarantee this schema, it gets the schema without a guarantee, and a warning says why. Default: false. */
  isStrict?: boolean | null | undefined;
  /** Name of the tool: 1 to 64 letters, digits, `_` and `-`. */
  name: string;
  /** Schema of the tool’s arguments. JSON Schema without external references. The schema can unfold to at most 5,000 subschemas. A schema that exceeds this or another bound is refused, and the error names the bound. */
  parameters: Record<string, unknown>;
};

/** A tool call of an earlier answer. */
export type ToolCallInput = {
  /** Arguments as JSON, as the model wrote them. */
  argumentsText: string;
  /** Id of the call in the earlier answer. */
  id: string;
  /** Name of the tool. */
  name: string;
};

/** Changes to a case. Fields left out keep their value. */
export type UpdateCaseInput = {
  /** Id of the case. */
  caseId: string | number;
  /** Where the text of the documents may be processed. */
  dataClass?: DataClass | null | undefined;
  /** Version the caller last read. If the case has changed since, nothing is saved and the result is `CaseChanged`. Omit to overwrite. */
  ifVersion?: number | null | undefined;
  /** New name: 1 to 200 characters. */
  name?: string | null | undefined;
  /** Months after its upload when a document is erased, 1 to 1200. Null removes it. */
  retentionMonths?: number | null | undefined;
};

/** Files to upload to a case. */
export type UploadDocumentsInput = {
  /** Id of the case. */
  caseId: string | number;
  /** Files, 1 to 10. */
  files: Array<DocumentFileInput>;
  /** 1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation. */
  idempotencyKey?: string | null | undefined;
};

/** Result of an upload for one file. */
export type UploadOutcome =
  /** The file is a new document. */
  | 'ADDED'
  /** The case already has these bytes, in `document`. Nothing was added. */
  | 'DUPLICATE'
  /** The file is a new version of the document with this name. */
  | 'NEW_VERSION'
  /** The file can’t be added. `refusal` has the reason. */
  | 'REFUSED';

/** Length of an answer. */
export type Verbosity =
  /** A long answer. */
  | 'HIGH'
  /** A short answer. */
  | 'LOW'
  /** The usual length. */
  | 'MEDIUM';

/** Progress of a version of a document. */
export type VersionState =
  /** Bytes, text and names were erased. Ids, digests and lengths stay. */
  | 'ERASED'
  /** Reading failed twice. `refusalMessage` says what to do. */
  | 'FAILED'
  /** The text is being made searchable. */
  | 'INDEXING'
  /** The text is being extracted. */
  | 'READING'
  /** The version can be searched and cited. */
  | 'READY'
  /** The bytes can’t be read, e.g. because they are encrypted. `refusal` has the reason. */
  | 'REFUSED'
  /** Uploaded, and waiting to be read. */
  | 'WAITING';

export type AddCaseMemberMutationVariables = Exact<{
  input: AddCaseMemberInput;
}>;


export type AddCaseMemberMutation = { addCaseMember:
    | { __typename: 'AddedCaseMember', case: { id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> } | null }
    | { __typename: 'CaseConflict', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type AssetFieldsFragment = { id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null };

export type CancelPublishRequestMutationVariables = Exact<{
  input: CancelPublishRequestInput;
}>;


export type CancelPublishRequestMutation = { cancelPublishRequest:
    | { __typename: 'CanceledPublishRequest', publishRequest: { id: string, state: ApprovalState, tool: string, channel: PublishChannel, targetCount: number, sha256: string, approvalId: string, supersedesId: string | null, createdAt: string, execution: { available: boolean, status: CapabilityStatus }, permit: { state: PermitState, expiresAt: string } | null } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'PublishRequestEnded', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type CaseFieldsFragment = { id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> };

export type CaseSearchHitFieldsFragment = { start: number, end: number, pageFirst: number | null, pageLast: number | null, headingPath: Array<string>, text: string, document: { id: string, name: string | null, caseId: string }, version: { id: string, number: number, sha256: string, textSha256: string | null, language: string | null, mediaType: string | null }, highlights: Array<{ start: number, end: number }> };

export type CheckQuotationsMutationVariables = Exact<{
  input: CheckQuotationsInput;
}>;


export type CheckQuotationsMutation = { checkQuotations:
    | { __typename: 'BriefRefused', code: ProblemCode, message: string }
    | { __typename: 'CheckedQuotations', report: { unclosed: Array<number>, unclosedCount: number, uncheckedCount: number, notReadyCount: number, briefTextSha256: string, briefTextLength: number, quotations: Array<{ start: number, end: number, form: QuotationForm, text: string, status: QuotationStatus, tier: QuotationTier | null, differenceCount: number, isMarked: boolean, leavesOutFootnotes: boolean, addsEndMark: boolean, citation: { start: number, end: number, text: string } | null, place: { documentId: string, documentName: string, versionId: string, versionSha256: string, textSha256: string, start: number, end: number, words: string, pageFirst: number | null, pageLast: number | null, headingPath: Array<string> } | null, differences: Array<{ kind: DifferenceKind, quoted: string, source: string, start: number, end: number }> }>, counts: { total: number, verified: number, altered: number, notFound: number, tooShort: number, tooRepetitive: number, notChecked: number }, sources: Array<{ documentId: string, documentName: string, versionId: string, versionSha256: string, textSha256: string, textLength: number, unreadPageCount: number }>, rules: { name: string, version: string, sha256: string } } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type ClaimFieldsFragment = { text: string, start: number, end: number, isSupported: boolean, citations: Array<{ documentId: string, documentName: string, versionId: string, versionSha256: string, textSha256: string, start: number, end: number, words: string, tier: QuotationTier, pageFirst: number | null, pageLast: number | null, headingPath: Array<string>, isElsewhere: boolean }>, faultyQuotations: Array<{ fault: QuotationFault }> };

export type CreateAssetMutationVariables = Exact<{
  input: CreateAssetInput;
}>;


export type CreateAssetMutation = { createAsset:
    | { __typename: 'CreatedAsset', duplicateOf: string | null, alreadyIssued: boolean, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }> | null, asset: { id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null } | null }
    | { __typename: 'DownloadRefused', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'PictureRefused', reason: PictureRefusal, code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type CreateCaseMutationVariables = Exact<{
  input: CreateCaseInput;
}>;


export type CreateCaseMutation = { createCase:
    | { __typename: 'CaseConflict', code: ProblemCode, message: string }
    | { __typename: 'CreatedCase', alreadyIssued: boolean, case: { id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type CreatePublishRequestMutationVariables = Exact<{
  input: CreatePublishRequestInput;
}>;


export type CreatePublishRequestMutation = { createPublishRequest:
    | { __typename: 'CreatedPublishRequest', publishRequest: { id: string, state: ApprovalState, tool: string, channel: PublishChannel, targetCount: number, sha256: string, approvalId: string, supersedesId: string | null, createdAt: string, execution: { available: boolean, status: CapabilityStatus }, permit: { state: PermitState, expiresAt: string } | null } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'PublishRequestBlocked', code: ProblemCode, message: string, findings: Array<{ kind: PublishFindingKind, pointer: string, detail: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type DocumentFieldsFragment = { id: string, caseId: string, name: string | null, parentId: string | null, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, currentVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null, latestVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null };

export type DocumentVersionFieldsFragment = { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null };

export type EraseCaseMutationVariables = Exact<{
  input: EraseCaseInput;
}>;


export type EraseCaseMutation = { eraseCase:
    | { __typename: 'ErasedCase', case: { id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type EraseDocumentMutationVariables = Exact<{
  input: EraseDocumentInput;
}>;


export type EraseDocumentMutation = { eraseDocument:
    | { __typename: 'ErasedDocument', document: { id: string, caseId: string, name: string | null, parentId: string | null, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, currentVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null, latestVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type ExplainRouteQueryVariables = Exact<{
  input: ExplainRouteInput;
}>;


export type ExplainRouteQuery = { explainRoute: { maxCostMicros: number | null, inputTokens: number, maxOutputTokens: number, gates: Array<TaskGate>, isHeld: boolean, labels: Array<TaskLabel>, decision: { policyVersion: number, policySha256: string, catalogueVersion: number, catalogueSha256: string, task: string, slot: string, dataClass: DataClass, path: Array<string>, isPastSoftCap: boolean, isMovedByCap: boolean, isNotFinal: boolean, isSimulated: boolean, refusal: { code: RoutingRefusalCode, sentence: string } | null, candidates: Array<{ deployment: string, reason: CandidateReason, sentence: string, credentialSource: CredentialSource | null, maxCostMicros: number | null }> } } };

export type FetchPermitMutationVariables = Exact<{
  input: FetchPermitInput;
}>;


export type FetchPermitMutation = { fetchPermit:
    | { __typename: 'FetchedPermit', actionText: string, permit: { id: string, state: PermitState, expiresAt: string, usedAt: string | null } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'PermitRefused', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type FindSealsQueryVariables = Exact<{
  sha256: string;
}>;


export type FindSealsQuery = { sealsByDigest: Array<{ id: string, sha256: string, sealedAt: string, status: SealStatus, logIndex: number, verificationUrl: string, bundleUrl: string, submitter: SealSubmitter | null }> };

export type GetAssetQueryVariables = Exact<{
  id: string | number;
}>;


export type GetAssetQuery = { asset: { id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null } | null };

export type GetCaseQueryVariables = Exact<{
  id: string | number;
}>;


export type GetCaseQuery = { case: { id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> } | null };

export type GetDocumentTextQueryVariables = Exact<{
  id: string | number;
  start: number;
  length: number;
}>;


export type GetDocumentTextQuery = { document: { id: string, name: string | null, latestVersion: { state: VersionState, refusalMessage: string | null } | null, currentVersion: { id: string, sha256: string, textSha256: string | null, textLength: number | null, pageCount: number | null, language: string | null, text: string | null } | null } | null };

export type GetDocumentQueryVariables = Exact<{
  id: string | number;
}>;


export type GetDocumentQuery = { document: { id: string, caseId: string, name: string | null, parentId: string | null, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, currentVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null, latestVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null } | null };

export type GetPublishRequestQueryVariables = Exact<{
  id: string | number;
}>;


export type GetPublishRequestQuery = { publishRequest: { id: string, state: ApprovalState, tool: string, channel: PublishChannel, targetCount: number, sha256: string, approvalId: string, supersedesId: string | null, createdAt: string, execution: { available: boolean, status: CapabilityStatus }, permit: { state: PermitState, expiresAt: string } | null } | null };

export type GetRenderQueryVariables = Exact<{
  id: string | number;
}>;


export type GetRenderQuery = { render: { id: string, status: RenderStatus, kind: AssetKind, title: string, source: string | null, prompt: string, provider: string, model: string | null, seed: number, ignoredTerms: Array<string>, note: string | null, createdAt: string, completedAt: string | null, file: { url: string, mediaType: string, width: number, height: number, byteSize: number, sha256: string } | null, understood: { scene: { value: RenderScene, isFromBrief: boolean, words: Array<string> } | null, light: { value: RenderLight, isFromBrief: boolean, words: Array<string> } | null, weather: { value: RenderWeather, isFromBrief: boolean, words: Array<string> } | null, season: { value: RenderSeason, isFromBrief: boolean, words: Array<string> } | null, style: Array<{ value: RenderStyle, isFromBrief: boolean, words: Array<string> }>, palette: Array<{ name: string, hex: string, words: Array<string> }>, composition: Array<{ value: RenderElement, isFromBrief: boolean, words: Array<string> }>, exclusions: Array<{ means: string | null, words: Array<string> }> } | null, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }>, failure: { reason: RenderFailureReason, message: string } | null, asset: { id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null } | null } | null };

export type GetRunQueryVariables = Exact<{
  id: string | number;
}>;


export type GetRunQuery = { run: { id: string, task: string, status: RunStatus, isSimulated: boolean, isNotFinal: boolean, isHeld: boolean, inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, costMicros: number | null, costSource: CostSource | null, isEstimated: boolean, warnings: Array<string>, heldAnswer: { text: string, refusal: string | null, outcome: CitedOutcome | null, citations: Array<{ url: string, title: string | null, date: string | null, snippet: string | null }>, claims: Array<{ text: string, start: number, end: number, isSupported: boolean, citations: Array<{ documentId: string, documentName: string, versionId: string, versionSha256: string, textSha256: string, start: number, end: number, words: string, tier: QuotationTier, pageFirst: number | null, pageLast: number | null, headingPath: Array<string>, isElsewhere: boolean }>, faultyQuotations: Array<{ fault: QuotationFault }> }> } | null, approval: { id: string, state: ApprovalState, expiresAt: string } | null } | null };

export type GetSealQueryVariables = Exact<{
  id: string | number;
}>;


export type GetSealQuery = { seal: { id: string, sha256: string, sealedAt: string, status: SealStatus, logIndex: number, verificationUrl: string, bundleUrl: string, submitter: SealSubmitter | null } | null };

export type HealthFieldsFragment = { ok: boolean, status: HealthStatus, checkedAt: string, connections: Array<{ name: string, ok: boolean, required: boolean, status: HealthStatus, latencyMs: number }> };

export type HealthQueryVariables = Exact<{ [key: string]: never; }>;


export type HealthQuery = { health: { ok: boolean, status: HealthStatus, checkedAt: string, connections: Array<{ name: string, ok: boolean, required: boolean, status: HealthStatus, latencyMs: number }> } };

export type ListAssetsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: AssetFilter | null | undefined;
}>;


export type ListAssetsQuery = { assets: { totalCount: number, totalIsExact: boolean, nodes: Array<{ id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListCasesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: CaseFilter | null | undefined;
}>;


export type ListCasesQuery = { cases: { totalCount: number, totalIsExact: boolean, nodes: Array<{ id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListDocumentVersionsQueryVariables = Exact<{
  id: string | number;
}>;


export type ListDocumentVersionsQuery = { document: { versions: Array<{ id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null }> } | null };

export type ListDocumentsQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
  filter?: DocumentFilter | null | undefined;
}>;


export type ListDocumentsQuery = { case: { id: string } | null, documents: { totalCount: number, totalIsExact: boolean, nodes: Array<{ id: string, caseId: string, name: string | null, parentId: string | null, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, currentVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null, latestVersion: { id: string, documentId: string, number: number, state: VersionState, sha256: string, byteSize: number, mediaType: string | null, textSha256: string | null, textLength: number | null, extractor: string | null, language: string | null, title: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, createdBy: string, createdAt: string, readyAt: string | null, erasedAt: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListTasksQueryVariables = Exact<{ [key: string]: never; }>;


export type ListTasksQuery = { tasks: Array<{ name: string, kind: TaskKind, title: string, description: string, labels: Array<TaskLabel>, gates: Array<TaskGate> }> };

export type MediaDeskPageQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  tags?: Array<string> | string | null | undefined;
}>;


export type MediaDeskPageQuery = { mediaDesk: { partner: { name: string }, assets: { nodes: Array<{ id: string, title: string, alt: string, tags: Array<string>, thumbnailUrl: string, file: { url: string, width: number, height: number, sharp: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type MediaDeskPictureFieldsFragment = { id: string, title: string, tags: Array<string>, thumbnailUrl: string, file: { url: string, width: number, height: number } };

export type MediaDeskQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  tags?: Array<string> | string | null | undefined;
}>;


export type MediaDeskQuery = { mediaDesk: { partner: { name: string }, assets: { nodes: Array<{ id: string, title: string, tags: Array<string>, thumbnailUrl: string, file: { url: string, width: number, height: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type NotAppliedFieldsFragment = { field: NotAppliedField, values: Array<string>, reason: NotAppliedReason };

export type PickAssetMutationVariables = Exact<{
  input: PickAssetInput;
}>;


export type PickAssetMutation = { pickAsset:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NoMatch', unknownTags: Array<string>, code: ProblemCode, message: string, without: Array<{ tag: string, matches: number }> }
    | { __typename: 'PickedAsset', matchedTags: Array<string>, match: PickMatch, mode: PickMode, asset: { id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null } | null }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

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

export type PublishRequestFieldsFragment = { id: string, state: ApprovalState, tool: string, channel: PublishChannel, targetCount: number, sha256: string, approvalId: string, supersedesId: string | null, createdAt: string, execution: { available: boolean, status: CapabilityStatus }, permit: { state: PermitState, expiresAt: string } | null };

export type QuotationReportFieldsFragment = { unclosed: Array<number>, unclosedCount: number, uncheckedCount: number, notReadyCount: number, briefTextSha256: string, briefTextLength: number, quotations: Array<{ start: number, end: number, form: QuotationForm, text: string, status: QuotationStatus, tier: QuotationTier | null, differenceCount: number, isMarked: boolean, leavesOutFootnotes: boolean, addsEndMark: boolean, citation: { start: number, end: number, text: string } | null, place: { documentId: string, documentName: string, versionId: string, versionSha256: string, textSha256: string, start: number, end: number, words: string, pageFirst: number | null, pageLast: number | null, headingPath: Array<string> } | null, differences: Array<{ kind: DifferenceKind, quoted: string, source: string, start: number, end: number }> }>, counts: { total: number, verified: number, altered: number, notFound: number, tooShort: number, tooRepetitive: number, notChecked: number }, sources: Array<{ documentId: string, documentName: string, versionId: string, versionSha256: string, textSha256: string, textLength: number, unreadPageCount: number }>, rules: { name: string, version: string, sha256: string } };

export type RemoveCaseMemberMutationVariables = Exact<{
  input: RemoveCaseMemberInput;
}>;


export type RemoveCaseMemberMutation = { removeCaseMember:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RemovedCaseMember', case: { id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RenderFieldsFragment = { id: string, status: RenderStatus, kind: AssetKind, title: string, source: string | null, prompt: string, provider: string, model: string | null, seed: number, ignoredTerms: Array<string>, note: string | null, createdAt: string, completedAt: string | null, file: { url: string, mediaType: string, width: number, height: number, byteSize: number, sha256: string } | null, understood: { scene: { value: RenderScene, isFromBrief: boolean, words: Array<string> } | null, light: { value: RenderLight, isFromBrief: boolean, words: Array<string> } | null, weather: { value: RenderWeather, isFromBrief: boolean, words: Array<string> } | null, season: { value: RenderSeason, isFromBrief: boolean, words: Array<string> } | null, style: Array<{ value: RenderStyle, isFromBrief: boolean, words: Array<string> }>, palette: Array<{ name: string, hex: string, words: Array<string> }>, composition: Array<{ value: RenderElement, isFromBrief: boolean, words: Array<string> }>, exclusions: Array<{ means: string | null, words: Array<string> }> } | null, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }>, failure: { reason: RenderFailureReason, message: string } | null, asset: { id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null } | null };

export type RequestRenderMutationVariables = Exact<{
  input: RequestRenderInput;
}>;


export type RequestRenderMutation = { requestRender:
    | { __typename: 'BriefNotCovered', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'RequestedRender', isReplay: boolean, render: { id: string, status: RenderStatus, kind: AssetKind, title: string, source: string | null, prompt: string, provider: string, model: string | null, seed: number, ignoredTerms: Array<string>, note: string | null, createdAt: string, completedAt: string | null, file: { url: string, mediaType: string, width: number, height: number, byteSize: number, sha256: string } | null, understood: { scene: { value: RenderScene, isFromBrief: boolean, words: Array<string> } | null, light: { value: RenderLight, isFromBrief: boolean, words: Array<string> } | null, weather: { value: RenderWeather, isFromBrief: boolean, words: Array<string> } | null, season: { value: RenderSeason, isFromBrief: boolean, words: Array<string> } | null, style: Array<{ value: RenderStyle, isFromBrief: boolean, words: Array<string> }>, palette: Array<{ name: string, hex: string, words: Array<string> }>, composition: Array<{ value: RenderElement, isFromBrief: boolean, words: Array<string> }>, exclusions: Array<{ means: string | null, words: Array<string> }> } | null, notApplied: Array<{ field: NotAppliedField, values: Array<string>, reason: NotAppliedReason }>, failure: { reason: RenderFailureReason, message: string } | null, asset: { id: string, title: string, alt: string, tags: Array<string>, kind: AssetKind, origin: AssetOrigin, status: AssetStatus, source: string | null, thumbnailUrl: string, thumbhash: string, dominantColor: string, createdAt: string, file: { url: string, mediaType: string, byteSize: number, width: number, height: number, sha256: string }, seal: { verificationUrl: string } | null } | null } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type RunFieldsFragment = { id: string, task: string, status: RunStatus, isSimulated: boolean, isNotFinal: boolean, isHeld: boolean, inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, costMicros: number | null, costSource: CostSource | null, isEstimated: boolean, warnings: Array<string> };

export type RunTaskMutationVariables = Exact<{
  input: RunTaskInput;
}>;


export type RunTaskMutation = { runTask:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'HeldTask', code: ProblemCode, message: string, run: { id: string, task: string, status: RunStatus, isSimulated: boolean, isNotFinal: boolean, isHeld: boolean, inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, costMicros: number | null, costSource: CostSource | null, isEstimated: boolean, warnings: Array<string> } | null, approval: { id: string, state: ApprovalState, expiresAt: string } | null }
    | { __typename: 'IdempotencyInProgress', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'IdempotentAnswerGone', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'OutputWithMismatch', code: ProblemCode, message: string }
    | { __typename: 'RanTask', answer: { text: string, refusal: string | null, outcome: CitedOutcome | null, citations: Array<{ url: string, title: string | null, date: string | null, snippet: string | null }>, claims: Array<{ text: string, start: number, end: number, isSupported: boolean, citations: Array<{ documentId: string, documentName: string, versionId: string, versionSha256: string, textSha256: string, start: number, end: number, words: string, tier: QuotationTier, pageFirst: number | null, pageLast: number | null, headingPath: Array<string>, isElsewhere: boolean }>, faultyQuotations: Array<{ fault: QuotationFault }> }> } | null, outcome: { warnings: Array<string> } | null, run: { id: string, task: string, status: RunStatus, isSimulated: boolean, isNotFinal: boolean, isHeld: boolean, inputTokens: number | null, cachedInputTokens: number | null, outputTokens: number | null, costMicros: number | null, costSource: CostSource | null, isEstimated: boolean, warnings: Array<string> } | null, seal: { id: string, verificationUrl: string } | null }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'TaskFailed', runId: string, code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type SanctuaryFactsQueryVariables = Exact<{ [key: string]: never; }>;


export type SanctuaryFactsQuery = { clusters: Array<{ name: string, title: string, purpose: string, slots: Array<{ purpose: string, task: { name: string, title: string, description: string, gates: Array<TaskGate>, labels: Array<TaskLabel>, dataClass: DataClass } }> }>, disclaimer: { version: number, text: string } | null };

export type SealFieldsFragment = { id: string, sha256: string, sealedAt: string, status: SealStatus, logIndex: number, verificationUrl: string, bundleUrl: string, submitter: SealSubmitter | null };

export type SealTextMutationVariables = Exact<{
  input: SealTextInput;
}>;


export type SealTextMutation = { sealText:
    | { __typename: 'DisclaimerOutdated', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'SealConflict', code: ProblemCode, message: string }
    | { __typename: 'SealedText', salt: string | null, ownerToken: string, isReplay: boolean, seal: { id: string, sha256: string, sealedAt: string, status: SealStatus, logIndex: number, verificationUrl: string, bundleUrl: string, submitter: SealSubmitter | null } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type SearchCasesQueryVariables = Exact<{
  query: string;
  first?: number | null | undefined;
  filter?: CaseSearchFilter | null | undefined;
}>;


export type SearchCasesQuery = { searchCases: { isComplete: boolean, hits: Array<{ start: number, end: number, pageFirst: number | null, pageLast: number | null, headingPath: Array<string>, text: string, document: { id: string, name: string | null, caseId: string }, version: { id: string, number: number, sha256: string, textSha256: string | null, language: string | null, mediaType: string | null }, highlights: Array<{ start: number, end: number }> }> } };

export type UpdateCaseMutationVariables = Exact<{
  input: UpdateCaseInput;
}>;


export type UpdateCaseMutation = { updateCase:
    | { __typename: 'CaseChanged', version: number, code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UpdatedCase', case: { id: string, customerId: string, name: string | null, dataClass: DataClass, retentionMonths: number | null, canRead: boolean, documentCount: number | null, byteCount: number | null, version: number, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> } | null }
   | null };

export type UploadDocumentsMutationVariables = Exact<{
  input: UploadDocumentsInput;
}>;


export type UploadDocumentsMutation = { uploadDocuments:
    | { __typename: 'CaseConflict', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'UploadedDocuments', alreadyIssued: boolean, fileCount: number, newCount: number, duplicateCount: number, refusedCount: number, documents: Array<{ name: string, outcome: UploadOutcome, refusal: string | null, refusalMessage: string | null, document: { id: string } | null, version: { id: string, state: VersionState, sha256: string } | null }> | null }
   | null };

export type UploadedDocumentFieldsFragment = { name: string, outcome: UploadOutcome, refusal: string | null, refusalMessage: string | null, document: { id: string } | null, version: { id: string, state: VersionState, sha256: string } | null };

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
export const CaseFieldsFragmentDoc = new TypedDocumentString(`
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
}
    `, {"fragmentName":"CaseFields"}) as unknown as TypedDocumentString<CaseFieldsFragment, unknown>;
export const CaseSearchHitFieldsFragmentDoc = new TypedDocumentString(`
    fragment CaseSearchHitFields on CaseSearchHit {
  document {
    id
    name
    caseId
  }
  version {
    id
    number
    sha256
    textSha256
    language
    mediaType
  }
  start
  end
  pageFirst
  pageLast
  headingPath
  text
  highlights {
    start
    end
  }
}
    `, {"fragmentName":"CaseSearchHitFields"}) as unknown as TypedDocumentString<CaseSearchHitFieldsFragment, unknown>;
export const ClaimFieldsFragmentDoc = new TypedDocumentString(`
    fragment ClaimFields on CitedClaim {
  text
  start
  end
  isSupported
  citations {
    documentId
    documentName
    versionId
    versionSha256
    textSha256
    start
    end
    words
    tier
    pageFirst
    pageLast
    headingPath
    isElsewhere
  }
  faultyQuotations {
    fault
  }
}
    `, {"fragmentName":"ClaimFields"}) as unknown as TypedDocumentString<ClaimFieldsFragment, unknown>;
export const DocumentVersionFieldsFragmentDoc = new TypedDocumentString(`
    fragment DocumentVersionFields on DocumentVersion {
  id
  documentId
  number
  state
  sha256
  byteSize
  mediaType
  textSha256
  textLength
  extractor
  language
  title
  pageCount
  pagesDone
  refusal
  refusalMessage
  createdBy
  createdAt
  readyAt
  erasedAt
}
    `, {"fragmentName":"DocumentVersionFields"}) as unknown as TypedDocumentString<DocumentVersionFieldsFragment, unknown>;
export const DocumentFieldsFragmentDoc = new TypedDocumentString(`
    fragment DocumentFields on Document {
  id
  caseId
  name
  parentId
  createdBy
  createdAt
  updatedAt
  erasedAt
  currentVersion {
    ...DocumentVersionFields
  }
  latestVersion {
    ...DocumentVersionFields
  }
}
    fragment DocumentVersionFields on DocumentVersion {
  id
  documentId
  number
  state
  sha256
  byteSize
  mediaType
  textSha256
  textLength
  extractor
  language
  title
  pageCount
  pagesDone
  refusal
  refusalMessage
  createdBy
  createdAt
  readyAt
  erasedAt
}`, {"fragmentName":"DocumentFields"}) as unknown as TypedDocumentString<DocumentFieldsFragment, unknown>;
export const HealthFieldsFragmentDoc = new TypedDocumentString(`
    fragment HealthFields on HealthReport {
  ok
  status
  checkedAt
  connections {
    name
    ok
    required
    status
    latencyMs
  }
}
    `, {"fragmentName":"HealthFields"}) as unknown as TypedDocumentString<HealthFieldsFragment, unknown>;
export const MediaDeskPictureFieldsFragmentDoc = new TypedDocumentString(`
    fragment MediaDeskPictureFields on Asset {
  id
  title
  tags
  thumbnailUrl
  file {
    url
    width
    height
  }
}
    `, {"fragmentName":"MediaDeskPictureFields"}) as unknown as TypedDocumentString<MediaDeskPictureFieldsFragment, unknown>;
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
export const PublishRequestFieldsFragmentDoc = new TypedDocumentString(`
    fragment PublishRequestFields on PublishRequest {
  id
  state
  tool
  channel
  targetCount
  sha256
  approvalId
  supersedesId
  createdAt
  execution {
    available
    status
  }
  permit {
    state
    expiresAt
  }
}
    `, {"fragmentName":"PublishRequestFields"}) as unknown as TypedDocumentString<PublishRequestFieldsFragment, unknown>;
export const QuotationReportFieldsFragmentDoc = new TypedDocumentString(`
    fragment QuotationReportFields on QuotationReport {
  quotations {
    start
    end
    form
    text
    citation {
      start
      end
      text
    }
    status
    tier
    place {
      documentId
      documentName
      versionId
      versionSha256
      textSha256
      start
      end
      words
      pageFirst
      pageLast
      headingPath
    }
    differences {
      kind
      quoted
      source
      start
      end
    }
    differenceCount
    isMarked
    leavesOutFootnotes
    addsEndMark
  }
  counts {
    total
    verified
    altered
    notFound
    tooShort
    tooRepetitive
    notChecked
  }
  unclosed
  unclosedCount
  sources {
    documentId
    documentName
    versionId
    versionSha256
    textSha256
    textLength
    unreadPageCount
  }
  uncheckedCount
  notReadyCount
  rules {
    name
    version
    sha256
  }
  briefTextSha256
  briefTextLength
}
    `, {"fragmentName":"QuotationReportFields"}) as unknown as TypedDocumentString<QuotationReportFieldsFragment, unknown>;
export const NotAppliedFieldsFragmentDoc = new TypedDocumentString(`
    fragment NotAppliedFields on NotApplied {
  field
  values
  reason
}
    `, {"fragmentName":"NotAppliedFields"}) as unknown as TypedDocumentString<NotAppliedFieldsFragment, unknown>;
export const AssetFieldsFragmentDoc = new TypedDocumentString(`
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
}
    `, {"fragmentName":"AssetFields"}) as unknown as TypedDocumentString<AssetFieldsFragment, unknown>;
export const RenderFieldsFragmentDoc = new TypedDocumentString(`
    fragment RenderFields on Render {
  id
  status
  kind
  title
  source
  prompt
  provider
  model
  seed
  file {
    url
    mediaType
    width
    height
    byteSize
    sha256
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
  ignoredTerms
  note
  notApplied {
    ...NotAppliedFields
  }
  failure {
    reason
    message
  }
  createdAt
  completedAt
  asset {
    ...AssetFields
  }
}
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
}
fragment NotAppliedFields on NotApplied {
  field
  values
  reason
}`, {"fragmentName":"RenderFields"}) as unknown as TypedDocumentString<RenderFieldsFragment, unknown>;
export const RunFieldsFragmentDoc = new TypedDocumentString(`
    fragment RunFields on Run {
  id
  task
  status
  isSimulated
  isNotFinal
  isHeld
  inputTokens
  cachedInputTokens
  outputTokens
  costMicros
  costSource
  isEstimated
  warnings
}
    `, {"fragmentName":"RunFields"}) as unknown as TypedDocumentString<RunFieldsFragment, unknown>;
export const SealFieldsFragmentDoc = new TypedDocumentString(`
    fragment SealFields on Seal {
  id
  sha256
  sealedAt
  status
  logIndex
  verificationUrl
  bundleUrl
  submitter
}
    `, {"fragmentName":"SealFields"}) as unknown as TypedDocumentString<SealFieldsFragment, unknown>;
export const UploadedDocumentFieldsFragmentDoc = new TypedDocumentString(`
    fragment UploadedDocumentFields on UploadedDocument {
  name
  outcome
  refusal
  refusalMessage
  document {
    id
  }
  version {
    id
    state
    sha256
  }
}
    `, {"fragmentName":"UploadedDocumentFields"}) as unknown as TypedDocumentString<UploadedDocumentFieldsFragment, unknown>;
export const AddCaseMemberDocument = new TypedDocumentString(`
    mutation AddCaseMember($input: AddCaseMemberInput!) {
  addCaseMember(input: $input) {
    ... on AddedCaseMember {
      __typename
      case {
        ...CaseFields
      }
    }
    ...ProblemFields
  }
}
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
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
}`) as unknown as TypedDocumentString<AddCaseMemberMutation, AddCaseMemberMutationVariables>;
export const CancelPublishRequestDocument = new TypedDocumentString(`
    mutation CancelPublishRequest($input: CancelPublishRequestInput!) {
  cancelPublishRequest(input: $input) {
    ... on CanceledPublishRequest {
      __typename
      publishRequest {
        ...PublishRequestFields
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
fragment PublishRequestFields on PublishRequest {
  id
  state
  tool
  channel
  targetCount
  sha256
  approvalId
  supersedesId
  createdAt
  execution {
    available
    status
  }
  permit {
    state
    expiresAt
  }
}`) as unknown as TypedDocumentString<CancelPublishRequestMutation, CancelPublishRequestMutationVariables>;
export const CheckQuotationsDocument = new TypedDocumentString(`
    mutation CheckQuotations($input: CheckQuotationsInput!) {
  checkQuotations(input: $input) {
    ... on CheckedQuotations {
      __typename
      report {
        ...QuotationReportFields
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
fragment QuotationReportFields on QuotationReport {
  quotations {
    start
    end
    form
    text
    citation {
      start
      end
      text
    }
    status
    tier
    place {
      documentId
      documentName
      versionId
      versionSha256
      textSha256
      start
      end
      words
      pageFirst
      pageLast
      headingPath
    }
    differences {
      kind
      quoted
      source
      start
      end
    }
    differenceCount
    isMarked
    leavesOutFootnotes
    addsEndMark
  }
  counts {
    total
    verified
    altered
    notFound
    tooShort
    tooRepetitive
    notChecked
  }
  unclosed
  unclosedCount
  sources {
    documentId
    documentName
    versionId
    versionSha256
    textSha256
    textLength
    unreadPageCount
  }
  uncheckedCount
  notReadyCount
  rules {
    name
    version
    sha256
  }
  briefTextSha256
  briefTextLength
}`) as unknown as TypedDocumentString<CheckQuotationsMutation, CheckQuotationsMutationVariables>;
export const CreateAssetDocument = new TypedDocumentString(`
    mutation CreateAsset($input: CreateAssetInput!) {
  createAsset(input: $input) {
    ... on CreatedAsset {
      __typename
      duplicateOf
      alreadyIssued
      notApplied {
        ...NotAppliedFields
      }
      asset {
        ...AssetFields
      }
    }
    ...ProblemFields
    ... on PictureRefused {
      reason
    }
  }
}
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
}
fragment NotAppliedFields on NotApplied {
  field
  values
  reason
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
}`) as unknown as TypedDocumentString<CreateAssetMutation, CreateAssetMutationVariables>;
export const CreateCaseDocument = new TypedDocumentString(`
    mutation CreateCase($input: CreateCaseInput!) {
  createCase(input: $input) {
    ... on CreatedCase {
      __typename
      alreadyIssued
      case {
        ...CaseFields
      }
    }
    ...ProblemFields
  }
}
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
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
}`) as unknown as TypedDocumentString<CreateCaseMutation, CreateCaseMutationVariables>;
export const CreatePublishRequestDocument = new TypedDocumentString(`
    mutation CreatePublishRequest($input: CreatePublishRequestInput!) {
  createPublishRequest(input: $input) {
    ... on CreatedPublishRequest {
      __typename
      publishRequest {
        ...PublishRequestFields
      }
    }
    ...ProblemFields
    ... on PublishRequestBlocked {
      findings {
        kind
        pointer
        detail
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
}
fragment PublishRequestFields on PublishRequest {
  id
  state
  tool
  channel
  targetCount
  sha256
  approvalId
  supersedesId
  createdAt
  execution {
    available
    status
  }
  permit {
    state
    expiresAt
  }
}`) as unknown as TypedDocumentString<CreatePublishRequestMutation, CreatePublishRequestMutationVariables>;
export const EraseCaseDocument = new TypedDocumentString(`
    mutation EraseCase($input: EraseCaseInput!) {
  eraseCase(input: $input) {
    ... on ErasedCase {
      __typename
      case {
        ...CaseFields
      }
    }
    ...ProblemFields
  }
}
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
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
}`) as unknown as TypedDocumentString<EraseCaseMutation, EraseCaseMutationVariables>;
export const EraseDocumentDocument = new TypedDocumentString(`
    mutation EraseDocument($input: EraseDocumentInput!) {
  eraseDocument(input: $input) {
    ... on ErasedDocument {
      __typename
      document {
        ...DocumentFields
      }
    }
    ...ProblemFields
  }
}
    fragment DocumentFields on Document {
  id
  caseId
  name
  parentId
  createdBy
  createdAt
  updatedAt
  erasedAt
  currentVersion {
    ...DocumentVersionFields
  }
  latestVersion {
    ...DocumentVersionFields
  }
}
fragment DocumentVersionFields on DocumentVersion {
  id
  documentId
  number
  state
  sha256
  byteSize
  mediaType
  textSha256
  textLength
  extractor
  language
  title
  pageCount
  pagesDone
  refusal
  refusalMessage
  createdBy
  createdAt
  readyAt
  erasedAt
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
}`) as unknown as TypedDocumentString<EraseDocumentMutation, EraseDocumentMutationVariables>;
export const ExplainRouteDocument = new TypedDocumentString(`
    query ExplainRoute($input: ExplainRouteInput!) {
  explainRoute(input: $input) {
    maxCostMicros
    inputTokens
    maxOutputTokens
    gates
    isHeld
    labels
    decision {
      policyVersion
      policySha256
      catalogueVersion
      catalogueSha256
      task
      slot
      dataClass
      path
      isPastSoftCap
      isMovedByCap
      isNotFinal
      isSimulated
      refusal {
        code
        sentence
      }
      candidates {
        deployment
        reason
        sentence
        credentialSource
        maxCostMicros
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExplainRouteQuery, ExplainRouteQueryVariables>;
export const FetchPermitDocument = new TypedDocumentString(`
    mutation FetchPermit($input: FetchPermitInput!) {
  fetchPermit(input: $input) {
    ... on FetchedPermit {
      __typename
      permit {
        id
        state
        expiresAt
        usedAt
      }
      actionText
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
}`) as unknown as TypedDocumentString<FetchPermitMutation, FetchPermitMutationVariables>;
export const FindSealsDocument = new TypedDocumentString(`
    query FindSeals($sha256: Sha256!) {
  sealsByDigest(sha256: $sha256) {
    ...SealFields
  }
}
    fragment SealFields on Seal {
  id
  sha256
  sealedAt
  status
  logIndex
  verificationUrl
  bundleUrl
  submitter
}`) as unknown as TypedDocumentString<FindSealsQuery, FindSealsQueryVariables>;
export const GetAssetDocument = new TypedDocumentString(`
    query GetAsset($id: ID!) {
  asset(id: $id) {
    ...AssetFields
  }
}
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
}`) as unknown as TypedDocumentString<GetAssetQuery, GetAssetQueryVariables>;
export const GetCaseDocument = new TypedDocumentString(`
    query GetCase($id: ID!) {
  case(id: $id) {
    ...CaseFields
  }
}
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
}`) as unknown as TypedDocumentString<GetCaseQuery, GetCaseQueryVariables>;
export const GetDocumentTextDocument = new TypedDocumentString(`
    query GetDocumentText($id: ID!, $start: Int!, $length: Int!) {
  document(id: $id) {
    id
    name
    latestVersion {
      state
      refusalMessage
    }
    currentVersion {
      id
      sha256
      textSha256
      textLength
      pageCount
      language
      text(start: $start, length: $length)
    }
  }
}
    `) as unknown as TypedDocumentString<GetDocumentTextQuery, GetDocumentTextQueryVariables>;
export const GetDocumentDocument = new TypedDocumentString(`
    query GetDocument($id: ID!) {
  document(id: $id) {
    ...DocumentFields
  }
}
    fragment DocumentFields on Document {
  id
  caseId
  name
  parentId
  createdBy
  createdAt
  updatedAt
  erasedAt
  currentVersion {
    ...DocumentVersionFields
  }
  latestVersion {
    ...DocumentVersionFields
  }
}
fragment DocumentVersionFields on DocumentVersion {
  id
  documentId
  number
  state
  sha256
  byteSize
  mediaType
  textSha256
  textLength
  extractor
  language
  title
  pageCount
  pagesDone
  refusal
  refusalMessage
  createdBy
  createdAt
  readyAt
  erasedAt
}`) as unknown as TypedDocumentString<GetDocumentQuery, GetDocumentQueryVariables>;
export const GetPublishRequestDocument = new TypedDocumentString(`
    query GetPublishRequest($id: ID!) {
  publishRequest(id: $id) {
    ...PublishRequestFields
  }
}
    fragment PublishRequestFields on PublishRequest {
  id
  state
  tool
  channel
  targetCount
  sha256
  approvalId
  supersedesId
  createdAt
  execution {
    available
    status
  }
  permit {
    state
    expiresAt
  }
}`) as unknown as TypedDocumentString<GetPublishRequestQuery, GetPublishRequestQueryVariables>;
export const GetRenderDocument = new TypedDocumentString(`
    query GetRender($id: ID!) {
  render(id: $id) {
    ...RenderFields
  }
}
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
}
fragment NotAppliedFields on NotApplied {
  field
  values
  reason
}
fragment RenderFields on Render {
  id
  status
  kind
  title
  source
  prompt
  provider
  model
  seed
  file {
    url
    mediaType
    width
    height
    byteSize
    sha256
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
  ignoredTerms
  note
  notApplied {
    ...NotAppliedFields
  }
  failure {
    reason
    message
  }
  createdAt
  completedAt
  asset {
    ...AssetFields
  }
}`) as unknown as TypedDocumentString<GetRenderQuery, GetRenderQueryVariables>;
export const GetRunDocument = new TypedDocumentString(`
    query GetRun($id: ID!) {
  run(id: $id) {
    ...RunFields
    heldAnswer {
      text
      refusal
      citations {
        url
        title
        date
        snippet
      }
      outcome
      claims {
        ...ClaimFields
      }
    }
    approval {
      id
      state
      expiresAt
    }
  }
}
    fragment ClaimFields on CitedClaim {
  text
  start
  end
  isSupported
  citations {
    documentId
    documentName
    versionId
    versionSha256
    textSha256
    start
    end
    words
    tier
    pageFirst
    pageLast
    headingPath
    isElsewhere
  }
  faultyQuotations {
    fault
  }
}
fragment RunFields on Run {
  id
  task
  status
  isSimulated
  isNotFinal
  isHeld
  inputTokens
  cachedInputTokens
  outputTokens
  costMicros
  costSource
  isEstimated
  warnings
}`) as unknown as TypedDocumentString<GetRunQuery, GetRunQueryVariables>;
export const GetSealDocument = new TypedDocumentString(`
    query GetSeal($id: ID!) {
  seal(id: $id) {
    ...SealFields
  }
}
    fragment SealFields on Seal {
  id
  sha256
  sealedAt
  status
  logIndex
  verificationUrl
  bundleUrl
  submitter
}`) as unknown as TypedDocumentString<GetSealQuery, GetSealQueryVariables>;
export const HealthDocument = new TypedDocumentString(`
    query Health {
  health {
    ...HealthFields
  }
}
    fragment HealthFields on HealthReport {
  ok
  status
  checkedAt
  connections {
    name
    ok
    required
    status
    latencyMs
  }
}`) as unknown as TypedDocumentString<HealthQuery, HealthQueryVariables>;
export const ListAssetsDocument = new TypedDocumentString(`
    query ListAssets($first: Int!, $after: String, $filter: AssetFilter) {
  assets(first: $first, after: $after, filter: $filter) {
    nodes {
      ...AssetFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    totalIsExact
  }
}
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
}`) as unknown as TypedDocumentString<ListAssetsQuery, ListAssetsQueryVariables>;
export const ListCasesDocument = new TypedDocumentString(`
    query ListCases($first: Int!, $after: String, $filter: CaseFilter) {
  cases(first: $first, after: $after, filter: $filter) {
    nodes {
      ...CaseFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    totalIsExact
  }
}
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
}`) as unknown as TypedDocumentString<ListCasesQuery, ListCasesQueryVariables>;
export const ListDocumentVersionsDocument = new TypedDocumentString(`
    query ListDocumentVersions($id: ID!) {
  document(id: $id) {
    versions {
      ...DocumentVersionFields
    }
  }
}
    fragment DocumentVersionFields on DocumentVersion {
  id
  documentId
  number
  state
  sha256
  byteSize
  mediaType
  textSha256
  textLength
  extractor
  language
  title
  pageCount
  pagesDone
  refusal
  refusalMessage
  createdBy
  createdAt
  readyAt
  erasedAt
}`) as unknown as TypedDocumentString<ListDocumentVersionsQuery, ListDocumentVersionsQueryVariables>;
export const ListDocumentsDocument = new TypedDocumentString(`
    query ListDocuments($id: ID!, $first: Int!, $after: String, $filter: DocumentFilter) {
  case(id: $id) {
    id
  }
  documents(caseId: $id, first: $first, after: $after, filter: $filter) {
    nodes {
      ...DocumentFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    totalIsExact
  }
}
    fragment DocumentFields on Document {
  id
  caseId
  name
  parentId
  createdBy
  createdAt
  updatedAt
  erasedAt
  currentVersion {
    ...DocumentVersionFields
  }
  latestVersion {
    ...DocumentVersionFields
  }
}
fragment DocumentVersionFields on DocumentVersion {
  id
  documentId
  number
  state
  sha256
  byteSize
  mediaType
  textSha256
  textLength
  extractor
  language
  title
  pageCount
  pagesDone
  refusal
  refusalMessage
  createdBy
  createdAt
  readyAt
  erasedAt
}`) as unknown as TypedDocumentString<ListDocumentsQuery, ListDocumentsQueryVariables>;
export const ListTasksDocument = new TypedDocumentString(`
    query ListTasks {
  tasks {
    name
    kind
    title
    description
    labels
    gates
  }
}
    `) as unknown as TypedDocumentString<ListTasksQuery, ListTasksQueryVariables>;
export const MediaDeskPageDocument = new TypedDocumentString(`
    query MediaDeskPage($first: Int, $after: String, $last: Int, $before: String, $tags: [String!]) {
  mediaDesk {
    partner {
      name
    }
    assets(first: $first, after: $after, last: $last, before: $before, tags: $tags) {
      nodes {
        id
        title
        alt
        tags
        thumbnailUrl
        file {
          url
          sharp: url(width: 640)
          width
          height
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
}
    `) as unknown as TypedDocumentString<MediaDeskPageQuery, MediaDeskPageQueryVariables>;
export const MediaDeskDocument = new TypedDocumentString(`
    query MediaDesk($first: Int!, $after: String, $tags: [String!]) {
  mediaDesk {
    partner {
      name
    }
    assets(first: $first, after: $after, tags: $tags) {
      nodes {
        ...MediaDeskPictureFields
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment MediaDeskPictureFields on Asset {
  id
  title
  tags
  thumbnailUrl
  file {
    url
    width
    height
  }
}`) as unknown as TypedDocumentString<MediaDeskQuery, MediaDeskQueryVariables>;
export const PickAssetDocument = new TypedDocumentString(`
    mutation PickAsset($input: PickAssetInput!) {
  pickAsset(input: $input) {
    ... on PickedAsset {
      __typename
      matchedTags
      match
      mode
      asset {
        ...AssetFields
      }
    }
    ...ProblemFields
    ... on NoMatch {
      unknownTags
      without {
        tag
        matches
      }
    }
  }
}
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
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
}`) as unknown as TypedDocumentString<PickAssetMutation, PickAssetMutationVariables>;
export const RemoveCaseMemberDocument = new TypedDocumentString(`
    mutation RemoveCaseMember($input: RemoveCaseMemberInput!) {
  removeCaseMember(input: $input) {
    ... on RemovedCaseMember {
      __typename
      case {
        ...CaseFields
      }
    }
    ...ProblemFields
  }
}
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
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
}`) as unknown as TypedDocumentString<RemoveCaseMemberMutation, RemoveCaseMemberMutationVariables>;
export const RequestRenderDocument = new TypedDocumentString(`
    mutation RequestRender($input: RequestRenderInput!) {
  requestRender(input: $input) {
    ... on RequestedRender {
      __typename
      isReplay
      render {
        ...RenderFields
      }
    }
    ...ProblemFields
  }
}
    fragment AssetFields on Asset {
  id
  title
  alt
  tags
  kind
  origin
  status
  source
  file {
    url
    mediaType
    byteSize
    width
    height
    sha256
  }
  thumbnailUrl
  thumbhash
  dominantColor
  seal {
    verificationUrl
  }
  createdAt
}
fragment NotAppliedFields on NotApplied {
  field
  values
  reason
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
fragment RenderFields on Render {
  id
  status
  kind
  title
  source
  prompt
  provider
  model
  seed
  file {
    url
    mediaType
    width
    height
    byteSize
    sha256
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
  ignoredTerms
  note
  notApplied {
    ...NotAppliedFields
  }
  failure {
    reason
    message
  }
  createdAt
  completedAt
  asset {
    ...AssetFields
  }
}`) as unknown as TypedDocumentString<RequestRenderMutation, RequestRenderMutationVariables>;
export const RunTaskDocument = new TypedDocumentString(`
    mutation RunTask($input: RunTaskInput!) {
  runTask(input: $input) {
    ... on RanTask {
      __typename
      answer {
        text
        refusal
        citations {
          url
          title
          date
          snippet
        }
        outcome
        claims {
          ...ClaimFields
        }
      }
      outcome {
        warnings
      }
      run {
        ...RunFields
      }
      seal {
        id
        verificationUrl
      }
    }
    ... on HeldTask {
      run {
        ...RunFields
      }
      approval {
        id
        state
        expiresAt
      }
    }
    ...ProblemFields
    ... on TaskFailed {
      runId
    }
  }
}
    fragment ClaimFields on CitedClaim {
  text
  start
  end
  isSupported
  citations {
    documentId
    documentName
    versionId
    versionSha256
    textSha256
    start
    end
    words
    tier
    pageFirst
    pageLast
    headingPath
    isElsewhere
  }
  faultyQuotations {
    fault
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
fragment RunFields on Run {
  id
  task
  status
  isSimulated
  isNotFinal
  isHeld
  inputTokens
  cachedInputTokens
  outputTokens
  costMicros
  costSource
  isEstimated
  warnings
}`) as unknown as TypedDocumentString<RunTaskMutation, RunTaskMutationVariables>;
export const SanctuaryFactsDocument = new TypedDocumentString(`
    query SanctuaryFacts {
  clusters {
    name
    title
    purpose
    slots {
      purpose
      task {
        name
        title
        description
        gates
        labels
        dataClass
      }
    }
  }
  disclaimer {
    version
    text
  }
}
    `) as unknown as TypedDocumentString<SanctuaryFactsQuery, SanctuaryFactsQueryVariables>;
export const SealTextDocument = new TypedDocumentString(`
    mutation SealText($input: SealTextInput!) {
  sealText(input: $input) {
    ... on SealedText {
      __typename
      seal {
        ...SealFields
      }
      salt
      ownerToken
      isReplay
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
fragment SealFields on Seal {
  id
  sha256
  sealedAt
  status
  logIndex
  verificationUrl
  bundleUrl
  submitter
}`) as unknown as TypedDocumentString<SealTextMutation, SealTextMutationVariables>;
export const SearchCasesDocument = new TypedDocumentString(`
    query SearchCases($query: String!, $first: Int, $filter: CaseSearchFilter) {
  searchCases(query: $query, first: $first, filter: $filter) {
    hits {
      ...CaseSearchHitFields
    }
    isComplete
  }
}
    fragment CaseSearchHitFields on CaseSearchHit {
  document {
    id
    name
    caseId
  }
  version {
    id
    number
    sha256
    textSha256
    language
    mediaType
  }
  start
  end
  pageFirst
  pageLast
  headingPath
  text
  highlights {
    start
    end
  }
}`) as unknown as TypedDocumentString<SearchCasesQuery, SearchCasesQueryVariables>;
export const UpdateCaseDocument = new TypedDocumentString(`
    mutation UpdateCase($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    ... on UpdatedCase {
      __typename
      case {
        ...CaseFields
      }
    }
    ...ProblemFields
    ... on CaseChanged {
      version
    }
  }
}
    fragment CaseFields on Case {
  id
  customerId
  name
  dataClass
  retentionMonths
  canRead
  documentCount
  byteCount
  version
  members {
    member
    addedBy
    addedAt
  }
  createdBy
  createdAt
  updatedAt
  erasedAt
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
}`) as unknown as TypedDocumentString<UpdateCaseMutation, UpdateCaseMutationVariables>;
export const UploadDocumentsDocument = new TypedDocumentString(`
    mutation UploadDocuments($input: UploadDocumentsInput!) {
  uploadDocuments(input: $input) {
    ... on UploadedDocuments {
      __typename
      alreadyIssued
      fileCount
      newCount
      duplicateCount
      refusedCount
      documents {
        ...UploadedDocumentFields
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
fragment UploadedDocumentFields on UploadedDocument {
  name
  outcome
  refusal
  refusalMessage
  document {
    id
  }
  version {
    id
    state
    sha256
  }
}`) as unknown as TypedDocumentString<UploadDocumentsMutation, UploadDocumentsMutationVariables>;