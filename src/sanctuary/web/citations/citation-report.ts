import { findQuotationsIn, type QuotationInBrief, type QuotationResult } from '../../../quotations/index.ts';
import { sampleSearch } from './sample-case.ts';

/** Maximum UTF-16 code units of a text, about eight pages. The slowest texts of this length take half a second. */
export const MAX_CHARACTERS = 20_000;

export type QuotationStatus = QuotationResult['status'];

/** Statuses in the order in which they are counted. */
export const STATUSES: readonly QuotationStatus[] = ['VERIFIED', 'ALTERED', 'NOT_FOUND', 'TOO_SHORT', 'TOO_REPETITIVE'];

/** A quotation of the text and its result. */
export interface ReportEntry {
  quotation: QuotationInBrief;
  result: QuotationResult;
}

/** A quotation mark that is never closed. */
export interface UnclosedMark {
  /** Offset of the mark in the text. */
  at: number;
  /** Line of the mark, from 1. */
  line: number;
  /** The mark and the words after it. */
  words: string;
}

export interface CitationReport {
  /** The text that was checked. Offsets of quotations are offsets in it. */
  text: string;
  /** In the order of the text. */
  entries: readonly ReportEntry[];
  unclosed: readonly UnclosedMark[];
}

/** Characters after an unclosed mark that are shown, at most. */
const SHOWN_AFTER_MARK = 50;

/** Looks for all quotations of a text of at most `MAX_CHARACTERS` in the sample texts. */
export function reportOn(text: string): CitationReport {
  const { quotations, unclosed } = findQuotationsIn(text);
  const search = sampleSearch();
  return {
    text,
    entries: quotations.map((quotation) => ({ quotation, result: search.find(quotation.text) })),
    unclosed: unclosed.map((at) => ({
      at,
      line: text.slice(0, at).split('\n').length,
      words: /^.[^\n]*/.exec(text.slice(at, at + SHOWN_AFTER_MARK))?.[0].trim() ?? '',
    })),
  };
}

export const countOf = ({ entries }: CitationReport, status: QuotationStatus) =>
  entries.filter(({ result }) => result.status === status).length;
