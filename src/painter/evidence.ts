import type { Element } from './vocabulary.ts';

/** A part of the picture that a word of the brief led to. It only counts if the finished picture shows that part. */
export type Claim =
  | 'scene'
  | 'light'
  | 'weather'
  | 'season'
  | 'mood'
  | 'blackAndWhite'
  | `element:${Element}`
  | `color:${string}`;

/** Words of the brief and the parts of the picture that they led to. `claims` is empty for words that led to no part. */
export interface Evidence {
  words: string;
  claims: Claim[];
}
