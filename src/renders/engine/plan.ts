import {
  BOUNDARIES,
  CARRY_ON,
  fold,
  longestPhrase,
  type Meaning,
  meaningsOf,
  NEGATIONS,
  STOP_WORDS,
} from './lexicon.ts';
import { type Palette, paletteFor } from './palettes.ts';
import { digestOf, pickOne, randomStream } from './random.ts';
import {
  DRAWABLE,
  type Element,
  HEART_OF,
  type Mood,
  SCENES,
  type Scene,
  type Season,
  type TimeOfDay,
  type Weather,
} from './vocabulary.ts';

/** Changes whenever the same brief would give other pixels: it is part of every picture's random seed. */
export const ENGINE = 'procedural/1';

export const MIN_SIDE_PX = 256;
export const MAX_SIDE_PX = 2048;

export interface SceneBrief {
  prompt: string;
  /** Pixels, 256 to 2048. */
  width: number;
  /** Pixels, 256 to 2048. */
  height: number;
  /** 7 and '7' are the same seed. */
  seed: string | number;
}

/** What the words of a brief were taken to mean. A key is absent when the brief said nothing about it. */
export interface Understood {
  scene?: Scene;
  timeOfDay?: TimeOfDay;
  weather?: Weather;
  season?: Season;
  mood?: Mood;
  /** `#rrggbb`, in the order they were named. */
  colors?: string[];
  elements?: Element[];
  /** What the brief asked to leave out, in its own words, folded to lower case without accents. */
  excluded?: string[];
}

/** Everything the painter needs; plain data, so that it can be posted to a worker. */
export interface ScenePlan {
  engine: typeof ENGINE;
  width: number;
  height: number;
  seed: string;
  /** SHA-256 of normalised prompt, seed and engine, 64 hex digits: the root of all randomness in the picture. */
  digest: string;
  scene: Scene;
  timeOfDay: TimeOfDay;
  weather: Weather;
  season?: Season;
  mood?: Mood;
  colors: string[];
  elements: Element[];
  excludedElements: Element[];
  palette: Palette;
  understood: Understood;
  /** Meaningful words that had no influence on the picture, in the order of the brief. */
  ignoredTerms: string[];
}

/** One stretch of the brief: a known phrase with its meanings, or a word nobody knows. */
interface Term {
  text: string;
  meanings?: readonly Meaning[];
}

type Token = { text: string; isBreak: boolean };

function tokensOf(prompt: string): Token[] {
  const tokens: Token[] = [];
  // Elided articles (l'aube, d'automne) part from their noun; a hyphen parts strangers only: snow-capped is one word.
  for (const [text] of fold(prompt)
    .replace(/\b([ldnsjmtc]|qu)'/g, '$1 ')
    .matchAll(/#[0-9a-f]{3,8}\b|[\p{L}\p{N}][\p{L}\p{N}'-]*|[,.;:!?()\n]/gu)) {
    const isKnown = !text.includes('-') || meaningsOf(text) !== undefined;
    for (const part of isKnown ? [text] : text.split('-').filter(Boolean)) {
      tokens.push({ text: part, isBreak: /^[,.;:!?()\n]$/.test(part) });
    }
  }
  return tokens;
}

function hexMeaning(text: string): Meaning | undefined {
  if (/^#[0-9a-f]{6}$/.test(text)) return { kind: 'color', value: text };
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  return short
    ? {
        kind: 'color',
        value: `#${short
          .slice(1)
          .map((digit) => digit + digit)
          .join('')}`,
      }
    : undefined;
}

/** The longest known phrase that starts at `start`, or the single unknown word there. */
function termAt(tokens: readonly Token[], start: number): { term: Term; length: number } {
  const first = tokens[start]!;
  const hex = hexMeaning(first.text);
  if (hex) return { term: { text: first.text, meanings: [hex] }, length: 1 };
  for (let length = longestPhrase; length >= 1; length--) {
    const stretch = tokens.slice(start, start + length);
    if (stretch.length < length || stretch.some((token) => token.isBreak)) continue;
    const text = stretch.map((token) => token.text).join(' ');
    if (length === 1 && STOP_WORDS.has(text)) break;
    const meanings = meaningsOf(text);
    if (meanings) return { term: { text, meanings }, length };
  }
  return { term: { text: first.text }, length: 1 };
}

/** Splits a brief into what it asks for and what it asks to leave out. */
function read(prompt: string): { wanted: Term[]; unwanted: Term[] } {
  const tokens = tokensOf(prompt);
  const wanted: Term[] = [];
  const unwanted: Term[] = [];
  let i = 0;
  while (i < tokens.length) {
    const token = tokens[i]!;
    const saysPasDe = token.text === 'pas' && /^(de|d)$/.test(tokens[i + 1]?.text ?? '');
    if (NEGATIONS.has(token.text) || saysPasDe) {
      i = readNegated(tokens, i + 1, unwanted);
    } else if (token.isBreak) {
      i++;
    } else {
      const { term, length } = termAt(tokens, i);
      if (term.meanings || !STOP_WORDS.has(term.text)) wanted.push(term);
      i += length;
    }
  }
  return { wanted, unwanted };
}

/**
 * Reads what follows a negation: `no tall trees or birds`. Adjectives are passed over until a noun the lexicon
 * knows, a colour takes the noun after it along (`no red cars`), and `or` or `ni` starts over.
 */
function readNegated(tokens: readonly Token[], start: number, unwanted: Term[]): number {
  let i = start;
  let pending: string[] = [];
  const flush = (meanings?: readonly Meaning[]) => {
    if (pending.length > 0) unwanted.push({ text: pending.join(' '), meanings });
    pending = [];
  };
  while (i < tokens.length) {
    const token = tokens[i]!;
    if (token.isBreak || NEGATIONS.has(token.text)) break;
    if (CARRY_ON.has(token.text)) {
      flush();
      i++;
      continue;
    }
    if (BOUNDARIES.has(token.text)) break;
    if (STOP_WORDS.has(token.text)) {
      i++;
      continue;
    }
    const { term, length } = termAt(tokens, i);
    pending.push(term.text);
    i += length;
    const next = tokens[i];
    const describesNext = term.meanings?.every((meaning) => meaning.kind === 'color' || meaning.kind === 'mood');
    const nounFollows = next && !next.isBreak && !BOUNDARIES.has(next.text) && !STOP_WORDS.has(next.text);
    if (describesNext && nounFollows && !CARRY_ON.has(next.text)) continue;
    if (term.meanings) {
      flush(term.meanings);
      if (next && CARRY_ON.has(next.text)) continue;
      return i;
    }
    if (pending.length >= 2) {
      flush();
      if (next && CARRY_ON.has(next.text)) continue;
      return i;
    }
  }
  flush();
  return i;
}

/** Scenes that go with a mood when the brief names no scene that can be drawn. */
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

/** Scenes that can show what else was said, in the order of preference. */
const SCENES_FOR_ELEMENT: Partial<Record<Element, readonly Scene[]>> = {
  trees: ['forest'],
  water: ['lake', 'sea'],
  flowers: ['meadow'],
  lights: ['city'],
  'snow-cover': ['mountain', 'lake', 'forest'],
  stars: ['mountain', 'lake', 'cosmos'],
  'milky-way': ['mountain', 'lake', 'desert'],
  moon: ['sea', 'lake', 'mountain'],
  clouds: ['sea', 'meadow', 'mountain'],
  sun: ['sea', 'meadow', 'mountain', 'desert'],
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

/** Draws what the seed decides where the brief is silent. */
function chooseScene(
  digest: string,
  understood: Understood,
  wishes: readonly Element[],
  banned: ReadonlySet<Scene>,
): Scene {
  const random = randomStream(digest, 'scene');
  const allowed = (scenes: readonly Scene[] | undefined) => (scenes ?? []).filter((scene) => !banned.has(scene));
  for (const wish of wishes) {
    const fitting = allowed(SCENES_FOR_ELEMENT[wish]);
    if (fitting.length > 0) return pickOne(random, fitting);
  }
  const forMood = allowed(understood.mood && SCENES_FOR_MOOD[understood.mood]);
  if (forMood.length > 0) return pickOne(random, forMood);
  // Colours alone ask for a background more than for a place.
  const spokeOfPlace = understood.timeOfDay ?? understood.weather ?? understood.season;
  if (understood.colors && !spokeOfPlace && !banned.has('abstract')) return 'abstract';
  const landscapes = allowed(
    SCENES.filter((scene) => scene !== 'abstract' && scene !== 'cosmos' && scene !== 'aurora'),
  );
  return landscapes.length > 0 ? pickOne(random, landscapes) : 'abstract';
}

/** `without the sea` may still be said of a named lake, but a lake must not be the engine's own idea then. */
function scenesToAvoid(banned: ReadonlySet<Scene>, excluded: ReadonlySet<Element>): Set<Scene> {
  return new Set([...banned, ...[...excluded].flatMap((element) => HEART_OF[element] ?? [])]);
}

/** A scene word said beside another one: `lake` under mountains makes a mountain lake. */
function combine(first: Scene, others: readonly Scene[]): Scene {
  const all = new Set([first, ...others]);
  if (all.has('city')) return 'city';
  if (all.has('aurora')) return 'aurora';
  if (all.has('mountain') && all.has('lake')) return 'lake';
  if (all.has('forest') && all.has('lake')) return 'lake';
  return first;
}

/**
 * Turns a brief into a plan. The prompt is read word by word with a small English and French lexicon;
 * what it does not know, or what the chosen scene cannot show, is listed in `ignoredTerms`.
 * @throws RangeError when a side is not an integer from 256 to 2048.
 */
export function planScene(brief: SceneBrief): ScenePlan {
  for (const side of [brief.width, brief.height]) {
    if (!Number.isInteger(side) || side < MIN_SIDE_PX || side > MAX_SIDE_PX) {
      throw new RangeError(`width and height must be whole pixels from ${MIN_SIDE_PX} to ${MAX_SIDE_PX}, not ${side}`);
    }
  }
  const seed = String(brief.seed);
  const digest = digestOf(fold(brief.prompt).replace(/\s+/g, ' ').trim(), seed, ENGINE);
  const { wanted, unwanted } = read(brief.prompt);

  const excludedElements = new Set<Element>();
  const bannedScenes = new Set<Scene>();
  const excludedColors: string[] = [];
  const excludedWeathers = new Set<Weather>();
  const excludedRest = new Set<string>();
  for (const meaning of unwanted.flatMap((term) =>
    onlyColors(term) || !hasColor(term) ? (term.meanings ?? []) : [],
  )) {
    if (meaning.kind === 'element') {
      excludedElements.add(meaning.value);
      for (const scene of HEART_OF[meaning.value] ?? []) bannedScenes.add(scene);
    } else if (meaning.kind === 'scene') {
      bannedScenes.add(meaning.value);
      if (meaning.element) excludedElements.add(meaning.element);
    } else if (meaning.kind === 'color') excludedColors.push(meaning.value);
    else if (meaning.kind === 'weather') excludedWeathers.add(meaning.value);
    else excludedRest.add(meaning.value);
  }
  if (excludedElements.has('snow-cover')) excludedWeathers.add('snow');
  if (excludedElements.has('clouds'))
    for (const weather of ['cloudy', 'storm', 'rain'] as const) excludedWeathers.add(weather);

  const understood: Understood = {};
  const namedScenes: Scene[] = [];
  const elements = new Set<Element>();
  const colors: string[] = [];
  const used = new Map<Term, boolean>();
  const isExcluded = (meaning: Meaning) =>
    (meaning.kind === 'element' && excludedElements.has(meaning.value)) ||
    (meaning.kind === 'scene' && bannedScenes.has(meaning.value)) ||
    (meaning.kind === 'weather' && excludedWeathers.has(meaning.value)) ||
    (meaning.kind !== 'color' && excludedRest.has(meaning.value));

  for (const term of wanted) {
    for (const meaning of term.meanings ?? []) {
      if (isExcluded(meaning)) continue;
      if (meaning.kind === 'scene') namedScenes.push(meaning.value);
      if (meaning.kind === 'timeOfDay') understood.timeOfDay ??= meaning.value;
      if (meaning.kind === 'weather') understood.weather ??= meaning.value;
      if (meaning.kind === 'season') understood.season ??= meaning.value;
      if (meaning.kind === 'mood') understood.mood ??= meaning.value;
      if (meaning.kind === 'color' && !colors.includes(meaning.value)) colors.push(meaning.value);
    }
  }
  const wishedElements = wanted
    .flatMap((term) => term.meanings ?? [])
    .flatMap((meaning) => (meaning.kind === 'element' && !isExcluded(meaning) ? [meaning.value] : []));
  const [firstScene, ...otherScenes] = namedScenes;
  if (colors.length > 0) understood.colors = colors;
  const scene = firstScene
    ? combine(firstScene, otherScenes)
    : chooseScene(digest, understood, wishedElements, scenesToAvoid(bannedScenes, excludedElements));
  if (firstScene) understood.scene = scene;

  // Now that the scene is known, each word can be asked whether it changed anything.
  for (const term of wanted) {
    for (const meaning of term.meanings ?? []) {
      if (isExcluded(meaning)) continue;
      const element =
        meaning.kind === 'element' ? meaning.value : meaning.kind === 'scene' ? meaning.element : undefined;
      let counts = false;
      if (meaning.kind === 'scene' && meaning.value === scene) counts = true;
      else if (element && DRAWABLE[scene].includes(element)) {
        elements.add(element);
        counts = true;
      } else if (meaning.kind === 'timeOfDay')
        counts = understood.timeOfDay === meaning.value && tellsTime(scene, meaning.value);
      else if (meaning.kind === 'weather') counts = understood.weather === meaning.value && hasWeather(scene);
      else if (meaning.kind === 'season') counts = understood.season === meaning.value;
      else if (meaning.kind === 'mood') counts = understood.mood === meaning.value;
      else if (meaning.kind === 'color') counts = true;
      used.set(term, (used.get(term) ?? false) || counts);
    }
  }
  if (understood.timeOfDay && !tellsTime(scene, understood.timeOfDay)) delete understood.timeOfDay;
  if (!hasWeather(scene)) delete understood.weather;
  if (elements.size > 0) understood.elements = [...elements];
  const excluded = [...new Set(unwanted.map((term) => term.text))];
  if (excluded.length > 0) understood.excluded = excluded;

  const timeOfDay = understood.timeOfDay ?? chooseTime(digest, scene, elements, excludedRest);
  const weather =
    understood.weather ?? (excludedElements.has('clouds') ? 'clear' : chooseWeather(digest, excludedWeathers));
  if (understood.season === 'winter' && !excludedElements.has('snow-cover') && DRAWABLE[scene].includes('snow-cover')) {
    elements.add('snow-cover');
  }
  const { season, mood } = understood;
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
    colors,
    elements: [...elements],
    excludedElements: [...excludedElements],
    palette: paletteFor({ timeOfDay, weather, season, mood, colors, excludedColors }),
    understood,
    ignoredTerms: [...new Set(wanted.filter((term) => !used.get(term)).map((term) => term.text))],
  };
}

function hasColor(term: Term): boolean {
  return term.meanings?.some((meaning) => meaning.kind === 'color') ?? false;
}

function onlyColors(term: Term): boolean {
  return hasColor(term) && !term.text.includes(' ');
}

/** Whether a scene looks different at that time: there is no noon among the stars. */
function tellsTime(scene: Scene, time: TimeOfDay): boolean {
  if (scene === 'aurora') return time === 'night' || time === 'dusk';
  return scene !== 'cosmos';
}

function hasWeather(scene: Scene): boolean {
  return scene !== 'cosmos' && scene !== 'abstract';
}

function chooseTime(
  digest: string,
  scene: Scene,
  elements: ReadonlySet<Element>,
  excluded: ReadonlySet<string>,
): TimeOfDay {
  if (elements.has('stars') || elements.has('moon') || elements.has('milky-way')) return 'night';
  const times = TIMES_FOR[scene].filter((time) => !excluded.has(time));
  return pickOne(randomStream(digest, 'time'), times.length > 0 ? times : (['morning'] as const));
}

function chooseWeather(digest: string, excluded: ReadonlySet<Weather>): Weather {
  const weathers = (['clear', 'clear', 'clear', 'fog'] as const).filter((weather) => !excluded.has(weather));
  return weathers.length > 0 ? pickOne(randomStream(digest, 'weather'), weathers) : 'clear';
}

/** Tags for the image bank: only what the brief said and the picture shows, lower case, most telling first. */
export function suggestTags(plan: ScenePlan): string[] {
  const { scene, timeOfDay, weather, season, mood, elements } = plan.understood;
  const tags = [scene, timeOfDay, weather, season, mood, ...(elements ?? [])].filter((tag) => tag !== undefined);
  return [...new Set<string>(tags)];
}
