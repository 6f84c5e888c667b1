import type { ColorName } from './color-names.ts';
import type { Element, Scene, Season, Style, TimeOfDay, Weather } from './vocabulary.ts';

/**
 * A part of the picture, such as its season, with the words of the brief that led to it. The words are empty if the engine chose
 * the part.
 */
export interface InterpretedPart<Value> {
  value: Value;
  isFromBrief: boolean;
  words: string[];
}

export interface InterpretedColor {
  name: ColorName;
  /** Colour as `#rrggbb`. */
  hex: string;
  words: string[];
}

/** Interpretation of a brief: only visible parts of the picture, and the words that led to them. */
export interface BriefInterpretation {
  scene: InterpretedPart<Scene>;
  /** Time of day. Null for space, and for patterns in requested colours. */
  light: InterpretedPart<TimeOfDay> | null;
  /** Weather of the picture. Null for scenes without weather. */
  weather: InterpretedPart<Weather> | null;
  season: InterpretedPart<Season> | null;
  style: InterpretedPart<Style>[];
  palette: InterpretedColor[];
  composition: InterpretedPart<Element>[];
  exclusions: { means: string | null; words: string[] }[];
}
