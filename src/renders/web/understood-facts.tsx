import type { ReactNode } from 'react';
import type { RenderWholeFragment } from '../../web/generated/renders/graphql.ts';
import { enumLabel, Facts } from '../../web/kit/values.tsx';

type Brief = NonNullable<RenderWholeFragment['understood']>;
interface UnderstoodPart {
  value: string;
  isFromBrief: boolean;
  words: readonly string[];
}

/** What can be seen in the picture, and which words led to it. */
export function UnderstoodFacts({ brief }: { brief: Brief }) {
  const { scene, light, weather, season, style, palette, composition, exclusions } = brief;
  const asked = composition.filter(({ isFromBrief }) => isFromBrief);
  const chosen = composition.filter(({ isFromBrief }) => !isFromBrief);
  return (
    <Facts
      items={[
        ['Of', scene && <PartView part={scene} />],
        ['Hour', light && <PartView part={light} />],
        ['Weather', weather && <PartView part={weather} />],
        ['Season', season && <PartView part={season} />],
        ['Treated', style.length > 0 ? <PartList key="style" parts={style} /> : null],
        [
          'Colours',
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
        ['With', asked.length > 0 ? <PartList key="asked" parts={asked} /> : null],
        ['Chosen by the engine', chosen.length > 0 ? chosen.map(({ value }) => enumLabel(value)).join(', ') : null],
        [
          'Left out',
          exclusions.length > 0 ? (
            <List key="exclusions">
              {exclusions.map(({ means, words }) => (
                <li key={words.join(' ')}>
                  {means ?? 'what is never drawn'} <BriefWords words={words} />
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
      {isFromBrief ? <BriefWords words={words} /> : <span className="hint">chosen by the engine</span>}
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

/** The words of the brief, as they stand there. */
function BriefWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return <span className="hint">from {words.map((word) => `“${word}”`).join(', ')}</span>;
}
