import { DataClass } from '../models/index.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { canReadCase } from './case.reads.ts';
import { findDocument, findVersion } from './document.reads.ts';
import { findDataClasses, findNewestTexts, type NewestText } from './document.sql.ts';
import { loadReading } from './document-bytes.ts';
import type { DocumentsApi, FoundPassages, Passage, PassageRequest } from './documents-api.ts';
import type { StoredReading } from './read-document.job.ts';

/** Maximum number of documents that are read for one question. */
const MAX_DOCUMENTS = 50;

const notFound = (what: 'case' | 'document') =>
  new Refusal('NOT_FOUND', `The ${what} doesn’t exist, or you can’t read it.`);

/** Reads texts and passages of documents for later features, as far as the caller can read them. */
export class StoredDocuments implements DocumentsApi {
  readonly #store: BlobStore;

  constructor(store: BlobStore) {
    this.#store = store;
  }

  async textOf(ctx: Context, versionId: string): Promise<string | null> {
    return (await this.readingOf(ctx, versionId))?.text ?? null;
  }

  async readingOf(ctx: Context, versionId: string): Promise<StoredReading | null> {
    const version = await findVersion(ctx, versionId);
    if (version?.state !== 'READY' || version.readingSha256 === null) return null;
    return loadReading<StoredReading>(this.#store, version.readingSha256);
  }

  async passagesFor(
    ctx: Context,
    { caseId, documentIds, question, maxCharacters }: PassageRequest,
  ): Promise<FoundPassages> {
    if (caseId !== undefined && !(await canReadCase(ctx, caseId))) throw notFound('case');
    const documents = await Promise.all((documentIds ?? []).map((id) => findDocument(ctx, id)));
    if (documents.some((one) => !one || (caseId !== undefined && one.caseId !== caseId))) throw notFound('document');
    const caseIds = [...new Set([...(caseId === undefined ? [] : [caseId]), ...documents.map((one) => one!.caseId)])];
    const classes = await findDataClasses(ctx.em, caseIds);
    const dataClass = classes.includes(DataClass.LOCAL_ONLY) ? DataClass.LOCAL_ONLY : DataClass.HOSTED;
    const texts = await findNewestTexts(ctx.em, {
      caseIds,
      documentIds: documentIds ? [...documentIds] : null,
      most: MAX_DOCUMENTS,
    });
    return { dataClass, passages: await this.#choose(texts, question, maxCharacters) };
  }

  /** Takes the blocks that have most words of the question, until the maximum is reached. */
  async #choose(texts: readonly NewestText[], question: string, maxCharacters: number): Promise<Passage[]> {
    const words = new Set(wordsOf(question));
    const rated: { passage: Passage; score: number }[] = [];
    for (const version of texts) {
      const reading = await loadReading<StoredReading>(this.#store, version.readingSha256);
      if (reading) rated.push(...rate(version, reading, words));
    }
    rated.sort((a, b) => b.score - a.score);
    const chosen: Passage[] = [];
    let left = maxCharacters;
    for (const { passage } of rated) {
      if (passage.text.length > left) continue;
      left -= passage.text.length;
      chosen.push(passage);
    }
    return chosen;
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

function rate({ readingSha256: _, ...version }: NewestText, reading: StoredReading, words: ReadonlySet<string>) {
  const headings: string[] = [];
  const rated: { passage: Passage; score: number }[] = [];
  for (const { kind, level, start, end } of reading.blocks) {
    const text = reading.text.slice(start, end);
    if (kind === 'HEADING') headings.splice((level ?? 1) - 1, Number.POSITIVE_INFINITY, text.trim());
    const score = new Set(wordsOf(text).filter((word) => words.has(word))).size;
    if (score === 0) continue;
    const pages = reading.pages?.filter((page) => page.start < end && page.end > start) ?? [];
    const pageFirst = pages[0]?.number ?? null;
    const pageLast = pages.at(-1)?.number ?? null;
    rated.push({ score, passage: { ...version, start, end, text, pageFirst, pageLast, headingPath: [...headings] } });
  }
  return rated;
}
