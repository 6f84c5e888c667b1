import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { type MarkedWord, markedBrief, type Reading } from '../../web/kit/marked-brief.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';

type Mark = NonNullable<MarkedWord['mark']>;
const MARKS: Readonly<Record<Mark, string>> = {
  understood: texts.brief.understood,
  ignored: texts.brief.ignored,
  'left-out': texts.brief.leftOut,
};

/** Text of a brief, in which words are marked as understood, ignored or excluded. */
export function BriefWithMarks({ render }: { render: RenderWholeFragment }) {
  const { prompt, understood, ignoredTerms, status, model } = render;
  const words = markedBrief(prompt, readingOf(render));
  const marks = (Object.keys(MARKS) as Mark[]).filter((mark) => words.some((word) => word.mark === mark));
  return (
    <>
      <h2 className="renders-label">{texts.brief.title}</h2>
      <blockquote className="renders-words">
        {words.map(({ text, mark }, at) =>
          mark === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words keep their positions
            <Visible key={at} text={text} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words keep their positions
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
              ? texts.brief.notInPicture(ignoredTerms.join(', '))
              : texts.brief.allInPicture
            : model
              ? texts.brief.byModel
              : texts.brief.notRecorded}
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
