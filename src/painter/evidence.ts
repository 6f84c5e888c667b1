import type { Element } from './vocabulary.ts';

/** A part of the picture that a word of the brief requested, if that part is drawn in the end. */
export type Claim =
  | 'scene'
  | 'light'
  | 'weather'
  | 'season'
  | 'mood'
  | 'blackAndWhite'
  | `element:${Element}`
  | `color:${string}`;

/** Words of the brief and the parts of the picture that they led to. `claims` is empty for words that the engine doesn't know. */
export interface Evidence {
  words: string;
  claims: Claim[];
}
