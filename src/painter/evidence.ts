import type { Element } from './vocabulary.ts';

/** Part of a picture that a word of the brief led to, if it is drawn in the end. */
export type Claim =
  | 'scene'
  | 'light'
  | 'weather'
  | 'season'
  | 'mood'
  | 'blackAndWhite'
  | `element:${Element}`
  | `color:${string}`;

/** Words of the brief and the parts that they led to. Empty for words that the engine doesn't know. */
export interface Evidence {
  words: string;
  claims: Claim[];
}
