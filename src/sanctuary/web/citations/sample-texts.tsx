import { Fragment } from 'react';
import type { QuotationResult, TextRange } from '../../../quotations/index.ts';
import { texts } from '../texts.ts';
import { SAMPLE_TEXTS, type SampleText } from './sample-case.ts';
import { paragraphsOf, segmentsOf } from './text-segments.ts';

/** A quoted passage of a sample text. */
export interface QuotedPassage extends TextRange {
  /** Index of the sample text. */
  source: number;
  /** Number of the quotation in the report, from 1. */
  number: number;
}

/** Passage of a verified or altered quotation. Null for others. */
export const passageOf = (result: QuotationResult, number: number): QuotedPassage | null =>
  'source' in result ? { source: result.source, start: result.start, end: result.end, number } : null;

/** Id of the element in which a passage begins. Passages with the same beginning have the same id. */
export const passageId = ({ source, start }: Pick<QuotedPassage, 'source' | 'start'>) =>
  `${SAMPLE_TEXTS[source]!.key}-${start}`;

interface SampleTextsProps {
  passages: readonly QuotedPassage[];
  /** The passage that the user has opened. */
  current: QuotedPassage | null;
  /** Called when the user returns from a passage to the report. */
  onReturn: (passage: QuotedPassage) => void;
}

/** The sample texts with the quoted passages highlighted. They can be read without scripts. */
export function SampleTexts({ passages, current, onReturn }: SampleTextsProps) {
  return (
    <ul className="samples">
      {SAMPLE_TEXTS.map((sample, source) => (
        <li key={sample.key}>
          <details>
            <summary>{sample.title}</summary>
            <div className="sample" lang={sample.language}>
              <Paragraphs
                sample={sample}
                passages={passages.filter((passage) => passage.source === source)}
                current={current?.source === source ? current : null}
                onReturn={onReturn}
              />
            </div>
          </details>
          <p className="fine">{sample.source}</p>
        </li>
      ))}
    </ul>
  );
}

function Paragraphs({ sample, passages, current, onReturn }: SampleTextsProps & { sample: SampleText }) {
  const isCurrent = (range: TextRange) => !!current && range.start >= current.start && range.end <= current.end;
  return paragraphsOf(sample.text).map((paragraph) => (
    <p key={paragraph.start}>
      {segmentsOf(paragraph, sample.headings, passages).map(({ start, end, isHeading, isQuoted }) => {
        const words = sample.text.slice(start, end);
        const text = isHeading ? <b key={start}>{words}</b> : words;
        if (!isQuoted) return text;
        const passage = passages.find((one) => one.start === start);
        return (
          <Fragment key={start}>
            <mark
              id={passage && passageId(passage)}
              tabIndex={passage && -1}
              data-current={isCurrent({ start, end }) || undefined}
            >
              {text}
            </mark>
            {current && end === current.end && (
              <button type="button" className="plain back" onClick={() => onReturn(current)}>
                {texts.citations.back(current.number)}
              </button>
            )}
          </Fragment>
        );
      })}
    </p>
  ));
}
