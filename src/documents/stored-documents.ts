import type { EntityManager } from '@mikro-orm/postgresql';
import { DataClass } from '../models/index.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { canReadCase } from './case.reads.ts';
import { findDocument, findStoredText } from './document.reads.ts';
import { findDataClasses } from './document.sql.ts';
import { loadReading } from './document-bytes.ts';
import { findErasedVersions } from './document-version.sql.ts';
import type { DocumentsApi, FoundPassages, Passage, PassageRequest } from './documents-api.ts';
import type { CheckedQuotation, QuotedDocuments, RequestedQuotation } from './quotations/quoted-documents.ts';
import { searchCases } from './search/passage-search.ts';
import { findPassages, firstPassages, type IndexedPassage } from './search/search.sql.ts';
import type { StoredReading } from './stored-reading.ts';

/** Maximum number of passages that are chosen by the words of a question. */
const MOST_RANKED = 200;
/** Maximum number of passages that are chosen by their order. */
const MOST_PASSAGES = 2_000;

const notFound = (what: 'case' | 'document') =>
  new Refusal('NOT_FOUND', `The ${what} doesn’t exist, or you can’t read it.`);

/** Reads texts and passages of documents for later features, as far as the caller can read them. */
export class StoredDocuments implements DocumentsApi {
  readonly #store: BlobStore;
  readonly #quoted: QuotedDocuments;

  constructor(store: BlobStore, quoted: QuotedDocuments) {
    this.#store = store;
    this.#quoted = quoted;
  }

  async textOf(ctx: Context, versionId: string): Promise<string | null> {
    return (await this.readingOf(ctx, versionId))?.text ?? null;
  }

  async readingOf(ctx: Context, versionId: string): Promise<StoredReading | null> {
    const text = await findStoredText(ctx, versionId);
    return text && loadReading(this.#store, text.readingSha256);
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
    return { dataClass, passages: await passagesIn(ctx, { caseIds, documentIds, question, maxCharacters }) };
  }

  async erasedAmong(em: EntityManager, versionIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await findErasedVersions(em, versionIds));
  }

  checkQuotations(
    ctx: Context,
    versionIds: readonly string[],
    quotations: readonly RequestedQuotation[],
  ): Promise<CheckedQuotation[]> {
    return this.#quoted.check(ctx, versionIds, quotations);
  }
}

/** Passages that fit the question best, and then the others in the order of the documents, until the maximum is reached. */
async function passagesIn(
  { em }: Context,
  { caseIds, documentIds, question, maxCharacters }: Omit<PassageRequest, 'caseId'> & { caseIds: readonly string[] },
): Promise<Passage[]> {
  const { passages: ranked } = await searchCases(em, { query: question, first: MOST_RANKED, caseIds, documentIds });
  const chosen = new Map<string, IndexedPassage>();
  let left = maxCharacters;
  const choose = (passages: readonly IndexedPassage[]) => {
    for (const passage of passages) {
      const key = `${passage.versionId} ${passage.ordinal}`;
      if (passage.text.length > left || chosen.has(key)) continue;
      left -= passage.text.length;
      chosen.set(key, passage);
    }
  };
  choose(await findPassages(em, ranked));
  if (left > 0) choose(await firstPassages(em, { caseIds, documentIds }, MOST_PASSAGES));
  return [...chosen.values()].map(({ ordinal: _, ...passage }) => passage);
}
