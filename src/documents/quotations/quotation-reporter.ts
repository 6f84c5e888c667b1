import type { Context } from '../../platform/context.ts';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import { InputInvalid, NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import { sha256Of } from '../../platform/storage/digest.ts';
import { QUOTATION_LIMITS, QUOTATION_RULES } from '../../quotations/index.ts';
import type { SettingsApi } from '../../settings/index.ts';
import { canReadCase } from '../case.reads.ts';
import { findDocument } from '../document.reads.ts';
import { documentName } from '../document-name.ts';
import { BriefRefused } from '../documents.problems.ts';
import { documentBytes, quotationChecksPerMinute } from '../documents.settings.ts';
import type { DocumentExtractor } from '../extraction/document-extractor.ts';
import { DocumentRefusal } from '../extraction/document-refusal.ts';
import type { ExtractionNotice } from '../extraction/extracted-document.ts';
import type { CheckedBrief } from './answer-check.ts';
import type { Brief } from './brief-quotations.ts';
import type { CheckQuotationsInput } from './check-quotations.inputs.ts';
import { type QuotationChecker, QuotationCheckFailed } from './quotation-checker.ts';
import { MAX_DIFFERENCES, MAX_NAMED_DOCUMENTS, MAX_SOURCES } from './quotation-report.ts';
import type { QuotationCounts, QuotationReport, ReportedQuotation } from './quotation-report.types.ts';
import { type CheckedQuotation, type LoadedVersion, type QuotedDocuments, resultFor } from './quoted-documents.ts';
import { countQuoted, findQuotedVersions, type QuotedSet, type QuotedVersion } from './quoted-version.sql.ts';

/** Seconds after which a caller can try again if too many checks wait. */
const RETRY_SECONDS = 10;

interface ReporterOptions {
  checker: QuotationChecker;
  quoted: QuotedDocuments;
  extractor: Pick<DocumentExtractor, 'extract'>;
  limits: Limits;
  settings: SettingsApi;
}

/** A brief with its structure, and the pages of its file that couldn’t be read. */
interface ReadBrief {
  readonly brief: Brief;
  readonly isFromFile: boolean;
  readonly unreadPages: readonly number[];
}

/** Checks the quotations of briefs. Nothing of a brief is stored. */
export class QuotationReporter {
  readonly #options: ReporterOptions;
  readonly #checked: Limit;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#checked = {
      name: 'quotation-checks',
      amount: () => options.settings.value(quotationChecksPerMinute),
      of: 'checked briefs',
      per: 'minute',
      exempt: 'cases:unmetered',
      counted: 'BY_PROCESS',
    };
  }

  /** Looks up every quotation of a brief in the newest READY versions of documents that the caller can read. */
  async check(
    ctx: Context,
    input: CheckQuotationsInput,
  ): Promise<QuotationReport | NotFound | InputInvalid | BriefRefused> {
    const issues = await this.#issuesOf(input);
    if (issues.length > 0) return new InputInvalid(issues);
    const wanted = { caseId: input.caseId ?? null, documentIds: input.documentIds ?? null };
    const missing = await missingIn(ctx, wanted);
    if (missing !== null) return new NotFound(missing);
    const { limits, checker } = this.#options;
    if (!checker.hasRoom) {
      throw new Refusal('SERVICE_UNAVAILABLE', 'Too many briefs wait to be checked. Try again shortly.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    await limits.take(ctx, [this.#checked, 1]);
    const read = await this.#read(ctx, input);
    return read instanceof Problem ? read : this.#report(ctx, wanted, read);
  }

  async #issuesOf({ caseId, documentIds, brief, file, base64 }: CheckQuotationsInput): Promise<ValueIssue[]> {
    const issues: ValueIssue[] = [];
    if ((caseId == null) === (documentIds == null)) {
      issues.push({ pointer: '/caseId', detail: 'Send exactly one of `caseId` and `documentIds`.' });
    }
    const named = documentIds?.length ?? 1;
    if (named === 0 || named > MAX_NAMED_DOCUMENTS) {
      issues.push({ pointer: '/documentIds', detail: `Send 1 to ${MAX_NAMED_DOCUMENTS} ids (${named} sent).` });
    }
    if ([brief, file, base64].filter((one) => one != null).length !== 1) {
      issues.push({ pointer: '/brief', detail: 'Send exactly one of `brief`, `file` and `base64`.' });
    }
    const most = await this.#options.settings.value(documentBytes);
    const size = (file ?? base64)?.length ?? 0;
    if (size > most) {
      const pointer = file ? '/file' : '/base64';
      issues.push({ pointer, detail: `The file has ${size} bytes, but the maximum is ${most}.` });
    }
    return issues;
  }

  async #read(ctx: Context, input: CheckQuotationsInput): Promise<ReadBrief | InputInvalid | BriefRefused> {
    const { brief, file, base64, fileName } = input;
    if (brief != null) return { brief: { text: brief }, isFromFile: false, unreadPages: [] };
    const extracted = await this.#options.extractor.extract({
      file: (file ?? base64)!,
      name: documentName(fileName ?? ''),
      mediaType: null,
      signal: ctx.signal,
    });
    if (extracted instanceof DocumentRefusal) return new BriefRefused(extracted);
    const { text, notices } = extracted;
    if (text.length > QUOTATION_LIMITS.BRIEF) {
      const detail = `The file has ${text.length} characters of text, but the maximum is ${QUOTATION_LIMITS.BRIEF}. Split it.`;
      return new InputInvalid([{ pointer: file ? '/file' : '/base64', detail }]);
    }
    return { brief: extracted, isFromFile: true, unreadPages: unreadPages(notices) };
  }

  async #report(
    ctx: Context,
    wanted: QuotedSet,
    { brief: { text, footnotes, blocks, pages }, isFromFile, unreadPages: unreadBriefPages }: ReadBrief,
  ): Promise<QuotationReport | InputInvalid> {
    const [found, counts] = [
      await findQuotedVersions(ctx.em, wanted, MAX_SOURCES),
      await countQuoted(ctx.em, wanted),
    ] as const;
    const loaded = await this.#options.quoted.load(ctx, found);
    const versions = new Map(found.map((version) => [version.versionId, version]));
    const sources = loaded.versions.map(({ versionId }) => versions.get(versionId)!);
    const uncheckedCount = Math.max(0, counts.ready - sources.length);
    const checked = await this.#checkedBrief(ctx, loaded.versions, { text, footnotes, blocks, pages });
    if (!checked) {
      return new InputInvalid([
        { pointer: '/brief', detail: 'The check took too long. Split the brief, or name fewer documents.' },
      ]);
    }
    const from = { versions: loaded.versions, isWhole: uncheckedCount === 0 };
    const quotations = checked.quotations.map(({ result, ...quotation }): ReportedQuotation => {
      return { ...quotation, ...reported(resultFor(result, from), versions) };
    });
    return {
      quotations,
      counts: countsOf(quotations, checked.quotationCount),
      unclosed: checked.unclosed,
      unclosedCount: checked.unclosedCount,
      sources: sources.map(({ notices, ...source }) => ({
        ...source,
        unreadPageCount: unreadPages(notices ?? []).length,
      })),
      uncheckedCount,
      notReadyCount: counts.notReady,
      rules: QUOTATION_RULES,
      briefTextSha256: await sha256Of(Buffer.from(text)),
      briefTextLength: text.length,
      briefText: isFromFile ? text : null,
      unreadBriefPages,
    };
  }

  /** Null if the check failed. */
  async #checkedBrief(ctx: Context, versions: readonly LoadedVersion[], brief: Brief): Promise<CheckedBrief | null> {
    try {
      const readings = versions.map(({ reading }) => reading);
      return (await this.#options.checker.check({ readings, wanted: [], brief }, ctx.signal)).checkedBrief;
    } catch (error) {
      if (!(error instanceof QuotationCheckFailed)) throw error;
      ctx.logger.warn({ err: error }, 'the quotations of a brief could not be checked');
      return null;
    }
  }
}

/** Id of the case, or of the first document, that the caller can’t read. Null if it can read all. */
async function missingIn(ctx: Context, { caseId, documentIds }: QuotedSet): Promise<string | null> {
  if (caseId !== null) return (await canReadCase(ctx, caseId)) ? null : caseId;
  const documents = await Promise.all(documentIds!.map((id) => findDocument(ctx, id)));
  return documentIds!.find((_, at) => !documents[at]) ?? null;
}

function reported(
  result: CheckedQuotation,
  versions: ReadonlyMap<string, QuotedVersion>,
): Omit<ReportedQuotation, 'start' | 'end' | 'form' | 'text' | 'citation'> {
  const place = 'place' in result ? { ...versions.get(result.place.versionId)!, ...result.place } : null;
  const differences = 'differences' in result ? result.differences : [];
  const isVerified = result.status === 'VERIFIED';
  return {
    status: result.status,
    tier: isVerified ? result.tier : null,
    place,
    differences: differences.slice(0, MAX_DIFFERENCES),
    differenceCount: differences.length,
    isMarked: result.status === 'ALTERED' && result.isMarked,
    leavesOutFootnotes: isVerified && result.leavesOutFootnotes,
    addsEndMark: isVerified && result.addsEndMark,
    leftOut: isVerified ? result.leftOut : undefined,
  };
}

function countsOf(quotations: readonly ReportedQuotation[], total: number): QuotationCounts {
  const count = (status: ReportedQuotation['status']) => quotations.filter((one) => one.status === status).length;
  return {
    total,
    verified: count('VERIFIED'),
    altered: count('ALTERED'),
    notFound: count('NOT_FOUND'),
    tooShort: count('TOO_SHORT'),
    tooRepetitive: count('TOO_REPETITIVE'),
    notChecked: count('NOT_CHECKED') + total - quotations.length,
  };
}

/** Pages whose text is missing or incomplete. */
function unreadPages(notices: readonly ExtractionNotice[]): number[] {
  const pages = new Set(notices.flatMap((notice) => ('pages' in notice ? notice.pages : [])));
  return [...pages].sort((one, other) => one - other);
}
