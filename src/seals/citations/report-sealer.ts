import type { QuotationReport, ReportSealer } from '../../documents/index.ts';
import type { Context } from '../../platform/context.ts';
import { type CitationFile, type CitedQuotation, textDigest } from '../../quotations/index.ts';
import { SealSubject } from '../seal.entity.ts';
import type { SealLimits } from '../seal.limits.ts';
import type { SealService } from '../seal.service.ts';
import { sealable } from './sealable-citations.ts';

interface ReportSealerOptions {
  seals: Pick<SealService, 'assertReady' | 'sealCitationFile'>;
  limits: Pick<SealLimits, 'takeSeal'>;
}

/** Seals quotation reports on request, under the same limits as texts. */
export function reportSealer({ seals, limits }: ReportSealerOptions): ReportSealer {
  return {
    async assertMaySeal(ctx: Context) {
      await seals.assertReady(ctx);
      await limits.takeSeal(ctx);
    },
    async seal(ctx: Context, report: QuotationReport) {
      const file = reportFileOf(report);
      const { id } = await seals.sealCitationFile(
        ctx.fork(),
        sealable(file, SealSubject.QUOTATION_REPORT, 'quotation-report'),
      );
      return id;
    },
  };
}

/** The citation file of a report: without the words of the brief and of the documents. */
function reportFileOf({
  quotations,
  sources,
  rules: { name, version, sha256 },
  briefTextSha256,
  briefTextLength: length,
}: QuotationReport): CitationFile {
  const indexes = new Map(sources.map(({ versionId }, index) => [versionId, index]));
  return {
    kind: 'QUOTATION_REPORT',
    versions: sources.map(({ versionId: id, versionSha256, textSha256, textLength }) => ({
      id,
      sha256: versionSha256,
      textSha256,
      textLength,
    })),
    text: { sha256: briefTextSha256, length },
    rules: { name, version, sha256 },
    quotations: quotations.map((quotation) => citedOf(quotation, indexes)),
  };
}

function citedOf(
  { start, end, status, tier, place, leftOut, addsEndMark }: QuotationReport['quotations'][number],
  indexes: ReadonlyMap<string, number>,
): CitedQuotation {
  return {
    start,
    end,
    status,
    ...(tier && { tier }),
    ...(place && {
      place: {
        version: indexes.get(place.versionId)!,
        start: place.start,
        end: place.end,
        wordsSha256: textDigest(place.words),
        ...(place.pageFirst !== null && { pageFirst: place.pageFirst }),
        ...(place.pageLast !== null && { pageLast: place.pageLast }),
      },
    }),
    ...(leftOut && { leftOut }),
    ...(addsEndMark && { addsEndMark }),
  };
}
