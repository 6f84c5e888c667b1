import type { FindingKind } from './finding.ts';

/** What finders look through: a folded text, twice. */
export interface SearchText {
  readonly text: string;
  /** With look-alikes of Latin letters as Latin letters, character for character. */
  readonly latin: string;
}

/** Something that was found, by places of the folded text. */
export interface TextMatch {
  readonly kind: FindingKind;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}
