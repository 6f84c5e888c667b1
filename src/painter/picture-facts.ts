import type { BriefInterpretation, InterpretedPart } from './brief-interpretation.ts';
import { altOf, captionOf } from './caption.ts';
import { colorName } from './color-names.ts';
import type { Claim } from './evidence.ts';
import { planScene, type SceneBrief, type ScenePlan } from './plan.ts';
import { ELEMENTS, type Element, type Style, WEATHERS_OF, type Weather } from './vocabulary.ts';

/** Facts about a finished picture, for its texts and tags. */
export interface PictureFacts {
  understood: BriefInterpretation;
  /** Words of the brief that the picture doesn't show, as written, each once. */
  ignoredTerms: string[];
  /**
   * One sentence if the subject of the brief could not be drawn, or if the brief names nothing that a picture can show. Null
   * otherwise.
   */
  note: string | null;
  /** Tags in lower case, most important first. */
  tags: string[];
  /** Alternative text of the picture, one sentence. */
  alt: string;
}

/** Expected title and coverage of a brief before it is drawn. */
export interface BriefForecast {
  /** Title that is true of every picture that this brief can result in. */
  title: string;
  /**
   * Words of the brief's subject if the engine can't draw the subject. Null if the engine can draw it, or if the brief only names
   * times, weather, moods or colours. Empty if the brief names nothing that a picture can show.
   */
  uncovered: string | null;
}

/**
 * Reads a brief without drawing it.
 * @throws RangeError if the width or height isn't an integer from 256 to 2048
 */
export function forecastBrief(brief: SceneBrief): BriefForecast {
  const plan = planScene(brief);
  return { title: captionOf(describePicture(plan, []).understood), uncovered: plan.uncovered };
}

/** Describes a finished picture: compares its plan with the elements that the painter reports as visible. */
export function describePicture(plan: ScenePlan, drawn: readonly Element[]): PictureFacts {
  const seen = new Set(drawn);
  const { scene, timeOfDay, weather, season, mood } = plan;
  const colors = plan.tints.filter(({ target }) => isSeen(target, seen));
  const holds = (claim: Claim) => {
    if (claim.startsWith('element:')) return seen.has(claim.slice('element:'.length) as Element);
    if (claim.startsWith('color:')) return colors.some(({ hex }) => claim === `color:${hex}`);
    return claim !== 'weather' || seenWeather(weather, seen) === weather;
  };
  const wordsFor = (claim: Claim) =>
    unique(plan.evidence.filter(({ claims }) => claims.includes(claim)).map(({ words }) => words));
  const part = <Value>(value: Value, claim: Claim): InterpretedPart<Value> => {
    const words = wordsFor(claim);
    return { value, isFromBrief: words.length > 0, words };
  };
  const hasColors = plan.tints.length > 0;
  const hasHour = scene !== 'cosmos' && !(scene === 'abstract' && hasColors);
  const understood: BriefInterpretation = {
    scene: part(scene, 'scene'),
    light: hasHour ? part(timeOfDay, 'light') : null,
    weather: WEATHERS_OF[scene].length > 0 ? part(seenWeather(weather, seen), 'weather') : null,
    season: season ? part(season, 'season') : null,
    style: [
      ...(plan.isBlackAndWhite ? [part<Style>('black-and-white', 'blackAndWhite')] : []),
      ...(mood ? [part<Style>(mood, 'mood')] : []),
    ],
    palette: unique(colors.map(({ hex }) => hex)).map((hex) => ({
      name: colorName(hex),
      hex,
      words: wordsFor(`color:${hex}`),
    })),
    composition: ELEMENTS.filter((element) => seen.has(element)).map((element) => part(element, `element:${element}`)),
    exclusions: plan.exclusions.map(({ words, means }) => ({ means, words: [words] })),
  };
  return {
    understood,
    ignoredTerms: unique(plan.evidence.filter(({ claims }) => !claims.some(holds)).map(({ words }) => words)),
    note: noteOf(plan, understood),
    tags: tagsOf(understood),
    alt: altOf(understood),
  };
}

/**
 * The weather that is visible in the picture. A partly cloudy sky counts as clear if no clouds are visible, for example behind
 * land.
 */
function seenWeather(weather: Weather, seen: ReadonlySet<Element>): Weather {
  return weather === 'partly-cloudy' && !seen.has('clouds') ? 'clear' : weather;
}

function isSeen(target: ScenePlan['tints'][number]['target'], seen: ReadonlySet<Element>): boolean {
  switch (target) {
    case 'all':
    case 'sky':
    case 'ground':
      return true;
    case 'snow':
      return seen.has('snow-cover');
    case 'disc':
      return (['sun', 'sun-rays', 'moon', 'lightning'] as const).some((element) => seen.has(element));
    default:
      return seen.has(target);
  }
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** Tags that differ from the engine's word for the scene, weather or element. */
const TAG: Partial<Record<string, string>> = {
  'golden-hour': 'golden hour',
  'partly-cloudy': 'partly cloudy',
  'snow-cover': 'snow',
  'sun-rays': 'sun rays',
  'milky-way': 'milky way',
  'black-and-white': 'black and white',
  blossom: 'cherry blossom',
};

function tagsOf({ scene, light, weather, season, style, palette, composition }: BriefInterpretation): string[] {
  const parts = [scene, light, weather, season, ...style, ...composition].filter((part) => part !== null);
  return unique([...parts.map(({ value }) => TAG[value] ?? value), ...palette.map(({ name }) => name)]);
}

/** Maximum length of the subject in a note. Longer ones are cut, because the note only needs to identify the subject. */
const MAX_SUBJECT_LENGTH = 80;

function noteOf({ uncovered }: ScenePlan, understood: BriefInterpretation): string | null {
  if (uncovered === null) return null;
  const caption = captionOf(understood);
  const shown = `${caption[0]!.toLowerCase()}${caption.slice(1)}`;
  if (uncovered === '')
    return `The brief names nothing that the engine can draw; the picture shows this instead: ${shown}.`;
  return `The engine cannot draw ${quoted(uncovered)}; the picture shows this instead: ${shown}.`;
}

export function quoted(words: string): string {
  const text = words.replace(/\s+/g, ' ');
  const characters = [...text];
  return characters.length <= MAX_SUBJECT_LENGTH
    ? `“${text}”`
    : `“${characters.slice(0, MAX_SUBJECT_LENGTH).join('')}…”`;
}
