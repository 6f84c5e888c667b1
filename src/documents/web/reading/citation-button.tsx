import type { ReactNode } from 'react';
import { texts } from './texts.ts';
import type { OpenSource, OpenSourceState } from './use-open-source.ts';

/** Characters of a quotation that a button shows. The source shows all of them. */
const MOST_SHOWN = 400;

/** A place that was found for a quotation. Opens its source. */
export function CitationButton({
  state,
  source,
  words,
  where,
  isCare = false,
  children,
}: {
  state: OpenSourceState;
  source: OpenSource;
  /** Quoted words. Null if they are shown elsewhere. */
  words: ReactNode;
  /** Document and page. */
  where: string;
  /** True for a place that differs from the quotation. */
  isCare?: boolean;
  /** Hints below the place. */
  children?: ReactNode;
}) {
  return (
    <button
      type="button"
      className="reading-citation"
      data-citation
      data-care={isCare || undefined}
      aria-pressed={state.open?.key === source.key}
      onClick={(event) => state.show(source, event.currentTarget)}
    >
      {words !== null && (
        <q className="reading-quote">
          {typeof words === 'string' && words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)} …` : words}
        </q>
      )}
      <span className="reading-where">{where}</span>
      {children}
    </button>
  );
}

/** Name of a document with the pages of a passage. */
export function whereIn(name: string, first: number | null | undefined, last: number | null | undefined): string {
  return first == null ? name : texts.citation.where(name, texts.citation.pages(first, last ?? null));
}
