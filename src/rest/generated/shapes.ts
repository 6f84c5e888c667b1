import { z } from 'zod';
import { Count, Sha256, Time } from '../shapes.ts';

export const AssetFields = z.object({
id: z.string().describe("Globally unique id."),
title: z.string().describe("Title, 1 to 200 characters."),
alt: z.string().describe("Text alternative: a description of what the picture shows."),
tags: z.array(z.string()).describe("Tags of the picture in alphabetical order, each in the spelling in which it was first used."),
kind: z.enum(["IMAGE"]).describe("Kind of media. IMAGE: Still picture."),
origin: z.enum(["IMPORT","RENDER","UPLOAD"]).describe("Origin of the picture. IMPORT: Downloaded from a URL. RENDER: Drawn by this service, or by a model for it. UPLOAD: Sent as a file or in base64."),
status: z.enum(["ARCHIVED","LIVE","QUARANTINED","TRASHED"]).describe("Current status. ARCHIVED: The picture is kept but no longer used. Its links keep working. LIVE: The picture is in use. QUARANTINED: The picture is withheld until an operator releases it. Its links work only with the permission `assets:list`. TRASHED: The picture is in the trash and can be restored. Its links work only with the permission `assets:list`."),
source: z.string().nullable().describe("Origin of the picture in the words of its uploader or requester, else the URL of an import, without its query. Null if unknown, and for callers without the permission `assets:read`."),
file: z.object({
url: z.url().describe("URL of the bytes, which never change. While the picture is TRASHED or QUARANTINED, it returns 404 to callers without the permission `assets:list`."),
mediaType: z.string().describe("Media type, e.g. `image/png`."),
byteSize: Count.describe("Size in bytes."),
width: Count.min(1).describe("Width in pixels."),
height: Count.min(1).describe("Height in pixels."),
sha256: Sha256.describe("SHA-256 of the bytes."),
}).describe("Stored file of the picture."),
thumbnailUrl: z.url().describe("URL of a WebP rendition at most 320 pixels wide. `file.url` returns larger ones."),
thumbhash: z.string().describe("Blurred preview of about 25 bytes, in base64: see https://evanw.github.io/thumbhash."),
dominantColor: z.string().describe("Dominant colour as `#rrggbb`."),
seal: z.object({
verificationUrl: z.url().describe("Public page of the seal."),
}).nullable().describe("Newest seal of this asset’s bytes. Null if they aren’t sealed."),
createdAt: Time.describe("Time when the picture was added."),
});

export const CaseFields = z.object({
id: z.string().describe("Opaque id. Ids sort by time of creation."),
customerId: z.string().describe("Customer that owns the case."),
name: z.string().nullable().describe("Name of the case. Null once the case is erased."),
dataClass: z.enum(["HOSTED","LOCAL_ONLY"]).describe("Where the text of the documents may be processed. LOCAL_ONLY: it never leaves the customer’s own server. HOSTED: On servers of providers. LOCAL_ONLY: On the customer’s own server or in this service, never at a hosted provider."),
retentionMonths: Count.min(1).nullable().describe("Months after its upload when a document is erased. Null: documents stay until someone erases them."),
canRead: z.boolean().describe("True if the caller can read the documents. False if it can only choose the members."),
documentCount: Count.nullable().describe("Number of documents that aren’t erased. Null for callers who can’t read them."),
byteCount: Count.nullable().describe("Bytes of all versions that aren’t erased. Null for callers who can’t read them."),
version: Count.describe("Incremented by every edit. Send it as `ifVersion`."),
members: z.array(z.object({
member: z.string().describe("Actor: `operator:op_…` or `agent:agt_…`."),
addedBy: z.string().describe("Actor who added the member."),
addedAt: Time.describe("Time when the member was added."),
})).describe("Operators and agents who can read the documents, the first added first."),
createdBy: z.string().describe("Actor who created the case, such as `customer:cus_…`."),
createdAt: Time.describe("Time when the case was created."),
updatedAt: Time.describe("Time of the last edit."),
erasedAt: Time.nullable().describe("Time when the case and all its documents were erased. Null: it isn’t erased."),
});

export const CaseSearchHitFields = z.object({
document: z.object({
id: z.string().describe("Opaque id. Ids sort by time of creation."),
name: z.string().nullable().describe("Path within the case, such as `letters/2024/offer.pdf`. Null once the document is erased."),
caseId: z.string().describe("Case that the document belongs to."),
}).describe("Document with the passage."),
version: z.object({
id: z.string().describe("Opaque id. Ids sort by time of creation."),
number: Count.min(1).describe("Number of the version, counted from 1 within the document."),
sha256: Sha256.describe("SHA-256 of the uploaded bytes. It stays after an erasure."),
textSha256: Sha256.nullable().describe("SHA-256 of the extracted text in UTF-8. It stays after an erasure. Null until the version was read."),
language: z.string().nullable().describe("Language of the text as a BCP 47 tag, such as `de`. Null if it is unknown."),
mediaType: z.string().nullable().describe("Media type, such as `application/pdf`. It is recognised from the bytes when the version is read. Until then, it is the type that an e-mail declares for its attachment, and null for other files."),
}).describe("Version with the passage: the current one of the document."),
start: z.int().describe("First character in the version’s text, in UTF-16 units from 0."),
end: z.int().describe("First character after the passage."),
pageFirst: z.int().nullable().describe("First page of the passage, from 1. Null for documents without pages."),
pageLast: z.int().nullable().describe("Last page of the passage. Null for documents without pages."),
headingPath: z.array(z.string()).describe("Headings above the passage, the outermost first."),
text: z.string().describe("Text of the passage, with spaces in place of headers, footers and page numbers, so that it is as long as the passage."),
highlights: z.array(z.object({
start: z.int().describe("First character."),
end: z.int().describe("First character after the range."),
})).describe("Words of the query, as ranges of the version’s text in their order, the first 100. Subtract `start` of the passage for ranges of `text`."),
});

export const ClaimFields = z.object({
text: z.string().describe("Text of the statement. Empty for quotations without one."),
start: z.int().describe("First character in the text of the answer, in UTF-16 units from 0."),
end: z.int().describe("First character after the statement."),
isSupported: z.boolean().describe("True if at least one quotation under the statement is verified. The service checks the words, not whether the statement follows from them."),
citations: z.array(z.object({
documentId: z.string().describe("Id of the document."),
documentName: z.string().describe("Name of the document when it was cited."),
versionId: z.string().describe("Id of the version that the answer is from."),
versionSha256: Sha256.describe("SHA-256 of the version’s bytes."),
textSha256: Sha256.describe("SHA-256 of the version’s extracted text."),
start: z.int().describe("First character in the extracted text, in UTF-16 units from 0."),
end: z.int().describe("First character after the quotation."),
words: z.string().describe("Words at this place, cut from the document and not from the answer."),
tier: z.enum(["EXACT","HYPHENATION","TYPOGRAPHY","WHITESPACE"]).describe("How literally the quotation matches. EXACT: Character for character. HYPHENATION: Also apart from soft hyphens and hyphens at the ends of lines. TYPOGRAPHY: Apart from kinds of quotation marks, dashes and spaces, ligatures, and how accents are encoded. WHITESPACE: Also apart from the length of white space, and line breaks."),
pageFirst: z.int().nullable().describe("First page of the passage, from 1. Null if unknown or without pages."),
pageLast: z.int().nullable().describe("Last page of the passage. Null if unknown or without pages."),
headingPath: z.array(z.string()).describe("Headings above the passage, the outermost first. Empty if unknown."),
isElsewhere: z.boolean().describe("True if the model named another passage, and this service found the words here instead."),
})).describe("Verified quotations."),
faultyQuotations: z.array(z.object({
fault: z.enum(["ALTERED","CUT_OFF","NOT_CHECKED","NOT_FOUND","TOO_SHORT"]).describe("Reason. ALTERED: The cited document has the passage with other words, numbers or negations. CUT_OFF: The answer ended within the quotation. NOT_CHECKED: The answer has more than 200 quotations, of which the first are checked, or the documents are too long to check it. NOT_FOUND: The documents don’t have these words, or the version can’t be read any more. TOO_SHORT: The quotation has fewer than three words or 12 letters and digits, so it would fit many places."),
})).describe("Quotations that are not in the documents as the model wrote them."),
});

export const DocumentVersionFields = z.object({
id: z.string().describe("Opaque id. Ids sort by time of creation."),
documentId: z.string().describe("Document that this is a version of."),
number: Count.min(1).describe("Number of the version, counted from 1 within the document."),
state: z.enum(["ERASED","FAILED","INDEXING","READING","READY","REFUSED","WAITING"]).describe("Progress of the version. ERASED: Bytes, text and names were erased. Ids, digests and lengths stay. FAILED: Reading failed twice. `refusalMessage` says what to do. INDEXING: The text is being made searchable. READING: The text is being extracted. READY: The version can be searched and cited. REFUSED: The bytes can’t be read, e.g. because they are encrypted. `refusal` has the reason. WAITING: Uploaded, and waiting to be read."),
sha256: Sha256.describe("SHA-256 of the uploaded bytes. It stays after an erasure."),
byteSize: Count.describe("Size of the uploaded bytes."),
mediaType: z.string().nullable().describe("Media type, such as `application/pdf`. It is recognised from the bytes when the version is read. Until then, it is the type that an e-mail declares for its attachment, and null for other files."),
textSha256: Sha256.nullable().describe("SHA-256 of the extracted text in UTF-8. It stays after an erasure. Null until the version was read."),
textLength: Count.nullable().describe("Length of the extracted text in UTF-16 code units, in which offsets are counted. Null until the version was read."),
extractor: z.string().nullable().describe("Name and version of the rules by which the text was extracted. Null until the version was read."),
language: z.string().nullable().describe("Language of the text as a BCP 47 tag, such as `de`. Null if it is unknown."),
title: z.string().nullable().describe("Title that the document itself states. Null if it states none, and once it is erased."),
pageCount: Count.nullable().describe("Number of pages of a PDF. Null for other documents, and until the pages were counted."),
pagesDone: Count.describe("Number of pages that were read so far."),
refusal: z.string().nullable().describe("Code of the reason why the version was refused or failed, such as `ENCRYPTED`. Null otherwise."),
refusalMessage: z.string().nullable().describe("Explanation for people: why the version was refused or failed, and what to do. Null otherwise."),
createdBy: z.string().describe("Actor who uploaded the version."),
createdAt: Time.describe("Time when the version was uploaded."),
readyAt: Time.nullable().describe("Time when the version became READY. Null until then."),
erasedAt: Time.nullable().describe("Time when the version was erased. Null: it isn’t erased."),
});

export const DocumentFields = z.object({
id: z.string().describe("Opaque id. Ids sort by time of creation."),
caseId: z.string().describe("Case that the document belongs to."),
name: z.string().nullable().describe("Path within the case, such as `letters/2024/offer.pdf`. Null once the document is erased."),
parentId: z.string().nullable().describe("E-mail that the document was attached to. Null: it was uploaded by itself."),
createdBy: z.string().describe("Actor who uploaded the document."),
createdAt: Time.describe("Time when the document was uploaded."),
updatedAt: Time.describe("Time when the document last got a version, or was erased."),
erasedAt: Time.nullable().describe("Time when the document was erased. Null: it isn’t erased."),
currentVersion: z.object({
...DocumentVersionFields.shape,
}).nullable().describe("Newest version that is READY, which searches and answers use. Null until the first one is."),
latestVersion: z.object({
...DocumentVersionFields.shape,
}).nullable().describe("Newest version, in any state."),
});

export const HealthFields = z.object({
ok: z.boolean().describe("True if all required dependencies are up."),
status: z.enum(["FAIL","PASS","UNKNOWN","WARN"]).describe("Status of the service. FAIL: A required dependency is down. PASS: The service and its dependencies work. UNKNOWN: The dependency has not been used yet, and the health report doesn’t test it. WARN: The service works, but an optional dependency is down."),
checkedAt: Time.describe("Time when the dependencies were checked."),
connections: z.array(z.object({
name: z.string().describe("Name of the dependency, such as `database`."),
ok: z.boolean().describe("False if the dependency is down."),
required: z.boolean().describe("True if the service can’t work without this dependency."),
status: z.enum(["FAIL","PASS","UNKNOWN","WARN"]).describe("Status of the dependency. FAIL: A required dependency is down. PASS: The service and its dependencies work. UNKNOWN: The dependency has not been used yet, and the health report doesn’t test it. WARN: The service works, but an optional dependency is down."),
latencyMs: Count.describe("Duration of the test of this dependency, in milliseconds. 0 if it wasn’t tested."),
})).describe("Health of each dependency."),
});

export const MediaDeskPictureFields = z.object({
id: z.string().describe("Globally unique id."),
title: z.string().describe("Title, 1 to 200 characters."),
tags: z.array(z.string()).describe("Tags of the picture in alphabetical order, each in the spelling in which it was first used."),
thumbnailUrl: z.url().describe("URL of a WebP rendition at most 320 pixels wide. `file.url` returns larger ones."),
file: z.object({
url: z.url().describe("URL of the bytes, which never change. While the picture is TRASHED or QUARANTINED, it returns 404 to callers without the permission `assets:list`."),
width: Count.min(1).describe("Width in pixels."),
height: Count.min(1).describe("Height in pixels."),
}).describe("Stored file of the picture."),
});

export const NotAppliedFields = z.object({
field: z.enum(["ALT","SOURCE","TAGS","TITLE"]).describe("Detail that was not applied. ALT: Description of what the picture shows. SOURCE: Origin of the picture, for the record. TAGS: Some or all tags of the request. TITLE: Title of the picture."),
values: z.array(z.string()).describe("Values of the request that were not applied: the text, or the tags in the spelling of the image bank."),
reason: z.enum(["KEPT","NOT_LIVE","NOT_PERMITTED","REMOVED","TOO_MANY"]).describe("Reason why the detail was not applied. KEPT: The picture keeps its current value. `updateAsset` can change the title and the description, but not the source. NOT_LIVE: The picture isn’t LIVE, so the request can’t add tags to it. NOT_PERMITTED: The caller can’t tag this picture: the caller needs `assets:write`, or must have rendered the picture. REMOVED: These tags were removed from the picture earlier, so that the request doesn’t add them again. TOO_MANY: A picture has at most 32 tags."),
});

export const PublishRequestFields = z.object({
id: z.string().describe("Globally unique id."),
state: z.enum(["APPROVED","CANCELED","EXPIRED","PENDING","REJECTED","REVOKED","SUPERSEDED"]).describe("Current state, which is that of its approval. APPROVED: Enough operators approved the request. CANCELED: The request was canceled before a decision, or its content was deleted. EXPIRED: The request expired before enough operators decided. It counts as not approved. PENDING: The request waits for decisions of operators. REJECTED: An operator rejected the request. REVOKED: The approval was revoked before it was used. SUPERSEDED: Another request replaced this one, or what it would change has been changed meanwhile."),
tool: z.string().describe("Name of the tool, as the requester knows it, e.g. `send_email`."),
channel: z.enum(["CRM","EMAIL","MESSAGING"]).describe("Channel of the action. CRM: A record in a CRM system. Targets are `object/id`. EMAIL: E-mail. Targets are addresses. MESSAGING: Short messages. Targets are numbers such as `+4915112345678`, or `@handle`."),
targetCount: Count.min(1).describe("Number of recipients or records."),
sha256: Sha256.describe("SHA-256 of the canonical bytes that approvers decide on."),
approvalId: z.string().describe("Id of the approval."),
supersedesId: z.string().nullable().describe("Id of the request that this one replaced. Null if it replaced none."),
createdAt: Time.describe("Time when the request was filed."),
execution: z.object({
available: z.boolean().describe("True if the service carries out approved actions itself."),
status: z.enum(["AVAILABLE","ROADMAP"]).describe("Status of the capability `outward-execution`, as in `capabilities`. AVAILABLE: Available. ROADMAP: Planned and not built yet. `workaround` says what to do until then."),
}).describe("Availability of automatic execution by the service."),
permit: z.object({
state: z.enum(["EXPIRED","ISSUED","REVOKED","USED"]).describe("Current state of the permit. EXPIRED: The permit was not fetched in time. ISSUED: The permit can be fetched, once. REVOKED: The permit was revoked before it was fetched. USED: The permit was fetched. The service doesn’t know whether anything was sent."),
expiresAt: Time.describe("Time until which the permit can be fetched."),
}).nullable().describe("Permit of the request. Null if the request was never approved."),
});

export const QuotationReportFields = z.object({
quotations: z.array(z.object({
start: Count.describe("First character of the quoted words in the brief, without the marks, in UTF-16 units from 0."),
end: Count.describe("First character after the quoted words."),
form: z.enum(["BLOCK","MARKS"]).describe("How the brief marks the quotation. BLOCK: By `>` at the beginning of its lines, or as an indented paragraph after a colon. MARKS: By quotation marks."),
text: z.string().describe("Quoted words, without marks at the beginning of further paragraphs or lines."),
citation: z.object({
start: Count.describe("First character, in UTF-16 units from 0."),
end: Count.describe("First character after the range."),
text: z.string().describe("Text of the citation."),
}).nullable().describe("Citation that follows the quotation. Null if nothing there looks like one."),
status: z.enum(["ALTERED","NOT_CHECKED","NOT_FOUND","TOO_REPETITIVE","TOO_SHORT","VERIFIED"]).describe("Result of the check. ALTERED: A passage of a document is similar, but differs in words, numbers or punctuation. NOT_CHECKED: Not all documents could be looked at, or the quotation is too long. NOT_FOUND: No passage of the documents is similar. TOO_REPETITIVE: The documents repeat the words too often to check each place. TOO_SHORT: The quotation has fewer than three words, which many texts have. VERIFIED: A document has the same words."),
tier: z.enum(["EXACT","HYPHENATION","TYPOGRAPHY","WHITESPACE"]).nullable().describe("How literally the quotation matches. Null unless it is VERIFIED. EXACT: Character for character. HYPHENATION: Also apart from soft hyphens and hyphens at the ends of lines. TYPOGRAPHY: Apart from kinds of quotation marks, dashes and spaces, ligatures, and how accents are encoded. WHITESPACE: Also apart from the length of white space, and line breaks."),
place: z.object({
documentId: z.string().describe("Id of the document."),
documentName: z.string().describe("Name of the document."),
versionId: z.string().describe("Id of the version."),
versionSha256: Sha256.describe("SHA-256 of the version’s bytes."),
textSha256: Sha256.describe("SHA-256 of the version’s extracted text."),
start: Count.describe("First character in the extracted text of the version, in UTF-16 units from 0."),
end: Count.describe("First character after the place."),
words: z.string().describe("Words at this place, cut from the document and not from the brief."),
pageFirst: Count.nullable().describe("First page, from 1. Null for formats without pages."),
pageLast: Count.nullable().describe("Last page. Null for formats without pages."),
headingPath: z.array(z.string()).describe("Headings above the place, the outermost first."),
}).nullable().describe("Place of the words, or of the most similar passage. Null unless the status is VERIFIED or ALTERED."),
differences: z.array(z.object({
kind: z.enum(["ADDED","CASE","DATE","INSERTION","MISSING","NAME","NEGATION","NUMBER","OMISSION","PUNCTUATION","WORD"]).describe("Kind of the difference. ADDED: The quotation adds words. CASE: Capital or small letters. DATE: A date, a month, or a number beside a month. INSERTION: The quotation replaces or adds words or a letter, and its brackets show which. MISSING: The quotation leaves words out. NAME: A capitalised word. NEGATION: A negation, such as `not` or `kein`. NUMBER: A number, also one that is written as a word. OMISSION: The quotation leaves words out, and its ellipsis shows where. PUNCTUATION: Punctuation between words. WORD: Another word."),
quoted: z.string().describe("Words of the quotation. Empty if they are missing there."),
source: z.string().describe("Words of the document. Empty if the quotation adds words."),
start: Count.describe("First character of the document’s words in its extracted text, in UTF-16 units from 0."),
end: Count.describe("First character after the document’s words."),
})).describe("Differences in the order of the document, the first 10. Empty unless the status is ALTERED."),
differenceCount: Count.describe("Number of all differences."),
isMarked: z.boolean().describe("True if an altered quotation shows all of its changes, by ellipses and brackets, and the document has its other words in their order. Words that are left out can still change the meaning."),
leavesOutFootnotes: z.boolean().describe("True if the quotation leaves out footnotes or their marks."),
addsEndMark: z.boolean().describe("True if the quotation ends with a full stop or a comma that the document doesn’t have there."),
})).describe("Quotations in the order of the brief, the first 2000."),
counts: z.object({
total: Count.describe("Quotations that were found in the brief."),
verified: Count.describe("Quotations with the status VERIFIED."),
altered: Count.describe("Quotations with the status ALTERED."),
notFound: Count.describe("Quotations with the status NOT_FOUND."),
tooShort: Count.describe("Quotations with the status TOO_SHORT."),
tooRepetitive: Count.describe("Quotations with the status TOO_REPETITIVE."),
notChecked: Count.describe("Quotations with the status NOT_CHECKED, and those after the first 2000."),
}).describe("Numbers of quotations by result."),
unclosed: z.array(Count).describe("Offsets in the brief of marks that open a quotation and are never closed, the first 2000. The rest of the brief is read without them."),
unclosedCount: Count.describe("Number of all marks that are never closed."),
sources: z.array(z.object({
documentId: z.string().describe("Id of the document."),
documentName: z.string().describe("Name of the document."),
versionId: z.string().describe("Id of the version: the newest one that was READY."),
versionSha256: Sha256.describe("SHA-256 of the version’s bytes."),
textSha256: Sha256.describe("SHA-256 of the version’s extracted text in UTF-8."),
textLength: Count.describe("Length of the extracted text in UTF-16 units."),
unreadPageCount: Count.describe("Number of pages whose text is missing or incomplete, such as scanned ones."),
})).describe("Versions that the quotations were looked up in."),
uncheckedCount: Count.describe("Number of documents that weren’t looked at, because together they are too long or their text can’t be loaded. If there are any, a quotation that the others don’t have is NOT_CHECKED."),
notReadyCount: Count.describe("Number of documents without a READY version, which can’t be looked at."),
rules: z.object({
name: z.string().describe("Name of the rules."),
version: z.string().describe("Version of the rules."),
sha256: Sha256.describe("SHA-256 of the description of the rules."),
}).describe("Rules by which quotations were compared."),
briefTextSha256: Sha256.describe("SHA-256 of the brief’s text in UTF-8, as sent or as extracted from the file."),
briefTextLength: Count.describe("Length of the brief’s text in UTF-16 units."),
});

export const RenderFields = z.object({
id: z.string().describe("Id of the render."),
status: z.enum(["ABORTED","BLOCKED","CANCELED","FAILED","QUEUED","RUNNING","SUCCEEDED"]).describe("Status of the render. ABORTED: The render ended before it started. Reserved: no render gets this status at present. BLOCKED: The provider refused the content of the brief. CANCELED: Canceled by a caller or an operator. FAILED: No picture. `failure` has the reason. QUEUED: Waiting for a worker. RUNNING: A worker draws the picture, or the render waits for its next attempt. SUCCEEDED: The picture is available."),
kind: z.enum(["IMAGE"]).describe("Kind of the result. IMAGE: Still picture."),
title: z.string().describe("Title from the request, or a generated one."),
source: z.string().nullable().describe("Origin of the request, as sent with it. Null if none was sent."),
prompt: z.string().describe("Text that the picture is drawn from."),
provider: z.string().describe("Provider that drew the picture, or the expected one unless the render has succeeded. `embedded` is the engine of this service. `none`: no provider was expected to be available."),
model: z.string().nullable().describe("Model that drew the picture, by its name at the provider. Null unless the render has succeeded, and for the embedded engine."),
seed: Count.describe("Seed of the picture. The `embedded` engine draws the same bytes for the same prompt, size and seed. A model can ignore it."),
file: z.object({
url: z.url().describe("URL of the bytes, which never change. While the picture is TRASHED or QUARANTINED, it returns 404 to callers without the permission `assets:list`."),
mediaType: z.string().describe("Media type, e.g. `image/png`."),
width: Count.min(1).describe("Width in pixels."),
height: Count.min(1).describe("Height in pixels."),
byteSize: Count.describe("Size in bytes."),
sha256: Sha256.describe("SHA-256 of the bytes."),
}).nullable().describe("File of the picture. Null unless the render has succeeded, and after the picture was purged."),
understood: z.object({
scene: z.object({
value: z.enum(["ABSTRACT","AURORA","CITY","COSMOS","DESERT","FOREST","LAKE","MEADOW","MOUNTAIN","SEA"]).describe("Subject of the picture. ABSTRACT: Abstract pattern. AURORA: Northern lights over a landscape. CITY: City skyline. COSMOS: Nebulae and stars in space. DESERT: Desert with dunes. FOREST: Forest. LAKE: Lake, usually with mountains. MEADOW: Meadow. MOUNTAIN: Mountain range. SEA: Sea."),
isFromBrief: z.boolean().describe("True if the brief asked for this value, false if the engine chose it."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
}).nullable().describe("Subject of the picture. Null if it was not recorded."),
light: z.object({
value: z.enum(["DAWN","DUSK","GOLDEN_HOUR","MORNING","NIGHT","NOON","SUNSET"]).describe("Time of day in the picture. DAWN: Before sunrise. DUSK: After sunset. GOLDEN_HOUR: Low, golden sun. MORNING: Morning. NIGHT: Night. NOON: Noon. SUNSET: Sunset."),
isFromBrief: z.boolean().describe("True if the brief asked for this value, false if the engine chose it."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
}).nullable().describe("Time of day in the picture. Null for a scene without a time of day, such as COSMOS."),
weather: z.object({
value: z.enum(["CLEAR","CLOUDY","FOG","PARTLY_CLOUDY","RAIN","SNOWFALL","SNOWSTORM","STORM"]).describe("Weather of the picture. CLEAR: Clear sky. CLOUDY: Overcast. FOG: Fog. PARTLY_CLOUDY: Some clouds. RAIN: Rain. SNOWFALL: Falling snow. SNOWSTORM: Snowstorm. STORM: Thunderstorm."),
isFromBrief: z.boolean().describe("True if the brief asked for this value, false if the engine chose it."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
}).nullable().describe("Weather in the picture. Null for a scene without weather."),
season: z.object({
value: z.enum(["AUTUMN","SPRING","SUMMER","WINTER"]).describe("Season of the picture. AUTUMN: Autumn. SPRING: Spring. SUMMER: Summer. WINTER: Winter."),
isFromBrief: z.boolean().describe("True if the brief asked for this value, false if the engine chose it."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
}).nullable().describe("Season in the picture. Null if it shows none."),
style: z.array(z.object({
value: z.enum(["BLACK_AND_WHITE","CALM","COOL","DRAMATIC","DREAMY","JOYFUL","MELANCHOLIC","MINIMAL","MYSTERIOUS","ROMANTIC","WARM"]).describe("Style of the whole picture. BLACK_AND_WHITE: No colour. CALM: Calm mood. COOL: Cool colours. DRAMATIC: Dramatic mood. DREAMY: Dreamy mood. JOYFUL: Joyful mood. MELANCHOLIC: Melancholic mood. MINIMAL: Few elements. MYSTERIOUS: Mysterious mood. ROMANTIC: Romantic mood. WARM: Warm colours."),
isFromBrief: z.boolean().describe("True if the brief asked for this value, false if the engine chose it."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
})).describe("Styles of the whole picture. Empty for the usual style."),
palette: z.array(z.object({
name: z.string().describe("Name of the nearest named colour."),
hex: z.string().describe("Colour as `#rrggbb`."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
})).describe("Colours named by the brief. Empty if it names none; the picture’s time of day then decides."),
composition: z.array(z.object({
value: z.enum(["AURORA","BLOSSOM","CLOUDS","FLOWERS","HILLS","LIGHTNING","LIGHTS","MILKY_WAY","MOON","MOUNTAINS","SNOW_COVER","STARS","SUN","SUN_RAYS","TREES","WATER"]).describe("Element of the picture. AURORA: Northern lights. BLOSSOM: Blossoming trees. CLOUDS: Clouds. FLOWERS: Flowers. HILLS: Hills. LIGHTNING: Lightning. LIGHTS: Lit windows or lamps. MILKY_WAY: The Milky Way. MOON: The moon. MOUNTAINS: Mountains. SNOW_COVER: Snow on the ground. STARS: Stars. SUN: The sun. SUN_RAYS: Visible rays of the sun. TREES: Trees. WATER: Lake, sea or river."),
isFromBrief: z.boolean().describe("True if the brief asked for this value, false if the engine chose it."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
})).describe("Elements of the picture in addition to its scene."),
exclusions: z.array(z.object({
means: z.string().nullable().describe("Element that was left out. Null for an element that the engine never draws."),
words: z.array(z.string()).describe("Words of the brief that led to this value."),
})).describe("Elements that the brief asked to leave out."),
}).nullable().describe("Interpretation of the brief by the engine. Null unless the render has succeeded, and for a picture by a model."),
ignoredTerms: z.array(z.string()).describe("Words of the brief that the engine could not draw, verbatim. Empty for a picture by a model."),
note: z.string().nullable().describe("Content of the picture, if the engine can’t draw the subject of the brief. For a picture by a model: a warning that its content is unchecked, and its size if that differs from the requested one. Null otherwise, and unless the render has succeeded."),
notApplied: z.array(z.object({
...NotAppliedFields.shape,
})).describe("Details of the request that were not applied because the picture was already in the image bank. Tags are added only if the picture is LIVE and the requester has `assets:write` or drew it in an earlier render; `reason` says why others were not. Empty unless the render has succeeded."),
failure: z.object({
reason: z.enum(["BUDGET_EXCEEDED","CONTENT_REFUSED","ENGINE_ERROR","ENGINE_TIMEOUT","NOT_ALLOWED","NO_PROVIDER","PROVIDER_ANSWER_UNUSABLE","PROVIDER_BUSY","PROVIDER_ERROR","PROVIDER_REFUSED","PROVIDER_TIMEOUT","WORKER_LOST"]).describe("Reason code. BUDGET_EXCEEDED: The worst-case cost exceeds what is left of the hard limit of the paying account. CONTENT_REFUSED: The provider refused the content of the brief. The render is BLOCKED. ENGINE_ERROR: The embedded engine failed, or the service failed to store the picture. ENGINE_TIMEOUT: The embedded engine exceeded its time limit. NOT_ALLOWED: The paying account isn’t permitted to have this picture drawn. NO_PROVIDER: No permitted model can be called, for example because none has a valid key or a known price. PROVIDER_ANSWER_UNUSABLE: The provider’s answer was not a complete picture that the image bank accepts. PROVIDER_BUSY: The provider can’t be reached, or a limit of the provider, the service or the paying account is reached. PROVIDER_ERROR: The provider failed. PROVIDER_REFUSED: The provider refused the request or the account. PROVIDER_TIMEOUT: The provider did not answer in time. WORKER_LOST: No attempt finished: its worker process ended, or couldn’t store the picture that a model had drawn."),
message: z.string().describe("Reason and advice, for a person."),
}).nullable().describe("Reason for the failure. Null unless FAILED or BLOCKED."),
createdAt: Time.describe("Time when the render was requested."),
completedAt: Time.nullable().describe("Time when the render ended. Null until then."),
asset: z.object({
...AssetFields.shape,
}).nullable().describe("Asset of the picture. Null unless the render has succeeded, if `saveToBank` was false, and after a purge."),
});

export const RunFields = z.object({
id: z.string().describe("Id of the run."),
task: z.string().describe("Name of the task, e.g. `human-phrasing/warm-tone`."),
status: z.enum(["ABORTED","CANCELED","FAILED","SUCCEEDED"]).describe("Final status of the run. ABORTED: The process that ran the task ended. The progress and cost of the run are unknown. CANCELED: The caller disconnected, or the service stopped, before the end. Output that the caller got until then is charged. FAILED: The run gave no answer, only a part of it, or one that misses a strict schema. `failure` has the reason. SUCCEEDED: The run gave a complete answer."),
isSimulated: z.boolean().describe("True if the sandbox answered instead of a model."),
isNotFinal: z.boolean().describe("True if the answer is a draft that a person must review before an end customer sees it."),
isHeld: z.boolean().describe("True if the output was held for approval. `approval` has the status."),
inputTokens: Count.nullable().describe("Input tokens, as the provider reports them or this service counts them. Null if unknown, which isn’t 0. For a run of several attempts, the sum of the known counts."),
cachedInputTokens: Count.nullable().describe("Input tokens read from the provider’s cache. Null if unknown."),
outputTokens: Count.nullable().describe("Output tokens, including reasoning. Null if unknown, which isn’t 0. For a run of several attempts, the sum of the known counts."),
costMicros: Count.nullable().describe("Cost of all attempts at their providers, in micros of USD, also if a customer’s own key pays it. An attempt of unknown cost is left out if an upper bound of its cost is known. Null if an attempt has neither a known cost nor a known bound, or if only free attempts have a known cost."),
costSource: z.enum(["ESTIMATE","PRICE_LIST","PROVIDER"]).nullable().describe("Source of the cost; with several attempts, the least certain source. Null if nothing was spent, the cost is unknown, or the run is from before sources were recorded. ESTIMATE: The provider didn’t report all tokens or pictures. This service counted the missing ones, at the prices of the catalogue. PRICE_LIST: The provider’s count of tokens or pictures, at the prices of the catalogue. PROVIDER: The provider reported the cost with its answer."),
isEstimated: z.boolean().describe("True if tokens or cost were counted by this service, because the provider didn’t report them."),
warnings: z.array(z.string()).describe("Sentences about parts of the request that were left out or replaced, without warnings after the end of the answer. Empty for pictures, for aborted runs, and in runs from before they were recorded."),
});

export const SealFields = z.object({
id: z.string().describe("Globally unique id."),
sha256: Sha256.describe("SHA-256 of the exact sealed bytes."),
sealedAt: Time.describe("Time of sealing, by the service’s clock."),
status: z.enum(["PENDING_TIMESTAMP","REVOKED","SEALED","SUPERSEDED"]).describe("Current status. PENDING_TIMESTAMP: The seal is signed and in the log. The time stamp of the authority is pending. REVOKED: The seal was revoked with a reason. It still proves which bytes were sealed and when. SEALED: The seal is signed and in the log. It also has a time stamp, unless no authority was configured or the stamp was unusable. SUPERSEDED: Superseded by another seal."),
logIndex: Count.describe("Position in the transparency log, from 0."),
verificationUrl: z.url().describe("Public page of the seal."),
bundleUrl: z.url().describe("URL of the Sigstore bundle: the signed statement and the proof of its position in the log."),
submitter: z.enum(["AGENT","ANONYMOUS","CUSTOMER","INTEGRATION","OPERATOR","PARTNER","SERVICE","UNKNOWN"]).nullable().describe("Kind of caller that requested the seal. Null for seals from before the submitter was recorded. AGENT: A software agent. ANONYMOUS: An anonymous caller. CUSTOMER: A customer of this service. INTEGRATION: A program with an integration key of this service. OPERATOR: An operator of this service. PARTNER: A caller with the link of a partner. SERVICE: This service itself. UNKNOWN: A caller with another kind of credential."),
});

export const UploadedDocumentFields = z.object({
name: z.string().describe("Name of the file. A member of a zip has its path."),
outcome: z.enum(["ADDED","DUPLICATE","NEW_VERSION","REFUSED"]).describe("Result for the file. ADDED: The file is a new document. DUPLICATE: The case already has these bytes, in `document`. Nothing was added. NEW_VERSION: The file is a new version of the document with this name. REFUSED: The file can’t be added. `refusal` has the reason."),
refusal: z.string().nullable().describe("Code of the reason why the file was refused, or null."),
refusalMessage: z.string().nullable().describe("Explanation for people why the file was refused, and what to do. Null otherwise."),
document: z.object({
id: z.string().describe("Opaque id. Ids sort by time of creation."),
}).nullable().describe("Document that has the bytes. Null for a file that was refused."),
version: z.object({
id: z.string().describe("Opaque id. Ids sort by time of creation."),
state: z.enum(["ERASED","FAILED","INDEXING","READING","READY","REFUSED","WAITING"]).describe("Progress of the version. ERASED: Bytes, text and names were erased. Ids, digests and lengths stay. FAILED: Reading failed twice. `refusalMessage` says what to do. INDEXING: The text is being made searchable. READING: The text is being extracted. READY: The version can be searched and cited. REFUSED: The bytes can’t be read, e.g. because they are encrypted. `refusal` has the reason. WAITING: Uploaded, and waiting to be read."),
sha256: Sha256.describe("SHA-256 of the uploaded bytes. It stays after an erasure."),
}).nullable().describe("Version that has the bytes. Null for a file that was refused."),
});
