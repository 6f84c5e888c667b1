import type { AgentsApi } from '../agents/index.ts';
import type { CustomersApi } from '../customers/index.ts';
import { defineFeature } from '../feature.ts';
import type { OperatorsApi } from '../operators/index.ts';
import { deleting } from '../platform/upkeep/upkeep.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Case } from './case.entity.ts';
import { caseNode, caseReads, findCase } from './case.reads.ts';
import { CaseResolver } from './case.resolver.ts';
import { caseRoutes } from './case.routes.ts';
import { CaseService } from './case.service.ts';
import { CaseMember } from './case-member.entity.ts';
import { CaseSearchResolver } from './case-search.resolver.ts';
import { caseSearchRoutes } from './case-search.routes.ts';
import { Document } from './document.entity.ts';
import { documentNode, findDocument, findStoredText, findVersion, versionNode } from './document.reads.ts';
import { DocumentResolver, DocumentVersionResolver, UploadedDocumentResolver } from './document.resolver.ts';
import { documentRoutes } from './document.routes.ts';
import { loadPackedReading } from './document-bytes.ts';
import { documentDownloads } from './document-download.ts';
import { DocumentErasure } from './document-erasure.ts';
import { DocumentUploader } from './document-upload.ts';
import { DocumentVersion } from './document-version.entity.ts';
import { documentBlobs } from './documents.blobs.ts';
import { documentsCheck } from './documents.check.ts';
import { documentsMetrics } from './documents.metrics.ts';
import { documentsNames } from './documents.names.ts';
import { documentsSettings } from './documents.settings.ts';
import { DocumentExtractor } from './extraction/document-extractor.ts';
import { PassageBoxesResolver } from './passage-boxes.resolver.ts';
import { quotationCheckRoutes } from './quotations/quotation-check.routes.ts';
import { QuotationChecker } from './quotations/quotation-checker.ts';
import { QuotationReportResolver } from './quotations/quotation-report.resolver.ts';
import { QuotationReporter } from './quotations/quotation-reporter.ts';
import { QuotedDocuments } from './quotations/quoted-documents.ts';
import { readDocumentJob } from './read-document.job.ts';
import { ReadingPace } from './reading-pace.ts';
import { ReleasedBlob } from './released-blob.entity.ts';
import { CaseIndex } from './search/case-index.entity.ts';
import { CaseWord } from './search/case-word.entity.ts';
import { IndexedVersion } from './search/indexed-version.entity.ts';
import { IndexPassage } from './search/passage.entity.ts';
import { StoredDocuments } from './stored-documents.ts';
import { StoredReadings } from './stored-readings.ts';

interface DocumentsDependencies {
  agents: AgentsApi;
  customers: CustomersApi;
  operators: Pick<OperatorsApi, 'find'>;
  settings: SettingsApi;
}

export { findVersion } from './document.reads.ts';
export { DocumentVersion } from './document-version.entity.ts';
export type { DocumentChoice, DocumentsApi, Passage } from './documents-api.ts';
export { DocumentExtractor } from './extraction/document-extractor.ts';
export { DocumentRefusal } from './extraction/document-refusal.ts';
export { QuotationReport } from './quotations/quotation-report.types.ts';
export { Tier } from './quotations/quotation-tier.ts';
export type { CheckedQuotation } from './quotations/quoted-documents.ts';
export type { ReportSealer } from './quotations/report-sealer.ts';
export { TextRangeType } from './text-range.type.ts';

/** Feature for the documents of customers, in cases. */
export const documents = defineFeature({
  name: 'documents',
  names: documentsNames,
  entities: [
    Case,
    CaseMember,
    Document,
    DocumentVersion,
    ReleasedBlob,
    IndexPassage,
    IndexedVersion,
    CaseWord,
    CaseIndex,
  ],
  tablePrivileges: {
    document_case: ['INSERT', 'UPDATE'],
    case_member: ['INSERT', 'DELETE'],
    document: ['INSERT', 'UPDATE'],
    document_version: ['INSERT', 'UPDATE'],
    document_released_blob: ['INSERT', 'UPDATE', 'DELETE'],
    passage: ['INSERT', 'DELETE'],
    indexed_version: ['INSERT', 'DELETE'],
    case_word: ['INSERT', 'UPDATE', 'DELETE'],
    case_index: ['INSERT', 'UPDATE', 'DELETE'],
  },
  settings: documentsSettings,
  compose(platform, { agents, customers, operators, settings }: DocumentsDependencies) {
    const { contributed, database, limits, live, queue, store } = platform;
    const pace = new ReadingPace();
    const extractor = new DocumentExtractor({ pace: pace.shared });
    const times = { versions: 0, seconds: 0 };
    const uploader = new DocumentUploader({ store, queue, limits, settings });
    const erasure = new DocumentErasure(store);
    const checker = new QuotationChecker();
    const quoted = new QuotedDocuments({
      checker,
      textOf: findStoredText,
      load: (readingSha256) => loadPackedReading(store, readingSha256),
    });
    const readings = new StoredReadings(store);
    const api = new StoredDocuments(readings, quoted);
    return {
      api,
      resolvers: [
        new CaseResolver(new CaseService({ customers, agents, operators }), erasure, live),
        new CaseSearchResolver(),
        new DocumentResolver(uploader, erasure),
        new DocumentVersionResolver(api),
        new PassageBoxesResolver(api),
        new UploadedDocumentResolver(),
        new QuotationReportResolver(new QuotationReporter({ checker, quoted, extractor, limits, settings }), () =>
          contributed('reportSealers'),
        ),
      ],
      nodes: { case: findCase, document: findDocument, documentVersion: findVersion },
      nodeReads: { case: caseNode, document: documentNode, documentVersion: versionNode },
      reads: caseReads,
      routes: [...caseRoutes, ...documentRoutes, ...quotationCheckRoutes, ...caseSearchRoutes],
      mounts: documentDownloads(platform, api),
      jobs: [readDocumentJob({ store, extractor, uploader, pace, times })],
      blobs: [documentBlobs(database)],
      checks: [documentsCheck],
      metrics: documentsMetrics(times),
      upkeep: { 'documents past their retention': deleting((ctx) => erasure.tidy(ctx)) },
      async close() {
        pace.close();
        await Promise.all([extractor.close(), checker.close(), readings.close()]);
      },
    };
  },
});
