import { canonicalBytes, FieldReader, type JsonValue, parseJson } from '../proof/json.ts';
import { CheckName, MalformedProof, UnknownVersion } from '../proof/malformed-proof.ts';
import { UnknownMemberList, type UnknownMembers } from '../proof/unknown-members.ts';
import type { TextRange } from './normal-form.ts';
import { TIERS, type Tier } from './tier.ts';

/** Media type of a citation file. */
export const CITATION_FILE_TYPE = 'application/vnd.imprimatur.citations+json';

const FORMAT = 'imprimatur-citations/';
const VERSION = 'v1';
/** Maximum bytes of a citation file that are read. One of a brief with 5,000 quotations has about 2 MB. */
const MAX_BYTES = 16_000_000;

/** Subject of a citation file. */
export const CitationFileKind = {
  /** A version of a document. */
  DOCUMENT_VERSION: 'DOCUMENT_VERSION',
  /** An answer from documents. */
  ANSWER: 'ANSWER',
  /** A text whose quotations were looked up in documents. */
  QUOTATION_REPORT: 'QUOTATION_REPORT',
} as const;
export type CitationFileKind = keyof typeof CitationFileKind;

/** A document version, without its name and its text. */
export interface CitedVersion {
  readonly id: string;
  /** SHA-256 of the file. 64 hex digits. */
  readonly sha256: string;
  /** SHA-256 of the extracted text in UTF-8. 64 hex digits. */
  readonly textSha256: string;
  readonly byteSize?: number;
  readonly mediaType?: string;
  /** Length of the extracted text in UTF-16 units. */
  readonly textLength?: number;
  /** Name and version of the rules by which the text was extracted. */
  readonly extractor?: string;
}

/** Place of a quotation in a version. Offsets are UTF-16 units of the extracted text. */
export interface CitedPlace extends TextRange {
  /** Index in `versions`. */
  readonly version: number;
  /** SHA-256 of the words at the place in UTF-8. */
  readonly wordsSha256?: string;
  readonly pageFirst?: number;
  readonly pageLast?: number;
}

/** A quotation, with its range in the text that quotes. */
export interface CitedQuotation extends TextRange {
  /** Index in `claims`. Only in answers. */
  readonly claim?: number;
  /** `VERIFIED`, or one word for the reason why it isn't. */
  readonly status: string;
  /** Present if and only if it is verified. */
  readonly tier?: Tier;
  readonly place?: CitedPlace;
  /** Footnotes and their marks within the place that the quotation leaves out, as offsets into the extracted text. */
  readonly leftOut?: readonly TextRange[];
  /** True if the quotation ends with a full stop or a comma of its own. */
  readonly addsEndMark?: true;
  /** True if the range isn't the quotation but the statement that it supports: the provider sent the quotation apart. */
  readonly isApart?: true;
}

export interface CitationClaim extends TextRange {
  readonly isSupported: boolean;
}

/** Rules by which the quotations were checked. */
export interface CitationRules {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/** Digests, places and tiers of quotations, without words and names. Its canonical JSON is what a seal covers. */
export interface CitationFile {
  readonly kind: CitationFileKind;
  readonly versions: readonly CitedVersion[];
  /** Digest in UTF-8 and length in UTF-16 units of the text that quotes: the answer or the brief. */
  readonly text?: { readonly sha256: string; readonly length: number };
  readonly rules?: CitationRules;
  /** Run that answered. */
  readonly runId?: string;
  /** How far the documents support an answer. */
  readonly outcome?: string;
  readonly claims?: readonly CitationClaim[];
  readonly quotations?: readonly CitedQuotation[];
}

/** A citation file as read, with the members that this version doesn't know. */
export interface ReadCitationFile extends CitationFile {
  readonly unknownMembers?: UnknownMembers;
}

/** Bytes of a citation file: canonical JSON (RFC 8785), so equal facts have one digest. */
export function formatCitationFile(file: CitationFile): Uint8Array {
  return canonicalBytes({ format: FORMAT + VERSION, ...file });
}

/** True if the bytes are JSON that declares this format, in any version. */
export function isCitationFile(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_BYTES) return false;
  try {
    const value = parseJson(bytes);
    return isObject(value) && typeof value.format === 'string' && value.format.startsWith(FORMAT);
  } catch {
    return false;
  }
}

/** @throws {UnknownVersion} for a file of a later version. @throws {MalformedProof} */
export function parseCitationFile(bytes: Uint8Array): ReadCitationFile {
  if (bytes.length > MAX_BYTES) throw new MalformedProof('The citation file is too large.', CheckName.digest);
  const unknown = new UnknownMemberList();
  const root = new FieldReader(parseJson(bytes, CheckName.digest), 'The citation file', CheckName.digest, unknown);
  const format = root.string('format');
  if (!format.startsWith(FORMAT)) root.refuse('format', `must be ${FORMAT}${VERSION}`);
  if (format !== FORMAT + VERSION) {
    throw new UnknownVersion(
      'The citation file has a version of its format that this verifier doesn’t know. Use a newer verifier.',
      CheckName.digest,
    );
  }
  const kind = oneOf(root, 'kind', Object.values(CitationFileKind));
  const versions = root.objects('versions').map(versionOf);
  const text = ended(root.optionalObject('text'), (of) => ({
    sha256: of.hex('sha256', 32),
    length: of.count('length'),
  }));
  const claims = root.has('claims') ? root.objects('claims').map((claim) => claimOf(claim, text?.length)) : undefined;
  const quotations = root.has('quotations')
    ? root.objects('quotations').map((one) => quotationOf(one, { versions, claims, length: text?.length }))
    : undefined;
  const file: CitationFile = {
    kind,
    versions,
    ...present({
      text,
      rules: ended(root.optionalObject('rules'), (of) => ({
        name: of.string('name'),
        version: of.string('version'),
        sha256: of.hex('sha256', 32),
      })),
      runId: root.optionalString('runId'),
      outcome: root.optionalString('outcome'),
      claims,
      quotations,
    }),
  };
  if (kind !== CitationFileKind.DOCUMENT_VERSION && !text) root.refuse('text', 'is missing');
  if (kind === CitationFileKind.DOCUMENT_VERSION && versions.length !== 1)
    root.refuse('versions', 'must have one item');
  root.end();
  return { ...file, ...(unknown.found && { unknownMembers: unknown.found }) };
}

function versionOf(fields: FieldReader): CitedVersion {
  return ended(fields, (of) => ({
    id: of.string('id'),
    sha256: of.hex('sha256', 32),
    textSha256: of.hex('textSha256', 32),
    ...present({
      byteSize: of.optionalCount('byteSize'),
      mediaType: of.optionalString('mediaType'),
      textLength: of.optionalCount('textLength'),
      extractor: of.optionalString('extractor'),
    }),
  }));
}

function claimOf(fields: FieldReader, length: number | undefined): CitationClaim {
  return ended(fields, (of) => ({
    ...rangeOf(of, length),
    isSupported: of.optionalBoolean('isSupported') ?? of.refuse('isSupported', 'is missing'),
  }));
}

function quotationOf(
  fields: FieldReader,
  of: { versions: readonly CitedVersion[]; claims: readonly CitationClaim[] | undefined; length: number | undefined },
): CitedQuotation {
  const range = rangeOf(fields, of.length);
  const status = fields.string('status');
  if (!/^[A-Z][A-Z_]{0,31}$/.test(status)) fields.refuse('status', 'must be one word in upper case');
  const claim = fields.optionalCount('claim');
  if (claim !== undefined && claim >= (of.claims?.length ?? 0)) fields.refuse('claim', 'is not an index of a claim');
  const place = ended(fields.optionalObject('place'), (at): CitedPlace => {
    const version = at.count('version');
    const cited = of.versions[version] ?? at.refuse('version', 'is not an index of a version');
    return {
      version,
      ...rangeOf(at, cited.textLength),
      ...present({
        wordsSha256: at.has('wordsSha256') ? at.hex('wordsSha256', 32) : undefined,
        pageFirst: at.optionalCount('pageFirst'),
        pageLast: at.optionalCount('pageLast'),
      }),
    };
  });
  const tier = fields.has('tier') ? oneOf(fields, 'tier', TIERS) : undefined;
  if ((status === 'VERIFIED') !== (tier !== undefined)) fields.refuse('tier', 'belongs to verified quotations');
  if (status === 'VERIFIED' && !place) fields.refuse('place', 'is missing');
  return ended(fields, () => ({
    ...range,
    status,
    ...present({
      claim,
      tier,
      place,
      leftOut: fields.has('leftOut') ? fields.objects('leftOut').map((one) => leftOutOf(one, place)) : undefined,
      addsEndMark: trueOrAbsent(fields, 'addsEndMark'),
      isApart: trueOrAbsent(fields, 'isApart'),
    }),
  }));
}

function leftOutOf(fields: FieldReader, place: CitedPlace | undefined): TextRange {
  const range = ended(fields, (of) => rangeOf(of, undefined));
  if (!place || range.start < place.start || range.end > place.end) fields.refuse('start', 'is outside the place');
  return range;
}

function rangeOf(fields: FieldReader, length: number | undefined): TextRange {
  const [start, end] = [fields.count('start'), fields.count('end')];
  if (end < start || end > (length ?? Number.MAX_SAFE_INTEGER)) fields.refuse('end', 'is outside the text');
  return { start, end };
}

function oneOf<T extends string>(fields: FieldReader, key: string, values: readonly T[]): T {
  const value = fields.string(key);
  return values.find((one) => one === value) ?? fields.refuse(key, `must be one of ${values.join(', ')}`);
}

function trueOrAbsent(fields: FieldReader, key: string): true | undefined {
  const value = fields.optionalBoolean(key);
  return value === false ? fields.refuse(key, 'must be true or absent') : value;
}

function ended<T>(fields: FieldReader, read: (fields: FieldReader) => T): T;
function ended<T>(fields: FieldReader | undefined, read: (fields: FieldReader) => T): T | undefined;
function ended<T>(fields: FieldReader | undefined, read: (fields: FieldReader) => T): T | undefined {
  if (!fields) return undefined;
  const value = read(fields);
  fields.end();
  return value;
}

/** Removes members that are undefined, because in canonical JSON a member is either present or absent. */
function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}

const isObject = (value: JsonValue): value is { [key: string]: JsonValue } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
