import { Fragment } from 'react';
import { Visible } from '../../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';

interface Range {
  start: number;
  end: number;
}

/** Maximum characters of a passage on the screen, and of those before its first highlighted word. */
const MAX_LENGTH = 700;
const BEFORE = 160;

/** Displays a passage with marked words. A long one is cut around the first of them. */
export function HighlightedText({ text, highlights }: { text: string; highlights: readonly Range[] }) {
  const first = highlights[0]?.start ?? 0;
  const from = text.length <= MAX_LENGTH || first <= BEFORE ? 0 : wordBefore(text, first - BEFORE);
  const to = text.length - from <= MAX_LENGTH ? text.length : wordBefore(text, from + MAX_LENGTH);
  const shown = highlights.filter(({ start, end }) => start >= from && end <= to);
  return (
    <p className="search-text">
      {from > 0 && texts.search.cutBefore}
      {shown.map(({ start, end }, index) => (
        <Fragment key={start}>
          <Visible text={text.slice(shown[index - 1]?.end ?? from, start)} />
          <mark>
            <Visible text={text.slice(start, end)} />
          </mark>
        </Fragment>
      ))}
      <Visible text={text.slice(shown.at(-1)?.end ?? from, to)} />
      {to < text.length && texts.search.cutAfter}
    </p>
  );
}

/** Beginning of the word at or before an offset. */
function wordBefore(text: string, offset: number): number {
  const space = text.lastIndexOf(' ', offset);
  return space > offset - 40 ? space + 1 : offset;
}
