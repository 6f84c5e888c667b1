import type { EntityManager } from '@mikro-orm/postgresql';
import type { DataClass } from '../models/index.ts';
import type { Context } from '../platform/context.ts';
import type { TextRange } from '../quotations/index.ts';
import type { CheckedQuotation, RequestedQuotation } from './quotations/quoted-documents.ts';
import type { StoredReading } from './stored-reading.ts';

/** A part of a document version that may answer a question. */
export interface Passage {
  readonly documentId: string;
  readonly documentName: string;
  readonly versionId: string;
  /** SHA-256 of the version's bytes. 64 hex digits. */
  readonly versionSha256: string;
  /** SHA-256 of the version's extracted text in UTF-8. 64 hex digits. */
  readonly textSha256: string;
  /** First character in the extracted text, in UTF-16 units from 0. */
  readonly start: number;
  /** First character after the passage. */
  readonly end: number;
  readonly text: string;
  /** First page, from 1. Null for formats without pages. */
  readonly pageFirst: number | null;
  readonly pageLast: number | null;
  /** Headings above the passage, the outermost first. */
  readonly headingPath: readonly string[];
}

/** A case, or documents of it or of several cases. */
export interface DocumentChoice {
  readonly caseId?: string | undefined;
  readonly documentIds?: readonly string[] | undefined;
}

export interface PassageRequest extends DocumentChoice {
  readonly question: string;
  /** Maximum characters of all passages together. */
  readonly maxCharacters: number;
}

/** Passages of documents, the most relevant first. */
export interface FoundPassages {
  /** LOCAL_ONLY if one of the documents is in a case with this class. */
  readonly dataClass: DataClass;
  readonly passages: readonly Passage[];
}

/** API of this feature for later features. */
export interface DocumentsApi {
  /** @throws Refusal NOT_FOUND for a case or a document that the caller can't read */
  passagesFor(ctx: Context, request: PassageRequest): Promise<FoundPassages>;
  /** @throws Refusal NOT_FOUND for a case or a document that the caller can't read */
  assertReadable(ctx: Context, choice: DocumentChoice): Promise<void>;
  /** True if the caller can read documents, and these versions among them. Versions that are erased count as well. */
  canReadVersions(ctx: Context, versionIds: readonly string[]): Promise<boolean>;
  /** Extracted text of a version, or a part of it. Null if it doesn't exist, isn't READY, was erased, or the caller can't read it. */
  textOf(ctx: Context, versionId: string, part?: TextRange): Promise<string | null>;
  /** Text with its blocks and pages, under the same conditions. */
  readingOf(ctx: Context, versionId: string): Promise<StoredReading | null>;
  /** Ids of those of the versions that are erased. Needs no access to them, and says nothing else about them. */
  erasedAmong(em: EntityManager, versionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Looks for quotations in versions that the caller can read. Results are in the order of the quotations. */
  checkQuotations(
    ctx: Context,
    versionIds: readonly string[],
    quotations: readonly RequestedQuotation[],
  ): Promise<CheckedQuotation[]>;
}
