import { QUOTATION_LIMITS, type QuotationsInBrief } from '../../quotations/index.ts';
import { unpackReading } from '../stored-reading.ts';
import { type Brief, briefQuotations } from './brief-quotations.ts';
import { checkQuotations, type PlacedResult, type QuotationToCheck, type QuotedSource } from './check-quotations.ts';
import { MAX_QUOTATIONS } from './quotation-report.ts';

export interface QuotationCheckRequest {
  /** Stored readings of the sources. They are unpacked in the worker, because a long one would block requests. */
  readonly readings: readonly Uint8Array[];
  readonly wanted: readonly QuotationToCheck[];
  /** Brief whose quotations are looked for as well. */
  readonly brief: Brief | null;
}

export interface QuotationCheckReply {
  /** In the order of the quotations wanted. */
  readonly results: PlacedResult[];
  readonly checkedBrief: CheckedBrief | null;
}

/** Quotations of a brief, the first ones with their results. */
export interface CheckedBrief {
  /** In the order of the brief. A result is null for a quotation that is too long to be checked. */
  readonly quotations: readonly (QuotationsInBrief['quotations'][number] & { readonly result: PlacedResult | null })[];
  readonly quotationCount: number;
  readonly unclosed: readonly number[];
  readonly unclosedCount: number;
}

/** Answers a request. Only for a worker thread. @throws {QuotationLimitExceeded} */
export function answerCheck({ readings, wanted, brief }: QuotationCheckRequest): QuotationCheckReply {
  const sources = readings.map(unpackReading);
  return { results: checkQuotations(sources, wanted), checkedBrief: brief && checkBrief(sources, brief) };
}

function checkBrief(sources: readonly QuotedSource[], brief: Brief): CheckedBrief {
  const { quotations, unclosed } = briefQuotations(brief);
  const listed = quotations.slice(0, MAX_QUOTATIONS);
  const isChecked = ({ text }: { text: string }) => text.length <= QUOTATION_LIMITS.QUOTATION;
  const results = checkQuotations(
    sources,
    listed.filter(isChecked).map(({ text }) => ({ words: text, near: null })),
  );
  let next = 0;
  return {
    quotations: listed.map((one) => ({ ...one, result: isChecked(one) ? results[next++]! : null })),
    quotationCount: quotations.length,
    unclosed: unclosed.slice(0, MAX_QUOTATIONS),
    unclosedCount: unclosed.length,
  };
}
