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

/** Sort order of a list. */
export type CaseOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: CaseOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type CaseOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** Name, ignoring case. */
  | 'NAME';

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
  file?: Blob | null | undefined;
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
  file?: Blob | null | undefined;
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

/** Fact about the text of a version that its users must know. */
export type DocumentNoticeKind =
  /** The pages are damaged. Their text is missing or incomplete. */
  | 'DAMAGED_PAGES'
  /** The file doesn’t declare its encoding, which was guessed. */
  | 'ENCODING_GUESSED'
  /** The pages have pictures but no text, so they can’t be searched. */
  | 'SCANNED_PAGES'
  /** A font of the pages doesn’t say which characters its glyphs are. Its text is left out. */
  | 'TEXT_WITHOUT_MAPPING';

/** Sort order of a list. */
export type DocumentOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Value to sort by. */
  field: DocumentOrderField;
};

/** Value that a list is sorted by. Entries with equal values are sorted by time of creation. */
export type DocumentOrderField =
  /** Time of the first upload. */
  | 'CREATED_AT'
  /** Name, ignoring case. */
  | 'NAME';

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

/** Ranking of eligible deployments, instead of the order in the policy. Deployments for accounts that have reached their soft cap stay first, and the engine of this service stays last. */
export type RoutingPreference =
  /** Lowest maximum cost of the call first; unknown costs last. */
  | 'COST'
  /** Shortest median time to the first token first, over the last five minutes. Deployments with too few calls come last. */
  | 'LATENCY';

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

export type AddCaseMemberMutationVariables = Exact<{
  input: AddCaseMemberInput;
}>;


export type AddCaseMemberMutation = { addCaseMember:
    | { case: { id: string } | null }
    | { __typename: 'CaseConflict', code: ProblemCode, message: string }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type AgentsForCasesQueryVariables = Exact<{
  owner?: string | null | undefined;
}>;


export type AgentsForCasesQuery = { agents: { nodes: Array<{ id: string, name: string, owner: string }> } };

export type AskDocumentsMutationVariables = Exact<{
  input: RunTaskInput;
}>;


export type AskDocumentsMutation = { runTask:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'HeldTask', code: ProblemCode, message: string, outcome: { runId: string } | null }
    | { __typename: 'IdempotencyInProgress', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'IdempotentAnswerGone', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'OutputWithMismatch', code: ProblemCode, message: string }
    | { __typename: 'RanTask', outcome: { runId: string, isSimulated: boolean, isNotFinal: boolean, finishReason: FinishReason, warnings: Array<string> } | null, answer: { text: string, refusal: string | null, outcome: CitedOutcome | null, claims: Array<{ text: string, isSupported: boolean, citations: Array<{ documentId: string, documentName: string, versionId: string, start: number, end: number, words: string, tier: QuotationTier, pageFirst: number | null, pageLast: number | null, headingPath: Array<string>, isElsewhere: boolean }>, faultyQuotations: Array<{ fault: QuotationFault, inAnswer: { start: number, end: number } }> }> } | null }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'TaskFailed', runId: string, code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type CaseByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type CaseByIdQuery = { case: { id: string, name: string | null, customerId: string, dataClass: DataClass, retentionMonths: number | null, version: number, canRead: boolean, documentCount: number | null, byteCount: number | null, createdBy: string, createdAt: string, updatedAt: string, erasedAt: string | null, members: Array<{ member: string, addedBy: string, addedAt: string }> } | null };

export type CaseDocumentsQueryVariables = Exact<{
  id: string | number;
  filter?: DocumentFilter | null | undefined;
  orderBy?: DocumentOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CaseDocumentsQuery = { documents: { totalCount: number, totalIsExact: boolean, nodes: Array<{ attachmentCount: number, id: string, name: string | null, parentId: string | null, erasedAt: string | null, createdAt: string, attachments: Array<{ id: string, name: string | null, parentId: string | null, erasedAt: string | null, createdAt: string, currentVersion: { id: string, number: number } | null, latestVersion: { id: string, number: number, state: VersionState, byteSize: number, mediaType: string | null, language: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, notices: Array<{ kind: DocumentNoticeKind, pages: Array<number>, encoding: string | null }> } | null }>, currentVersion: { id: string, number: number } | null, latestVersion: { id: string, number: number, state: VersionState, byteSize: number, mediaType: string | null, language: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, notices: Array<{ kind: DocumentNoticeKind, pages: Array<number>, encoding: string | null }> } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type CaseListQueryVariables = Exact<{
  filter?: CaseFilter | null | undefined;
  orderBy?: CaseOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CaseListQuery = { cases: { nodes: Array<{ id: string, name: string | null, customerId: string, dataClass: DataClass, canRead: boolean, documentCount: number | null, erasedAt: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type CaseProgressSubscriptionVariables = Exact<{
  caseId: string | number;
}>;


export type CaseProgressSubscription = { caseProgress: { waiting: number, underWay: number, ready: number, refused: number, failed: number, versions: Array<{ id: string, state: VersionState, pageCount: number | null, pagesDone: number, document: { id: string, name: string | null } | null }> } };

export type CaseToAskQueryVariables = Exact<{
  id: string | number;
}>;


export type CaseToAskQuery = { case: { id: string, name: string | null, dataClass: DataClass, canRead: boolean, documentCount: number | null } | null };

export type CasesToSearchQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type CasesToSearchQuery = { cases: { nodes: Array<{ id: string, name: string | null, canRead: boolean }>, pageInfo: { hasNextPage: boolean } } };

export type CheckBriefMutationVariables = Exact<{
  input: CheckQuotationsInput;
}>;


export type CheckBriefMutation = { checkQuotations:
    | { __typename: 'BriefRefused', code: ProblemCode, message: string }
    | { __typename: 'CheckedQuotations', report: { unclosed: Array<number>, unclosedCount: number, uncheckedCount: number, notReadyCount: number, briefTextSha256: string, briefTextLength: number, briefText: string | null, unreadBriefPages: Array<number>, quotations: Array<{ start: number, end: number, form: QuotationForm, text: string, status: QuotationStatus, tier: QuotationTier | null, differenceCount: number, isMarked: boolean, leavesOutFootnotes: boolean, addsEndMark: boolean, citation: { text: string } | null, place: { documentId: string, documentName: string, versionId: string, start: number, end: number, words: string, pageFirst: number | null, pageLast: number | null, headingPath: Array<string> } | null, differences: Array<{ kind: DifferenceKind, quoted: string, source: string, start: number, end: number }> }>, counts: { total: number, verified: number, altered: number, notFound: number, tooShort: number, tooRepetitive: number, notChecked: number }, sources: Array<{ documentId: string, documentName: string, versionId: string, versionSha256: string, unreadPageCount: number }>, rules: { name: string, version: string, sha256: string } } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
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
    | { case: { id: string } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'IdempotencyKeyReused', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type DocumentDetailsQueryVariables = Exact<{
  id: string | number;
}>;


export type DocumentDetailsQuery = { document: { id: string, name: string | null, caseId: string, erasedAt: string | null, createdBy: string, createdAt: string, attachmentCount: number, parent: { id: string, name: string | null } | null, attachments: Array<{ id: string, name: string | null }>, currentVersion: { id: string } | null, versions: Array<{ title: string | null, textLength: number | null, sha256: string, textSha256: string | null, extractor: string | null, createdBy: string, createdAt: string, readyAt: string | null, id: string, number: number, state: VersionState, byteSize: number, mediaType: string | null, language: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, notices: Array<{ kind: DocumentNoticeKind, pages: Array<number>, encoding: string | null }> }> } | null };

export type DocumentToReadQueryVariables = Exact<{
  id: string | number;
}>;


export type DocumentToReadQuery = { document: { id: string, name: string | null, createdAt: string, erasedAt: string | null, case: { id: string, name: string | null } | null, currentVersion: { id: string } | null, versions: Array<{ sha256: string, textSha256: string | null, extractor: string | null, title: string | null, createdBy: string, createdAt: string, erasedAt: string | null, id: string, documentId: string, number: number, state: VersionState, mediaType: string | null, byteSize: number, textLength: number | null, language: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, notices: Array<{ kind: DocumentNoticeKind, pages: Array<number>, encoding: string | null }> }> } | null };

export type EraseCaseMutationVariables = Exact<{
  input: EraseCaseInput;
}>;


export type EraseCaseMutation = { eraseCase:
    | { case: { id: string } | null }
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
    | { document: { id: string } | null }
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type ListedDocumentFragment = { id: string, name: string | null, parentId: string | null, erasedAt: string | null, createdAt: string, currentVersion: { id: string, number: number } | null, latestVersion: { id: string, number: number, state: VersionState, byteSize: number, mediaType: string | null, language: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, notices: Array<{ kind: DocumentNoticeKind, pages: Array<number>, encoding: string | null }> } | null };

export type ListedVersionFragment = { id: string, number: number, state: VersionState, byteSize: number, mediaType: string | null, language: string | null, pageCount: number | null, pagesDone: number, refusal: string | null, refusalMessage: string | null, notices: Array<{ kind: DocumentNoticeKind, pages: Array<number>, encoding: string | null }> };

export type NameOfCaseQueryVariables = Exact<{
  id: string | number;
}>;


export type NameOfCaseQuery = { case: { id: string, name: string | null } | null };

export type OperatorsForCasesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type OperatorsForCasesQuery = { operators: { nodes: Array<{ id: string, name: string, email: string }>, pageInfo: { hasNextPage: boolean } } };

export type ReadVersionFragment = { id: string, documentId: string, number: number, state: VersionState, mediaType: string | null, byteSize: number, textLength: number | null, language: string | null, pageCount: number | null };

export type RemoveCaseMemberMutationVariables = Exact<{
  input: RemoveCaseMemberInput;
}>;


export type RemoveCaseMemberMutation = { removeCaseMember:
    | { __typename: 'Forbidden', code: ProblemCode, message: string }
    | { __typename: 'InputInvalid', code: ProblemCode, message: string, issues: Array<{ pointer: string, message: string }> }
    | { __typename: 'NotFound', code: ProblemCode, message: string }
    | { __typename: 'RateLimited', retryAfterSeconds: number, code: ProblemCode, message: string }
    | { __typename: 'Refused', code: ProblemCode, message: string }
    | { case: { id: string } | null }
    | { __typename: 'Unauthenticated', code: ProblemCode, message: string }
    | { __typename: 'Unavailable', retryAfterSeconds: number, code: ProblemCode, message: string }
   | null };

export type SearchCasesQueryVariables = Exact<{
  query: string;
  first: number;
  filter?: CaseSearchFilter | null | undefined;
}>;


export type SearchCasesQuery = { searchCases: { isComplete: boolean, hits: Array<{ start: number, end: number, pageFirst: number | null, pageLast: number | null, headingPath: Array<string>, text: string, document: { id: string, name: string | null, case: { id: string, name: string | null } | null }, version: { id: string, number: number, language: string | null, mediaType: string | null }, highlights: Array<{ start: number, end: number }> }> } };

export type SourceBoxesQueryVariables = Exact<{
  id: string | number;
  start: number;
  end: number;
}>;


export type SourceBoxesQuery = { node:
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
    | { __typename: 'DocumentVersion', id: string, boxes: Array<{ page: number, x: number, y: number, width: number, height: number }> }
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
    | { __typename: 'WebhookDelivery' }
   | null };

export type SourceTextQueryVariables = Exact<{
  id: string | number;
  start: number;
  length: number;
}>;


export type SourceTextQuery = { node:
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
    | { __typename: 'DocumentVersion', id: string, text: string | null }
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
    | { __typename: 'WebhookDelivery' }
   | null };

export type SourceVersionQueryVariables = Exact<{
  id: string | number;
}>;


export type SourceVersionQuery = { node:
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
    | { __typename: 'DocumentVersion', id: string, documentId: string, number: number, state: VersionState, mediaType: string | null, byteSize: number, textLength: number | null, language: string | null, pageCount: number | null, document: { id: string, name: string | null } | null }
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
    | { __typename: 'WebhookDelivery' }
   | null };

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
    | { case: { id: string, version: number } | null }
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
    | { fileCount: number, newCount: number, duplicateCount: number, refusedCount: number, documents: Array<{ name: string, outcome: UploadOutcome, refusalMessage: string | null, document: { id: string, name: string | null } | null, version: { number: number } | null }> | null }
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
export const ListedVersionFragmentDoc = new TypedDocumentString(`
    fragment ListedVersion on DocumentVersion {
  id
  number
  state
  byteSize
  mediaType
  language
  pageCount
  pagesDone
  refusal
  refusalMessage
  notices {
    kind
    pages
    encoding
  }
}
    `, {"fragmentName":"ListedVersion"}) as unknown as TypedDocumentString<ListedVersionFragment, unknown>;
export const ListedDocumentFragmentDoc = new TypedDocumentString(`
    fragment ListedDocument on Document {
  id
  name
  parentId
  erasedAt
  createdAt
  currentVersion {
    id
    number
  }
  latestVersion {
    ...ListedVersion
  }
}
    fragment ListedVersion on DocumentVersion {
  id
  number
  state
  byteSize
  mediaType
  language
  pageCount
  pagesDone
  refusal
  refusalMessage
  notices {
    kind
    pages
    encoding
  }
}`, {"fragmentName":"ListedDocument"}) as unknown as TypedDocumentString<ListedDocumentFragment, unknown>;
export const ReadVersionFragmentDoc = new TypedDocumentString(`
    fragment ReadVersion on DocumentVersion {
  id
  documentId
  number
  state
  mediaType
  byteSize
  textLength
  language
  pageCount
}
    `, {"fragmentName":"ReadVersion"}) as unknown as TypedDocumentString<ReadVersionFragment, unknown>;
export const AddCaseMemberDocument = new TypedDocumentString(`
    mutation AddCaseMember($input: AddCaseMemberInput!) {
  addCaseMember(input: $input) {
    ... on AddedCaseMember {
      case {
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
}`) as unknown as TypedDocumentString<AddCaseMemberMutation, AddCaseMemberMutationVariables>;
export const AgentsForCasesDocument = new TypedDocumentString(`
    query AgentsForCases($owner: String) {
  agents(filter: {owner: $owner, isDisabled: false}, first: 100) {
    nodes {
      id
      name
      owner
    }
  }
}
    `) as unknown as TypedDocumentString<AgentsForCasesQuery, AgentsForCasesQueryVariables>;
export const AskDocumentsDocument = new TypedDocumentString(`
    mutation AskDocuments($input: RunTaskInput!) {
  runTask(input: $input) {
    ... on RanTask {
      __typename
      outcome {
        runId
        isSimulated
        isNotFinal
        finishReason
        warnings
      }
      answer {
        text
        refusal
        outcome
        claims {
          text
          isSupported
          citations {
            documentId
            documentName
            versionId
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
            inAnswer {
              start
              end
            }
          }
        }
      }
    }
    ...ProblemFields
    ... on HeldTask {
      outcome {
        runId
      }
    }
    ... on TaskFailed {
      runId
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
}`) as unknown as TypedDocumentString<AskDocumentsMutation, AskDocumentsMutationVariables>;
export const CaseByIdDocument = new TypedDocumentString(`
    query CaseById($id: ID!) {
  case(id: $id) {
    id
    name
    customerId
    dataClass
    retentionMonths
    version
    canRead
    documentCount
    byteCount
    createdBy
    createdAt
    updatedAt
    erasedAt
    members {
      member
      addedBy
      addedAt
    }
  }
}
    `) as unknown as TypedDocumentString<CaseByIdQuery, CaseByIdQueryVariables>;
export const CaseDocumentsDocument = new TypedDocumentString(`
    query CaseDocuments($id: ID!, $filter: DocumentFilter, $orderBy: DocumentOrder, $first: Int, $after: String, $last: Int, $before: String) {
  documents(
    caseId: $id
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    nodes {
      ...ListedDocument
      attachmentCount
      attachments {
        ...ListedDocument
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    totalCount
    totalIsExact
  }
}
    fragment ListedDocument on Document {
  id
  name
  parentId
  erasedAt
  createdAt
  currentVersion {
    id
    number
  }
  latestVersion {
    ...ListedVersion
  }
}
fragment ListedVersion on DocumentVersion {
  id
  number
  state
  byteSize
  mediaType
  language
  pageCount
  pagesDone
  refusal
  refusalMessage
  notices {
    kind
    pages
    encoding
  }
}`) as unknown as TypedDocumentString<CaseDocumentsQuery, CaseDocumentsQueryVariables>;
export const CaseListDocument = new TypedDocumentString(`
    query CaseList($filter: CaseFilter, $orderBy: CaseOrder, $first: Int, $after: String, $last: Int, $before: String) {
  cases(
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
      customerId
      dataClass
      canRead
      documentCount
      erasedAt
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
    `) as unknown as TypedDocumentString<CaseListQuery, CaseListQueryVariables>;
export const CaseProgressDocument = new TypedDocumentString(`
    subscription CaseProgress($caseId: ID!) {
  caseProgress(caseId: $caseId) {
    waiting
    underWay
    ready
    refused
    failed
    versions {
      id
      state
      pageCount
      pagesDone
      document {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CaseProgressSubscription, CaseProgressSubscriptionVariables>;
export const CaseToAskDocument = new TypedDocumentString(`
    query CaseToAsk($id: ID!) {
  case(id: $id) {
    id
    name
    dataClass
    canRead
    documentCount
  }
}
    `) as unknown as TypedDocumentString<CaseToAskQuery, CaseToAskQueryVariables>;
export const CasesToSearchDocument = new TypedDocumentString(`
    query CasesToSearch($search: String) {
  cases(
    filter: {search: $search}
    orderBy: {field: NAME, direction: ASC}
    first: 100
  ) {
    nodes {
      id
      name
      canRead
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<CasesToSearchQuery, CasesToSearchQueryVariables>;
export const CheckBriefDocument = new TypedDocumentString(`
    mutation CheckBrief($input: CheckQuotationsInput!) {
  checkQuotations(input: $input) {
    ... on CheckedQuotations {
      __typename
      report {
        quotations {
          start
          end
          form
          text
          citation {
            text
          }
          status
          tier
          place {
            documentId
            documentName
            versionId
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
        briefText
        unreadBriefPages
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
}`) as unknown as TypedDocumentString<CheckBriefMutation, CheckBriefMutationVariables>;
export const CreateCaseDocument = new TypedDocumentString(`
    mutation CreateCase($input: CreateCaseInput!) {
  createCase(input: $input) {
    ... on CreatedCase {
      case {
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
}`) as unknown as TypedDocumentString<CreateCaseMutation, CreateCaseMutationVariables>;
export const DocumentDetailsDocument = new TypedDocumentString(`
    query DocumentDetails($id: ID!) {
  document(id: $id) {
    id
    name
    caseId
    erasedAt
    createdBy
    createdAt
    attachmentCount
    parent {
      id
      name
    }
    attachments {
      id
      name
    }
    currentVersion {
      id
    }
    versions {
      ...ListedVersion
      title
      textLength
      sha256
      textSha256
      extractor
      createdBy
      createdAt
      readyAt
    }
  }
}
    fragment ListedVersion on DocumentVersion {
  id
  number
  state
  byteSize
  mediaType
  language
  pageCount
  pagesDone
  refusal
  refusalMessage
  notices {
    kind
    pages
    encoding
  }
}`) as unknown as TypedDocumentString<DocumentDetailsQuery, DocumentDetailsQueryVariables>;
export const DocumentToReadDocument = new TypedDocumentString(`
    query DocumentToRead($id: ID!) {
  document(id: $id) {
    id
    name
    createdAt
    erasedAt
    case {
      id
      name
    }
    currentVersion {
      id
    }
    versions {
      ...ReadVersion
      ...ListedVersion
      sha256
      textSha256
      extractor
      title
      createdBy
      createdAt
      erasedAt
    }
  }
}
    fragment ListedVersion on DocumentVersion {
  id
  number
  state
  byteSize
  mediaType
  language
  pageCount
  pagesDone
  refusal
  refusalMessage
  notices {
    kind
    pages
    encoding
  }
}
fragment ReadVersion on DocumentVersion {
  id
  documentId
  number
  state
  mediaType
  byteSize
  textLength
  language
  pageCount
}`) as unknown as TypedDocumentString<DocumentToReadQuery, DocumentToReadQueryVariables>;
export const EraseCaseDocument = new TypedDocumentString(`
    mutation EraseCase($input: EraseCaseInput!) {
  eraseCase(input: $input) {
    ... on ErasedCase {
      case {
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
}`) as unknown as TypedDocumentString<EraseCaseMutation, EraseCaseMutationVariables>;
export const EraseDocumentDocument = new TypedDocumentString(`
    mutation EraseDocument($input: EraseDocumentInput!) {
  eraseDocument(input: $input) {
    ... on ErasedDocument {
      document {
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
}`) as unknown as TypedDocumentString<EraseDocumentMutation, EraseDocumentMutationVariables>;
export const NameOfCaseDocument = new TypedDocumentString(`
    query NameOfCase($id: ID!) {
  case(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<NameOfCaseQuery, NameOfCaseQueryVariables>;
export const OperatorsForCasesDocument = new TypedDocumentString(`
    query OperatorsForCases($search: String) {
  operators(
    filter: {search: $search, isDisabled: false}
    orderBy: {field: NAME, direction: ASC}
    first: 50
  ) {
    nodes {
      id
      name
      email
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<OperatorsForCasesQuery, OperatorsForCasesQueryVariables>;
export const RemoveCaseMemberDocument = new TypedDocumentString(`
    mutation RemoveCaseMember($input: RemoveCaseMemberInput!) {
  removeCaseMember(input: $input) {
    ... on RemovedCaseMember {
      case {
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
}`) as unknown as TypedDocumentString<RemoveCaseMemberMutation, RemoveCaseMemberMutationVariables>;
export const SearchCasesDocument = new TypedDocumentString(`
    query SearchCases($query: String!, $first: Int!, $filter: CaseSearchFilter) {
  searchCases(query: $query, first: $first, filter: $filter) {
    isComplete
    hits {
      document {
        id
        name
        case {
          id
          name
        }
      }
      version {
        id
        number
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
  }
}
    `) as unknown as TypedDocumentString<SearchCasesQuery, SearchCasesQueryVariables>;
export const SourceBoxesDocument = new TypedDocumentString(`
    query SourceBoxes($id: ID!, $start: Int!, $end: Int!) {
  node(id: $id) {
    __typename
    ... on DocumentVersion {
      id
      boxes(start: $start, end: $end) {
        page
        x
        y
        width
        height
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SourceBoxesQuery, SourceBoxesQueryVariables>;
export const SourceTextDocument = new TypedDocumentString(`
    query SourceText($id: ID!, $start: Int!, $length: Int!) {
  node(id: $id) {
    __typename
    ... on DocumentVersion {
      id
      text(start: $start, length: $length)
    }
  }
}
    `) as unknown as TypedDocumentString<SourceTextQuery, SourceTextQueryVariables>;
export const SourceVersionDocument = new TypedDocumentString(`
    query SourceVersion($id: ID!) {
  node(id: $id) {
    __typename
    ... on DocumentVersion {
      ...ReadVersion
      document {
        id
        name
      }
    }
  }
}
    fragment ReadVersion on DocumentVersion {
  id
  documentId
  number
  state
  mediaType
  byteSize
  textLength
  language
  pageCount
}`) as unknown as TypedDocumentString<SourceVersionQuery, SourceVersionQueryVariables>;
export const UpdateCaseDocument = new TypedDocumentString(`
    mutation UpdateCase($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    ... on UpdatedCase {
      case {
        id
        version
      }
    }
    ... on CaseChanged {
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
}`) as unknown as TypedDocumentString<UpdateCaseMutation, UpdateCaseMutationVariables>;
export const UploadDocumentsDocument = new TypedDocumentString(`
    mutation UploadDocuments($input: UploadDocumentsInput!) {
  uploadDocuments(input: $input) {
    ... on UploadedDocuments {
      fileCount
      newCount
      duplicateCount
      refusedCount
      documents {
        name
        outcome
        refusalMessage
        document {
          id
          name
        }
        version {
          number
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
}`) as unknown as TypedDocumentString<UploadDocumentsMutation, UploadDocumentsMutationVariables>;