import { subjectOf } from './coverage.ts';
import type { Claim, Evidence } from './evidence.ts';
import { type Exclusion, Exclusions, SNOWY } from './exclusions.ts';
import { fold } from './lexicon.ts';
import { type Palette, paletteFor } from './palettes.ts';
import { digestOf, pickOne, randomStream } from './random.ts';
import { type Reading, readBrief, type Term } from './reading.ts';
import { SCENES_WITH_GROUND, type Tint, type TintTarget, targetOf } from './tints.ts';
import {
  DRAWABLE,
  type Element,
  type Mood,
  SCENES,
  type Scene,
  SEASONS_OF,
  type Season,
  type TimeOfDay,
  TYPICAL_OF,
  WEATHERS_OF,
  type Weather,
} from './vocabulary.ts';

/**
 * Version of the engine. Change it when the same brief would give different pixels. It is part of the random seed of every
 * picture.
 */
export const ENGINE = 'procedural/2';

export const MIN_SIDE_PX = 256;
export const MAX_SIDE_PX = 2048;

/** Maximum number of colours that a picture can show separately. */
export const MAX_COLORS = 12;
/** Maximum number of exclusions that a plan lists. Exclusions beyond these are applied as well. */
export const MAX_EXCLUSIONS = 20;

export interface SceneBrief {
  prompt: string;
  /** Width in pixels, 256 to 2048. */
  width: number;
  /** Height in pixels, 256 to 2048. */
  height: number;
  /** Seed of the picture's random numbers. The number 7 and the text '7' are the same seed. */
  seed: string | number;
}

/** All data that the painter needs, as plain data that can be posted to a worker thread. */
export interface ScenePlan {
  engine: typeof ENGINE;
  width: number;
  height: number;
  seed: string;
  /**
   * SHA-256 of the normalised prompt, the seed and the engine's version, as 64 hex digits. All random numbers of the picture
   * derive from it.
   */
  digest: string;
  scene: Scene;
  timeOfDay: TimeOfDay;
  weather: Weather;
  season?: Season;
  mood?: Mood;
  isBlackAndWhite: boolean;
  tints: Tint[];
  /** Elements that the picture should show in addition to its scene. The painter reports which are visible. */
  elements: Element[];
  excludedElements: Element[];
  /** True if the brief excludes fog: then there is no mist in the valleys either. */
  isFogExcluded: boolean;
  palette: Palette;
  evidence: Evidence[];
  exclusions: Exclusion[];
  /**
   * Words of the brief's subject if the engine can't draw the subject. Null if the engine can draw it, or if the brief only names
   * times, weather, moods or colours. Empty if the brief names nothing that a picture can show.
   */
  uncovered: string | null;
}

/** Scenes that suit a mood, used if the brief names no scene, and no element that an allowed scene can show. */
const SCENES_FOR_MOOD: Partial<Record<Mood, readonly Scene[]>> = {
  calm: ['lake', 'sea', 'meadow'],
  dramatic: ['mountain', 'sea', 'aurora'],
  joyful: ['meadow', 'sea', 'abstract'],
  melancholic: ['forest', 'sea', 'lake'],
  mysterious: ['forest', 'aurora', 'cosmos'],
  romantic: ['sea', 'lake', 'city'],
  warm: ['desert', 'meadow', 'abstract'],
  cool: ['mountain', 'aurora', 'lake'],
  minimal: ['abstract', 'desert', 'sea'],
  dreamy: ['abstract', 'lake', 'cosmos'],
};

/** Scenes that can show an element, in order of preference. */
const SCENES_FOR_ELEMENT: Partial<Record<Element, readonly Scene[]>> = {
  hills: ['meadow'],
  trees: ['forest'],
  blossom: ['meadow', 'lake'],
  water: ['lake', 'sea'],
  flowers: ['meadow'],
  lights: ['city'],
  'snow-cover': ['mountain', 'lake', 'forest'],
  'sun-rays': ['forest'],
  stars: ['mountain', 'lake', 'desert'],
  'milky-way': ['mountain', 'lake', 'desert'],
  lightning: ['sea', 'meadow', 'mountain'],
  moon: ['sea', 'lake', 'mountain'],
  clouds: ['sea', 'meadow', 'mountain'],
  sun: ['sea', 'meadow', 'desert'],
};

const TIMES_FOR: Record<Scene, readonly TimeOfDay[]> = {
  mountain: ['dawn', 'golden-hour', 'sunset', 'dusk', 'morning'],
  lake: ['dawn', 'golden-hour', 'dusk', 'morning'],
  sea: ['sunset', 'golden-hour', 'dawn', 'night', 'dusk'],
  city: ['dusk', 'night', 'sunset'],
  aurora: ['night'],
  forest: ['dawn', 'morning', 'golden-hour', 'dusk'],
  meadow: ['golden-hour', 'morning', 'dawn', 'sunset'],
  desert: ['golden-hour', 'sunset', 'dawn', 'dusk'],
  cosmos: ['night'],
  abstract: ['dawn', 'golden-hour', 'sunset', 'dusk', 'morning'],
};

/** Times of day from which the engine chooses if the brief requests an element but no time of day. */
const TIMES_FOR_ELEMENT: Partial<Record<Element, readonly TimeOfDay[]>> = {
  stars: ['night'],
  'milky-way': ['night'],
  moon: ['night'],
  aurora: ['night'],
  lights: ['dusk', 'night'],
  lightning: ['dusk', 'night'],
  'sun-rays': ['morning', 'golden-hour', 'dawn'],
  sun: ['golden-hour', 'sunset', 'dawn', 'morning'],
};

/** Scenes in which the engine can choose fog even if the brief doesn't request it. */
const FOR_FOG: readonly Scene[] = ['mountain', 'lake', 'forest'];

const UNDER_CLEAR_SKY: readonly Element[] = ['sun', 'moon', 'stars', 'milky-way', 'aurora'];

/** Everything that a brief requests, before the engine chooses the rest of the picture. */
interface RequestedParts {
  timeOfDay?: TimeOfDay;
  weather?: Weather;
  season?: Season;
  mood?: Mood;
  isBlackAndWhite: boolean;
  scenes: { value: Scene; term: Term }[];
  elements: { value: Element; term: Term }[];
  hasColors: boolean;
}

function requestedPartsOf(reading: Reading, exclusions: Exclusions): RequestedParts {
  const requested: RequestedParts = { isBlackAndWhite: false, scenes: [], elements: [], hasColors: false };
  let impliedTime: TimeOfDay | undefined;
  for (const term of reading.wanted) {
    for (const meaning of term.meanings ?? []) {
      if (exclusions.has(meaning)) continue;
      if (meaning.kind === 'scene') requested.scenes.push({ value: meaning.value, term });
      else if (meaning.kind === 'element') requested.elements.push({ value: meaning.value, term });
      else if (meaning.kind === 'weather') requested.weather ??= meaning.value;
      else if (meaning.kind === 'season') requested.season ??= meaning.value;
      else if (meaning.kind === 'mood') requested.mood ??= meaning.value;
      else if (meaning.kind === 'blackAndWhite') requested.isBlackAndWhite = true;
      else if (meaning.kind === 'color') requested.hasColors ||= targetOf(reading, term, 'abstract') !== null;
      // A blue sky implies daytime, unless the brief names another time of day.
      else if (term.meanings?.some(({ kind }) => kind === 'weather')) impliedTime ??= meaning.value;
      else requested.timeOfDay ??= meaning.value;
    }
  }
  requested.timeOfDay ??= impliedTime;
  return requested;
}

/** Chooses the scene that the brief names, or one that suits the rest of it. */
function chooseScene(
  digest: string,
  requested: RequestedParts,
  exclusions: Exclusions,
): { scene: Scene; isFromBrief: boolean } {
  const named = requested.scenes.map(({ value }) => value);
  if (named.length > 0) return { scene: combine(named, requested), isFromBrief: true };

  const random = randomStream(digest, 'scene');
  const avoided = new Set([
    ...exclusions.scenes,
    ...[...exclusions.elements].flatMap((element) => TYPICAL_OF[element] ?? []),
  ]);
  const allowed = (scenes: readonly Scene[] = []) => scenes.filter((scene) => !avoided.has(scene));
  const required = requested.elements.map(({ value }) => value);
  for (const element of required) {
    const fitting = allowed(SCENES_FOR_ELEMENT[element]);
    const all = fitting.filter((scene) => required.every((other) => DRAWABLE[scene].includes(other)));
    if (fitting.length > 0) return { scene: pickOne(random, all.length > 0 ? all : fitting), isFromBrief: true };
  }
  const shows = (scene: Scene) =>
    (!requested.weather || WEATHERS_OF[scene].includes(requested.weather)) &&
    (!requested.season || SEASONS_OF[scene].includes(requested.season)) &&
    (!requested.timeOfDay || showsTimeOfDay(scene, requested.timeOfDay, requested.hasColors));
  const forMood = allowed(requested.mood && SCENES_FOR_MOOD[requested.mood]).filter(shows);
  if (forMood.length > 0) return { scene: pickOne(random, forMood), isFromBrief: false };
  // A brief with only colours gets an abstract background, because it names no place, time or weather.
  const spokeOfPlace = requested.timeOfDay ?? requested.weather ?? requested.season;
  if (requested.hasColors && !spokeOfPlace && !avoided.has('abstract'))
    return { scene: 'abstract', isFromBrief: false };
  const landscapes = allowed(
    SCENES.filter((scene) => scene !== 'abstract' && scene !== 'cosmos' && scene !== 'aurora'),
  );
  const fitting = landscapes.filter(shows);
  const choices = fitting.length > 0 ? fitting : landscapes;
  return { scene: choices.length > 0 ? pickOne(random, choices) : 'abstract', isFromBrief: false };
}

/** Combines scenes that a brief names together into one: `lake` and `mountains` become a mountain lake. */
function combine(named: readonly Scene[], requested: RequestedParts): Scene {
  const all = new Set(named);
  // Words for abstract pictures, such as silk or marble, often describe real things, and `galaxy` the sky above them. So other
  // scenes take precedence, unless the brief names an abstract picture first.
  if (all.size > 1 && named[0] !== 'abstract') all.delete('abstract');
  if (all.size > 1 && !all.has('abstract')) all.delete('cosmos');
  const has = (...scenes: Scene[]) => scenes.every((scene) => all.has(scene));
  if (all.has('abstract')) return 'abstract';
  if (all.has('city')) return 'city';
  if (all.has('aurora'))
    return all.has('sea') || all.has('desert') || all.has('meadow') ? sceneBesides(all, 'aurora') : 'aurora';
  if (has('mountain', 'lake') || has('forest', 'lake')) return 'lake';
  if (has('mountain', 'sea')) return 'sea';
  if (has('mountain', 'meadow')) return 'meadow';
  if (has('mountain', 'forest'))
    return requested.elements.some(({ value }) => value === 'sun-rays') ? 'forest' : 'mountain';
  return [...all][0]!;
}

function sceneBesides(scenes: ReadonlySet<Scene>, one: Scene): Scene {
  return [...scenes].find((scene) => scene !== one) ?? one;
}

/**
 * Turns a brief into a plan for the painter. Reads the prompt word by word with a small English and French lexicon.
 * `describePicture` reports which words the finished picture shows.
 * @throws RangeError if the width or height isn't an integer from 256 to 2048
 */
export function planScene(brief: SceneBrief): ScenePlan {
  for (const side of [brief.width, brief.height]) {
    if (!Number.isInteger(side) || side < MIN_SIDE_PX || side > MAX_SIDE_PX) {
      throw new RangeError(`width and height must be whole pixels from ${MIN_SIDE_PX} to ${MAX_SIDE_PX}, not ${side}`);
    }
  }
  const seed = String(brief.seed);
  const digest = digestOf(fold(brief.prompt).replace(/\s+/g, ' ').trim(), seed, ENGINE);
  const reading = readBrief(brief.prompt);
  const exclusions = new Exclusions(reading.unwanted);
  const requested = requestedPartsOf(reading, exclusions);
  const { scene, isFromBrief } = chooseScene(digest, requested, exclusions);

  // Now that the scene is known, each word of the brief is checked: can it change anything in this scene?
  const isDrawable = (element: Element) => DRAWABLE[scene].includes(element) && !exclusions.elements.has(element);
  const season = requested.season && SEASONS_OF[scene].includes(requested.season) ? requested.season : undefined;
  const { mood, isBlackAndWhite } = requested;
  const required = new Set<Element>();
  for (const term of reading.wanted) {
    for (const element of elementsOf(term, scene, exclusions)) if (isDrawable(element)) required.add(element);
  }
  const namedTime =
    requested.timeOfDay && showsTimeOfDay(scene, requested.timeOfDay, requested.hasColors)
      ? requested.timeOfDay
      : undefined;
  const namedWeather =
    requested.weather && WEATHERS_OF[scene].includes(requested.weather) ? requested.weather : undefined;
  const weather = namedWeather ?? chooseWeather(digest, scene, required, exclusions, { namedTime, season });
  const timeOfDay = namedTime ?? chooseTime(digest, scene, required, exclusions);
  const snowFalls = SNOWY.includes(weather);
  if ((season === 'winter' || snowFalls) && isDrawable('snow-cover')) required.add('snow-cover');

  const tints: Tint[] = [];
  const evidence = reading.wanted.map((term): Evidence => {
    const claims = new Set<Claim>();
    for (const meaning of term.meanings ?? []) {
      if (exclusions.has(meaning)) continue;
      if (meaning.kind === 'scene' && meaning.value === scene) claims.add('scene');
      if (meaning.kind === 'timeOfDay' && meaning.value === namedTime) claims.add('light');
      if (meaning.kind === 'weather' && meaning.value === namedWeather) claims.add('weather');
      if (meaning.kind === 'season' && meaning.value === season) claims.add('season');
      if (meaning.kind === 'mood' && meaning.value === mood) claims.add('mood');
      if (meaning.kind === 'blackAndWhite') claims.add('blackAndWhite');
      const leadsToSnow =
        (meaning.kind === 'season' && meaning.value === 'winter') ||
        (meaning.kind === 'weather' && SNOWY.includes(meaning.value));
      if (leadsToSnow && required.has('snow-cover')) claims.add('element:snow-cover');
      if (meaning.kind === 'color' && !isBlackAndWhite) {
        const target = targetOf(reading, term, scene);
        if (target === null || !takesTint(scene, target, required)) continue;
        const isNew = !tints.some((tint) => tint.hex === meaning.value && tint.target === target);
        if (isNew && tints.length === MAX_COLORS) continue;
        if (isNew) tints.push({ hex: meaning.value, target });
        claims.add(`color:${meaning.value}`);
      }
    }
    for (const element of elementsOf(term, scene, exclusions))
      if (required.has(element)) claims.add(`element:${element}`);
    if (isFromBrief && requested.scenes.length === 0 && term === requested.elements[0]?.term) claims.add('scene');
    return { words: term.words, claims: [...claims] };
  });

  return {
    engine: ENGINE,
    width: brief.width,
    height: brief.height,
    seed,
    digest,
    scene,
    timeOfDay,
    weather,
    season,
    mood,
    isBlackAndWhite,
    tints,
    elements: [...required],
    excludedElements: [...exclusions.elements],
    isFogExcluded: exclusions.weathers.has('fog'),
    palette: paletteFor({ timeOfDay, weather, season, mood, tints, excludedColors: exclusions.colors }),
    evidence,
    exclusions: exclusions.listed.slice(0, MAX_EXCLUSIONS),
    uncovered: subjectOf(reading, evidence),
  };
}

/** Elements that a term of the brief requests, including those of a scene that is named in addition to the painted one. */
function elementsOf(term: Term, scene: Scene, exclusions: Exclusions): Element[] {
  return (term.meanings ?? []).flatMap((meaning) => {
    if (exclusions.has(meaning)) return [];
    if (meaning.kind === 'element') return [meaning.value];
    // In the scene `cosmos`, the word `space` means the whole picture, not a Milky Way across the sky.
    const isSpaceItself = meaning.kind === 'scene' && meaning.value === 'cosmos' && scene === 'cosmos';
    const element = meaning.kind === 'scene' && !isSpaceItself ? meaning.element : undefined;
    return element ? [element] : [];
  });
}

/** True if the scene has the part of the picture that a colour describes. */
function takesTint(scene: Scene, target: TintTarget, required: ReadonlySet<Element>): boolean {
  switch (target) {
    case 'all':
      return true;
    case 'sky':
    case 'disc':
    case 'clouds':
      return scene !== 'cosmos' && scene !== 'abstract';
    case 'ground':
      return SCENES_WITH_GROUND.includes(scene);
    case 'trees':
      return DRAWABLE[scene].includes('trees');
    case 'snow':
      return required.has('snow-cover');
    case 'aurora':
      return scene === 'aurora' || required.has('aurora');
    default:
      return DRAWABLE[scene].includes(target);
  }
}

/** True if the scene looks different at this time of day. Stars in space, for example, have no noon. */
function showsTimeOfDay(scene: Scene, time: TimeOfDay, hasColors: boolean): boolean {
  if (scene === 'aurora') return time === 'night' || time === 'dusk';
  if (scene === 'abstract') return !hasColors;
  return scene !== 'cosmos';
}

function chooseTime(digest: string, scene: Scene, required: ReadonlySet<Element>, exclusions: Exclusions): TimeOfDay {
  const random = randomStream(digest, 'time');
  const isOpen = (time: TimeOfDay) => !exclusions.hasTime(time);
  for (const [element, times] of Object.entries(TIMES_FOR_ELEMENT) as [Element, readonly TimeOfDay[]][]) {
    const open = times.filter(isOpen);
    if (required.has(element) && scene !== 'cosmos' && scene !== 'abstract' && open.length > 0)
      return pickOne(random, open);
  }
  const times = TIMES_FOR[scene].filter(isOpen);
  return pickOne(random, times.length > 0 ? times : (['morning'] as const));
}

function chooseWeather(
  digest: string,
  scene: Scene,
  required: ReadonlySet<Element>,
  exclusions: Exclusions,
  { namedTime, season }: { namedTime: TimeOfDay | undefined; season: Season | undefined },
): Weather {
  if (required.has('lightning')) return 'storm';
  if (required.has('clouds')) return 'partly-cloudy';
  if (exclusions.elements.has('clouds') || UNDER_CLEAR_SKY.some((element) => required.has(element))) return 'clear';
  const weathers = (['clear', 'partly-cloudy', 'partly-cloudy', 'fog'] as const).filter(
    (weather) =>
      !exclusions.weathers.has(weather) &&
      WEATHERS_OF[scene].includes(weather) &&
      // Fog that the brief doesn't request is only chosen where it leaves something visible.
      (weather !== 'fog' || (FOR_FOG.includes(scene) && namedTime !== 'night' && !season && !required.has('blossom'))),
  );
  return weathers.length > 0 ? pickOne(randomStream(digest, 'weather'), weathers) : 'clear';
}
