/** Kinds of personal data that are recognised by form, check digits, or a list. A kind never changes its meaning. */
export const FindingKind = {
  EMAIL: 'EMAIL',
  PHONE: 'PHONE',
  IBAN: 'IBAN',
  CARD: 'CARD',
  NATIONAL_ID: 'NATIONAL_ID',
  IP: 'IP',
  NAME: 'NAME',
} as const;
export type FindingKind = (typeof FindingKind)[keyof typeof FindingKind];

/** Place in a text: `start` to `end` (exclusive), in UTF-16 code units of the original text. */
export interface Finding {
  readonly kind: FindingKind;
  readonly start: number;
  readonly end: number;
  /** Normalised value, equal for all spellings. */
  readonly value: string;
}

/**
 * Thrown if a text, or all texts of one redaction together, have more findings than the limit. Otherwise the rest of the text
 * could be mistaken for clean.
 */
export class TooManyFindings extends Error {
  constructor(most: number) {
    super(`The text has more than ${most} findings of personal data. Send it in parts.`);
    this.name = 'TooManyFindings';
  }
}
