import type { Element } from './vocabulary.ts';

/** What a word of the brief is good for, if that is drawn in the end. */
export type Claim =
  | 'scene'
  | 'light'
  | 'weather'
  | 'season'
  | 'mood'
  | 'blackAndWhite'
  | `element:${Element}`
  | `color:${string}`;

/** A stretch of the brief and what it is good for; nothing, for what nobody understood. */
export interface Evidence {
  words: string;
  claims: Claim[];
}
