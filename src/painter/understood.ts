import type { ColorName } from './color-names.ts';
import type { Element, Scene, Season, Style, TimeOfDay, Weather } from './vocabulary.ts';

/** Something that the picture has: by the words of the brief, or of the engine's own choice, which then has none. */
export interface Part<Value> {
  value: Value;
  isFromBrief: boolean;
  words: string[];
}

export interface UnderstoodColor {
  name: ColorName;
  /** `#rrggbb` */
  hex: string;
  words: string[];
}

/** What became of a brief: only what can be seen in the picture, and the words that led to it. */
export interface Understood {
  scene: Part<Scene>;
  /** Null where there is no hour: among the stars, and in patterns. */
  light: Part<TimeOfDay> | null;
  /** Null where there is no weather. */
  weather: Part<Weather> | null;
  season: Part<Season> | null;
  style: Part<Style>[];
  palette: UnderstoodColor[];
  composition: Part<Element>[];
  exclusions: { means: string | null; words: string[] }[];
}
