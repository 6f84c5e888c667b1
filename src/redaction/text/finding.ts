/** What identifies somebody and can be told by its form, its check digits, or a list. A kind never changes its meaning. */
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

/** A place in a text: from `start` up to `end`, in UTF-16 code units of the text as it was given. */
export interface Finding {
  readonly kind: FindingKind;
  readonly start: number;
  readonly end: number;
  /** The same for two spellings of one thing. */
  readonly value: string;
}

/** There is more in a text than is looked for: nobody should take the rest for clean. */
export class TooManyFindings extends Error {
  constructor(most: number) {
    super(`More than ${most} things in the text identify somebody. Send it in parts.`);
    this.name = 'TooManyFindings';
  }
}
