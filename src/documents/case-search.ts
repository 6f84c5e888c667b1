import type { Context } from '../platform/context.ts';
import { badUserInput } from '../platform/errors/errors.ts';
import { assertPageSize, DEFAULT_PAGE_SIZE } from '../platform/graphql/schema/connection.ts';
import { within } from '../platform/graphql/schema/created-filter.ts';
import { readableCases, rowsOfReadableCases } from './case.access.ts';
import { findNewestCaseIds } from './case.sql.ts';
import { type CaseSearchArgs, type CaseSearchFilter, MAX_CHOICES, MAX_SEARCHED_CASES } from './case-search.inputs.ts';
import { type CaseSearch, type CaseSearchHit, MAX_HIGHLIGHTS } from './case-search.type.ts';
import { findDocument, findVersion } from './document.reads.ts';
import { findDocumentsWithCases } from './document.sql.ts';
import { type FoundPassage, searchCases } from './search/passage-search.ts';
import { readSearchQuery } from './search/search-query.ts';

/** Searches the documents that the caller can read. */
export async function findInCases(ctx: Context, { query, filter, ...args }: CaseSearchArgs): Promise<CaseSearch> {
  const first = args.first ?? DEFAULT_PAGE_SIZE;
  assertPageSize(first);
  assertWords(query);
  assertFilter(filter);
  const { caseIds, documentIds, isWhole } = await searchedIds(ctx, filter);
  if (caseIds.length === 0) return { hits: [], isComplete: true };
  const { passages, isComplete } = await searchCases(ctx.em, {
    query,
    first,
    caseIds,
    documentIds,
    languages: given(filter?.languages)?.map((tag) => tag.toLowerCase().split('-')[0]!),
    mediaTypes: given(filter?.mediaTypes)?.map((type) => type.toLowerCase()),
    createdFrom: filter?.createdFrom,
    createdBefore: filter?.createdBefore,
  });
  const hits = await Promise.all(passages.map((passage) => hitOf(ctx, passage)));
  return { hits: hits.filter((hit) => hit !== null), isComplete: isComplete && isWhole };
}

function assertWords(query: string): void {
  if (readSearchQuery(query).words.some((word) => /[\p{L}\p{N}]/u.test(word))) return;
  const detail =
    'The query has no word to look for. Send at least one with letters or digits and without `-` before it.';
  throw badUserInput(detail, [{ pointer: '/query', detail }]);
}

function assertFilter(filter: CaseSearchFilter | null | undefined): void {
  for (const name of ['caseIds', 'documentIds', 'languages', 'mediaTypes'] as const) {
    const count = filter?.[name]?.length ?? 0;
    if (count <= MAX_CHOICES) continue;
    const detail = `\`${name}\` has ${count} values. Send at most ${MAX_CHOICES}.`;
    throw badUserInput(detail, [{ pointer: `/filter/${name}`, detail }]);
  }
  within('', filter?.createdFrom, filter?.createdBefore, [], ['createdFrom', 'createdBefore']);
}

/** A list of the filter. Undefined for an empty one, which is no condition. */
const given = <T>(values: readonly T[] | null | undefined) => (values?.length ? values : undefined);

/** Cases and documents of the filter that the caller can read. */
async function searchedIds(
  ctx: Context,
  filter: CaseSearchFilter | null | undefined,
): Promise<{ caseIds: string[]; documentIds?: string[]; isWhole: boolean }> {
  const NONE = { caseIds: [], isWhole: true };
  const wanted = given(filter?.caseIds);
  const documentIds = given(filter?.documentIds);
  if (documentIds) {
    const rows = rowsOfReadableCases(ctx, 'document.case_id');
    const found = rows ? await findDocumentsWithCases(ctx.em, rows, documentIds) : [];
    const within = wanted ? found.filter(({ caseId }) => wanted.includes(caseId)) : found;
    return {
      caseIds: [...new Set(within.map(({ caseId }) => caseId))],
      documentIds: within.map(({ id }) => id),
      isWhole: true,
    };
  }
  const cases = readableCases(ctx);
  if (!cases) return NONE;
  cases.where('document_case.erased_at is null').oneOf('document_case.id', wanted);
  const newest = await findNewestCaseIds(ctx.em, cases, MAX_SEARCHED_CASES + 1);
  return { caseIds: newest.slice(0, MAX_SEARCHED_CASES), isWhole: newest.length <= MAX_SEARCHED_CASES };
}

/** A passage with its document and version. Null if the document has been erased since the search. */
async function hitOf(ctx: Context, passage: FoundPassage): Promise<CaseSearchHit | null> {
  const [document, version] = await Promise.all([
    findDocument(ctx, passage.documentId),
    findVersion(ctx, passage.versionId),
  ]);
  if (!document || !version || version.state !== 'READY') return null;
  const { start, end, firstPage, lastPage, headingPath, text, highlights } = passage;
  return {
    document,
    version,
    start,
    end,
    pageFirst: firstPage,
    pageLast: lastPage,
    headingPath,
    text,
    highlights: highlights.slice(0, MAX_HIGHLIGHTS),
  };
}
