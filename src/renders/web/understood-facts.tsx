import type { ReactNode } from 'react';
import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { enumLabel, Facts } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

type Brief = NonNullable<RenderWholeFragment['understood']>;
interface UnderstoodPart {
  value: string;
  isFromBrief: boolean;
  words: readonly string[];
}

/** Interpretation of a brief by the embedded engine, with the words that led to each part. */
export function UnderstoodFacts({ brief }: { brief: Brief }) {
  const { scene, light, weather, season, style, palette, composition, exclusions } = brief;
  const fromBrief = composition.filter(({ isFromBrief }) => isFromBrief);
  const chosen = composition.filter(({ isFromBrief }) => !isFromBrief);
  return (
    <Facts
      items={[
        [texts.understood.scene, scene && <PartView part={scene} />],
        [texts.understood.light, light && <PartView part={light} />],
        [texts.understood.weather, weather && <PartView part={weather} />],
        [texts.understood.season, season && <PartView part={season} />],
        [texts.understood.style, style.length > 0 ? <PartList key="style" parts={style} /> : null],
        [
          texts.understood.colours,
          palette.length > 0 ? (
            <List key="colours">
              {palette.map(({ name, hex, words }) => (
                <li key={`${hex} ${words.join(' ')}`}>
                  <span className="renders-swatch" style={{ backgroundColor: hex }} aria-hidden /> {name}{' '}
                  <BriefWords words={words} />
                </li>
              ))}
            </List>
          ) : null,
        ],
        [texts.understood.composition, fromBrief.length > 0 ? <PartList key="fromBrief" parts={fromBrief} /> : null],
        [texts.understood.byEngine, chosen.length > 0 ? chosen.map(({ value }) => enumLabel(value)).join(', ') : null],
        [
          texts.understood.excluded,
          exclusions.length > 0 ? (
            <List key="exclusions">
              {exclusions.map(({ means, words }) => (
                <li key={words.join(' ')}>
                  {means ?? texts.understood.neverDrawn} <BriefWords words={words} />
                </li>
              ))}
            </List>
          ) : null,
        ],
      ]}
    />
  );
}

function PartView({ part: { value, isFromBrief, words } }: { part: UnderstoodPart }) {
  return (
    <>
      {enumLabel(value)}{' '}
      {isFromBrief ? <BriefWords words={words} /> : <span className="hint">{texts.understood.chosen}</span>}
    </>
  );
}

function PartList({ parts }: { parts: readonly UnderstoodPart[] }) {
  return (
    <List>
      {parts.map((part) => (
        <li key={part.value}>
          <PartView part={part} />
        </li>
      ))}
    </List>
  );
}

const List = ({ children }: { children: ReactNode }) => <ul className="plain">{children}</ul>;

/** Words of the brief that led to one part of the picture. */
function BriefWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return <span className="hint">{texts.understood.from(words.map((word) => `“${word}”`).join(', '))}</span>;
}
