import { colorName } from './color-names.ts';
import { STOP_WORDS, TINTED } from './lexicon.ts';
import { type Reading, type Term } from './reading.ts';
import { type Scene } from './vocabulary.ts';

/** Part of the picture to which a colour of the brief applies: green hills don't make the sky green. */
export type TintTarget =
  | 'all'
  | 'sky'
  | 'disc'
  | 'clouds'
  | 'aurora'
  | 'ground'
  | 'trees'
  | 'flowers'
  | 'blossom'
  | 'water'
  | 'lights'
  | 'snow';

export interface Tint {
  /** Requested colour as `#rrggbb`. */
  hex: string;
  target: TintTarget;
}

/** Subject of a colour word: a part of the picture, an unknown word, or undefined for none. */
type TintSubject = TintTarget | 'unknown' | undefined;

const TARGET_OF_SCENE: Record<Scene, TintTarget> = {
  mountain: 'ground',
  lake: 'water',
  sea: 'water',
  city: 'all',
  aurora: 'aurora',
  forest: 'trees',
  meadow: 'ground',
  desert: 'ground',
  cosmos: 'all',
  abstract: 'all',
};

/** Colours that apply to the land unless the brief says otherwise, because land often has them. */
const COLORS_OF_LAND = new Set(['green', 'dark green', 'lime', 'olive', 'emerald', 'sage', 'brown']);
export const SCENES_WITH_GROUND: readonly Scene[] = ['mountain', 'lake', 'forest', 'meadow', 'desert'];

const AND = new Set(['and', 'et', 'or', 'ou', 'to']);

/** Number of words before and after a colour among which its noun is searched. */
const REACH = 12;

/**
 * Part of the picture to which a colour word applies, found by the words next to it. Null if the colour describes a word that
 * isn't in the lexicon.
 */
export function targetOf(reading: Reading, term: Term, scene: Scene): TintTarget | null {
  const bound = targetOfMeanings(term) ?? boundForward(reading, term.to) ?? boundBackward(reading, term.from);
  if (bound === 'unknown') return null;
  if (bound) return bound;
  const color = term.meanings?.find(({ kind }) => kind === 'color');
  const isOfLand = color?.kind === 'color' && COLORS_OF_LAND.has(colorName(color.value));
  return isOfLand && SCENES_WITH_GROUND.includes(scene) ? 'ground' : 'all';
}

/** Finds the noun after a colour: `green rolling hills`, `teal and orange sky`. */
function boundForward({ tokens, byFrom }: Reading, from: number): TintSubject {
  let isUnknown = false;
  for (let at = from; at < Math.min(tokens.length, from + REACH); ) {
    const token = tokens[at]!;
    if (token.isBreak) break;
    const term = byFrom.get(at);
    const target = term?.meanings ? targetOfMeanings(term) : TINTED.get(token.text);
    if (target) return target;
    if (term?.meanings) at = term.to;
    else if (AND.has(token.text) && isColor(byFrom.get(at + 1))) at += 1;
    else if (STOP_WORDS.has(token.text) || !term) break;
    else {
      isUnknown = true;
      at = term.to;
    }
  }
  return isUnknown ? 'unknown' : undefined;
}

/** Finds the noun before a colour: `collines vertes`, `ciel rose et orange`. */
function boundBackward({ tokens, byTo }: Reading, from: number): TintSubject {
  for (let at = from - 1; at >= Math.max(0, from - REACH); at--) {
    const token = tokens[at]!;
    if (token.isBreak) return undefined;
    const term = byTo.get(at + 1);
    if (isColor(term)) {
      at = term!.from;
      continue;
    }
    const target = term?.meanings ? targetOfMeanings(term) : TINTED.get(token.text);
    if (target) return target;
    if (term?.meanings) {
      at = term.from;
      continue;
    }
    if (AND.has(token.text) && isColor(byTo.get(at))) continue;
    return term ? 'unknown' : undefined;
  }
  return undefined;
}

function isColor(term: Term | undefined): boolean {
  return term?.meanings?.some(({ kind }) => kind === 'color') ?? false;
}

/** Part of the picture that a term names. Undefined for terms that only describe: a season, a mood, another colour. */
function targetOfMeanings({ meanings = [] }: Term): TintTarget | undefined {
  for (const meaning of meanings) {
    if (meaning.kind === 'scene') return TARGET_OF_SCENE[meaning.value];
    if (meaning.kind === 'timeOfDay' || meaning.kind === 'weather') return 'sky';
    if (meaning.kind !== 'element') continue;
    switch (meaning.value) {
      case 'mountains':
      case 'hills':
        return 'ground';
      case 'snow-cover':
        return 'snow';
      case 'sun':
      case 'sun-rays':
      case 'moon':
      case 'lightning':
        return 'disc';
      case 'stars':
      case 'milky-way':
        return 'sky';
      default:
        return meaning.value;
    }
  }
  return undefined;
}
