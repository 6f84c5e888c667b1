import type { FindingKind } from './finding.ts';

/** Text that finders search, in two versions with equal positions. */
export interface SearchText {
  readonly text: string;
  /** Text in which look-alikes of Latin letters are replaced, character for character. */
  readonly latin: string;
}

/** Match in a folded text, with positions in that text. */
export interface TextMatch {
  readonly kind: FindingKind;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}
