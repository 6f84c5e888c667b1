import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { type MarkedWord, markedBrief, type Reading } from '../../web/kit/marked-brief.ts';
import { Visible } from '../../web/kit/visible-text.tsx';

type Mark = NonNullable<MarkedWord['mark']>;
const MARKS: Readonly<Record<Mark, string>> = {
  understood: 'understood',
  ignored: 'not in the picture',
  'left-out': 'left out, as asked',
};

/** The brief in its own words, each marked by what became of it. */
export function BriefWithMarks({ render }: { render: RenderWholeFragment }) {
  const { prompt, understood, ignoredTerms, status, model } = render;
  const words = markedBrief(prompt, readingOf(render));
  const marks = (Object.keys(MARKS) as Mark[]).filter((mark) => words.some((word) => word.mark === mark));
  return (
    <>
      <h2 className="renders-label">The brief</h2>
      <blockquote className="renders-words">
        {words.map(({ text, mark }, at) =>
          mark === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand where they stand
            <Visible key={at} text={text} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand where they stand
            <mark key={at} data-mark={mark}>
              <Visible text={text} />
              <span className="only-heard"> ({MARKS[mark]})</span>
            </mark>
          ),
        )}
      </blockquote>
      {marks.length > 0 && (
        <p className="renders-legend">
          {marks.map((mark) => (
            <mark key={mark} data-mark={mark}>
              {MARKS[mark]}
            </mark>
          ))}
        </p>
      )}
      {status === 'SUCCEEDED' && (
        <p className="hint">
          {understood
            ? ignoredTerms.length > 0
              ? `Not in the picture: ${ignoredTerms.join(', ')}.`
              : 'Every word of it is in the picture.'
            : model
              ? 'Drawn by a model: nobody knows which words of it are in the picture.'
              : 'What was understood of it was not recorded.'}
        </p>
      )}
    </>
  );
}

function readingOf({ understood, ignoredTerms }: RenderWholeFragment): Reading {
  if (!understood) return { understood: [], ignored: ignoredTerms, leftOut: [] };
  const { scene, light, weather, season, style, palette, composition, exclusions } = understood;
  const parts = [scene, light, weather, season, ...style, ...palette, ...composition];
  return {
    understood: parts.flatMap((part) => part?.words ?? []),
    ignored: ignoredTerms,
    leftOut: exclusions.flatMap(({ words }) => words),
  };
}
