import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SourceTextDocument } from '../../../web/generated/documents/graphql.ts';
import { QueryView } from '../../../web/kit/states.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import type { Place } from './place.ts';
import type { SourceDetails } from './source-details.ts';
import { dividedAt, firstSlice, withEarlier, withLater } from './text-slice.ts';
import { texts } from './texts.ts';

/** Text of a version with a passage highlighted. A long text is shown in slices, the one with the passage first. */
export function TextSource({ source, place }: { source: SourceDetails; place: Place | null }) {
  const total = source.textLength ?? 0;
  // A key per passage, so that each begins with the slice around it.
  return total === 0 ? (
    <p className="hint">{texts.text.empty}</p>
  ) : (
    <Slice key={`${source.id} ${place?.start} ${place?.end}`} source={source} place={place} total={total} />
  );
}

function Slice({ source, place, total }: { source: SourceDetails; place: Place | null; total: number }) {
  const known = place && place.start < total ? place : null;
  const [slice, setSlice] = useState(() => firstSlice(total, known));
  const query = useQueryOf(SourceTextDocument, {
    id: source.id,
    start: slice.start,
    length: Math.max(1, slice.end - slice.start),
  });
  const frame = useRef<HTMLElement>(null);
  const toPassage = () => scrollTo(frame.current);
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    if (isLoaded) scrollTo(frame.current);
  }, [isLoaded]);
  return (
    <div className="reading-text">
      {place && !known && <p className="hint">{texts.text.outside}</p>}
      <div className="reading-bar">
        <span className="hint">{texts.text.range(slice.start, slice.end, total)}</span>
        {known && (
          <Button size="compact-xs" variant="default" onClick={toPassage}>
            {texts.text.toPassage}
          </Button>
        )}
      </div>
      <QueryView query={query} rows={12}>
        {({ node }) => {
          const text = node?.__typename === 'DocumentVersion' ? (node.text ?? '') : '';
          const { before, passage, after } = dividedAt(text, slice, known);
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that it must be reached by keyboard
            <section ref={frame} className="reading-frame" aria-label={texts.text.region(source.name)} tabIndex={0}>
              {slice.start > 0 && (
                <Button size="xs" variant="default" onClick={() => setSlice(withEarlier)}>
                  {texts.text.earlier}
                </Button>
              )}
              <div className="reading-words" lang={source.language ?? undefined}>
                {before}
                {passage !== '' && (
                  <mark>
                    <span className="only-heard">{texts.text.passageStart}</span>
                    {passage}
                    <span className="only-heard">{texts.text.passageEnd}</span>
                  </mark>
                )}
                {after}
              </div>
              {slice.end < total && (
                <Button size="xs" variant="default" onClick={() => setSlice((now) => withLater(now, total))}>
                  {texts.text.later}
                </Button>
              )}
            </section>
          );
        }}
      </QueryView>
    </div>
  );
}

/** Scrolls the frame, and nothing around it, so that the passage is a little below its top. */
function scrollTo(frame: HTMLElement | null): void {
  const mark = frame?.querySelector('mark');
  if (!frame || !mark) return;
  frame.scrollTop += mark.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 4;
}
