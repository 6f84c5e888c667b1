import type { EntityManager } from '@mikro-orm/postgresql';
import { DataClass } from '../models/index.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { TextRange } from '../quotations/index.ts';
import { caseScopeOf } from './case.access.ts';
import { canReadCase } from './case.reads.ts';
import { findDocument, findStoredText, findVersion } from './document.reads.ts';
import { findDataClasses } from './document.sql.ts';
import { findErasedVersions } from './document-version.sql.ts';
import type { DocumentChoice, DocumentsApi, FoundPassages, Passage, PassageRequest } from './documents-api.ts';
import type { CheckedQuotation, QuotedDocuments, RequestedQuotation } from './quotations/quoted-documents.ts';
import { searchCases } from './search/passage-search.ts';
import { findPassages, firstPassages, type IndexedPassage } from './search/search.sql.ts';
import type { StoredReading } from './stored-reading.ts';
import type { StoredReadings } from './stored-readings.ts';

/** Maximum number of passages that are chosen by the words of a question. */
const MOST_RANKED = 200;
/** Maximum number of passages that are chosen by their order. */
const MOST_PASSAGES = 2_000;

const WHOLE: TextRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

const notFound = (what: 'case' | 'document') =>
  new Refusal('NOT_FOUND', `The ${what} doesn’t exist, or you can’t read it.`);

/** Reads texts and passages of documents for later features, as far as the caller can read them. */
export class StoredDocuments implements DocumentsApi {
  readonly #readings: StoredReadings;
  readonly #quoted: QuotedDocuments;

  constructor(readings: StoredReadings, quoted: QuotedDocuments) {
    this.#readings = readings;
    this.#quoted = quoted;
  }

  async textOf(ctx: Context, versionId: string, part: TextRange = WHOLE): Promise<string | null> {
    const text = await findStoredText(ctx, versionId);
    return text && this.#readings.readText(text.readingSha256, part, ctx.signal);
  }

  async readingOf(ctx: Context, versionId: string): Promise<StoredReading | null> {
    const text = await findStoredText(ctx, versionId);
    return text && this.#readings.read(text.readingSha256, ctx.signal);
  }

  async assertReadable(ctx: Context, choice: DocumentChoice): Promise<void> {
    await casesOf(ctx, choice);
  }

  async canReadVersions(ctx: Context, versionIds: readonly string[]): Promise<boolean> {
    if (caseScopeOf(ctx.principal) === null) return false;
    const versions = await Promise.all([...new Set(versionIds)].map((id) => findVersion(ctx, id)));
    return versions.every((version) => version !== null);
  }

  async passagesFor(
    ctx: Context,
    { caseId, documentIds, question, maxCharacters }: PassageRequest,
  ): Promise<FoundPassages> {
    const caseIds = await casesOf(ctx, { caseId, documentIds });
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

/** Ids of the cases of a choice. @throws Refusal NOT_FOUND for a case or a document that the caller can’t read */
async function casesOf(ctx: Context, { caseId, documentIds = [] }: DocumentChoice): Promise<string[]> {
  if (caseId !== undefined && !(await canReadCase(ctx, caseId))) throw notFound('case');
  const documents = await Promise.all(documentIds.map((id) => findDocument(ctx, id)));
  if (documents.some((one) => !one || (caseId !== undefined && one.caseId !== caseId))) throw notFound('document');
  return [...new Set([...(caseId === undefined ? [] : [caseId]), ...documents.map((one) => one!.caseId)])];
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
