import type { ColorName } from './color-names.ts';
import type { Element, Scene, Season, Style, TimeOfDay, Weather } from './vocabulary.ts';

/** Something that the picture has: by the words of the brief, or of the engine's own choice, which then has none. */
export interface InterpretedPart<Value> {
  value: Value;
  isFromBrief: boolean;
  words: string[];
}

export interface InterpretedColor {
  name: ColorName;
  /** `#rrggbb` */
  hex: string;
  words: string[];
}

/** What became of a brief: only what can be seen in the picture, and the words that led to it. */
export interface BriefInterpretation {
  scene: InterpretedPart<Scene>;
  /** Null where there is no hour: among the stars, and in patterns. */
  light: InterpretedPart<TimeOfDay> | null;
  /** Null where there is no weather. */
  weather: InterpretedPart<Weather> | null;
  season: InterpretedPart<Season> | null;
  style: InterpretedPart<Style>[];
  palette: InterpretedColor[];
  composition: InterpretedPart<Element>[];
  exclusions: { means: string | null; words: string[] }[];
}
