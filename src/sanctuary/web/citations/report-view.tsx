import { type MouseEvent, useState } from 'react';
import {
  type AlteredQuotation,
  type Difference,
  QUOTATION_RULES,
  type QuotationResult,
} from '../../../quotations/index.ts';
import { texts } from '../texts.ts';
import { type CitationReport, countOf, type ReportEntry, STATUSES } from './citation-report.ts';
import { placeName, SAMPLE_TEXTS } from './sample-case.ts';
import { passageId, passageOf, type QuotedPassage } from './sample-texts.tsx';
import { passageParts } from './word-changes.ts';

/** Id of a quotation of the report by its number. */
export const entryId = (number: number) => `quotation-${number}`;

/** Quotations that are listed at first. More take longer to lay out than to check. */
const LISTED = 100;

interface ReportViewProps {
  report: CitationReport;
  /** False if the text was edited since, so that the offsets of the report don't fit. */
  isCurrent: boolean;
  onOpenPassage: (passage: QuotedPassage) => void;
  onShowQuotation: (entry: ReportEntry) => void;
}

/** Result of a check: the counts, each quotation in the order of the text, and marks that aren't closed. */
export function ReportView({ report, isCurrent, ...actions }: ReportViewProps) {
  /** The report of which the user has opened the whole list. */
  const [wholeReport, setWholeReport] = useState<CitationReport | null>(null);
  const { entries, unclosed } = report;
  const listed = wholeReport === report ? entries : entries.slice(0, LISTED);
  return (
    <>
      <div role="status">
        <p className="sentence">{texts.citations.found(entries.length)}</p>
        {entries.length > 0 && (
          <ul className="counts">
            {STATUSES.map((status) => [status, countOf(report, status)] as const)
              .filter(([, count]) => count > 0)
              .map(([status, count]) => (
                <li key={status} data-status={status}>
                  {texts.citations.count(texts.citations.statuses[status], count)}
                </li>
              ))}
          </ul>
        )}
        {unclosed.length > 0 && <p className="quiet">{texts.citations.unclosedCount(unclosed.length)}</p>}
      </div>
      {!isCurrent && <p className="notice">{texts.citations.outdated}</p>}
      {entries.length === 0 && <p className="quiet">{texts.citations.whatIsQuotation}</p>}
      {countOf(report, 'ALTERED') > 0 && (
        <p className="quiet">
          {texts.citations.legend(
            (words) => (
              <del>{words}</del>
            ),
            (words) => (
              <ins>{words}</ins>
            ),
          )}
        </p>
      )}
      <ol className="entries" aria-label={texts.citations.quotations}>
        {listed.map((entry, at) => (
          <Entry key={entry.quotation.start} entry={entry} number={at + 1} isCurrent={isCurrent} {...actions} />
        ))}
      </ol>
      {listed.length < entries.length && (
        <button type="button" onClick={() => setWholeReport(report)}>
          {texts.citations.listRest(entries.length - listed.length)}
        </button>
      )}
      {unclosed.length > 0 && (
        <>
          <h4>{texts.citations.unclosedTitle}</h4>
          <ul className="unclosed">
            {unclosed.slice(0, LISTED).map(({ at, line, words }) => (
              <li key={at}>{texts.citations.unclosed(line, <q>{words}</q>)}</li>
            ))}
          </ul>
          <p className="quiet">{texts.citations.unclosedAdvice}</p>
        </>
      )}
      <p className="fine">{texts.citations.rules(<code>{QUOTATION_RULES.name}</code>, QUOTATION_RULES.version)}</p>
    </>
  );
}

type EntryProps = Omit<ReportViewProps, 'report'> & { entry: ReportEntry; number: number };

function Entry({ entry, number, isCurrent, onOpenPassage, onShowQuotation }: EntryProps) {
  const { quotation, result } = entry;
  const { statuses, signs, tiers } = texts.citations;
  const passage = passageOf(result, number);
  const sample = passage && SAMPLE_TEXTS[passage.source]!;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpenPassage(passage!);
  };
  return (
    <li id={entryId(number)} data-status={result.status}>
      <p className="verdict">
        <span className="number">{number}</span> <span aria-hidden="true">{signs[result.status]}</span>{' '}
        <strong>{statuses[result.status]}</strong>{' '}
        <span className="quiet">
          {result.status === 'VERIFIED' ? tiers[result.tier] : explanationOf(result)}
          {result.status === 'VERIFIED' && result.leavesOutFootnotes && ` ${texts.citations.leavesOutFootnotes}`}
          {result.status === 'VERIFIED' && result.addsEndMark && ` ${texts.citations.addsEndMark}`}
        </span>
      </p>
      <blockquote lang={sample?.language}>
        {result.status === 'ALTERED' ? <Changes result={result} document={sample!.text} /> : quotation.text}
      </blockquote>
      {result.status === 'ALTERED' && (
        <ul className="differences">
          {result.differences.map((difference, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: differences never move within a result
            <li key={at}>{differenceSentence(difference)}</li>
          ))}
        </ul>
      )}
      <p className="place">
        {passage && (
          <a href={`#${passageId(passage)}`} onClick={open}>
            {placeName(sample!, passage)}
          </a>
        )}{' '}
        <button type="button" className="plain" disabled={!isCurrent} onClick={() => onShowQuotation(entry)}>
          {texts.citations.show}
          <span className="visually-hidden">{texts.citations.showNumber(number)}</span>
        </button>
      </p>
      {quotation.citation && <p className="quiet">{texts.citations.cited(quotation.citation.text)}</p>}
    </li>
  );
}

/** The passage with the words of the quotation struck out and those of the document underlined. */
function Changes({ result, document }: { result: AlteredQuotation; document: string }) {
  const { quoted, documented } = texts.citations.changes;
  return passageParts(result, document).map((part, at) => {
    if (part.in === 'BOTH') return part.text;
    const Element = part.in === 'QUOTATION' ? 'del' : 'ins';
    const [before, after] = part.in === 'QUOTATION' ? quoted : documented;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move within a passage
      <Element key={at}>
        <span className="visually-hidden" lang="en">
          {before}
        </span>
        {part.text}
        <span className="visually-hidden" lang="en">
          {after}
        </span>
      </Element>
    );
  });
}

function explanationOf(result: Exclude<QuotationResult, { status: 'VERIFIED' }>): string {
  const { explanations, isMarked } = texts.citations;
  return result.status === 'ALTERED' && result.isMarked ? isMarked : explanations[result.status];
}

function differenceSentence({ kind, quoted, source }: Difference): string {
  const { kinds, changed, missing, added } = texts.citations.differences;
  const [words, original] = [quoted.trim(), source.trim()];
  if (words === '') return missing(kinds[kind], original);
  return original === '' ? added(kinds[kind], words) : changed(kinds[kind], words, original);
}
