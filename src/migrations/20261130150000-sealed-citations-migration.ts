import { change, check, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Seals of document versions, of citations and of quotation reports, and the evidence for them in the records of runs. */
export class SealedCitations20261130150000 extends SteppedMigration {
  override name = 'SealedCitations20261130150000';

  override steps(): Step[] {
    return [
      change(`alter table "run" add column "citations_sha256" varchar(64) null`),
      change(`alter table "run_citations" add column "versions" jsonb null, add column "rules" jsonb null`),
      change(`alter table "seal" add column "content" text null`),
      ...check(
        'seal',
        'seal_subject_check',
        `"subject" in ('TEXT', 'ASSET', 'VERIFIER', 'OUTPUT', 'DOCUMENT_VERSION', 'CITATIONS', 'QUOTATION_REPORT')`,
      ),
    ];
  }
}
