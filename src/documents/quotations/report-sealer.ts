import type { Context } from '../../platform/context.ts';
import type { QuotationReport } from './quotation-report.types.ts';

/** Seals quotation reports. A later feature contributes it. */
export interface ReportSealer {
  /** Called before the check. @throws Refusal if this caller, or any caller, can't have a report sealed now */
  assertMaySeal(ctx: Context): Promise<void>;
  /** Seals a report, and returns the id of the seal. */
  seal(ctx: Context, report: QuotationReport): Promise<string>;
}

declare module '../../platform/contributions.ts' {
  interface Contributions {
    /** The sealer of quotation reports, by the name of its feature. */
    reportSealers: Record<string, ReportSealer>;
  }
}
