/** A link as somebody wrote it: what is read, and where it leads. */
export interface Link {
  /** Without tags. Empty where nothing is read but the address itself. */
  readonly text: string;
  /** As it is written, with what HTML writes in other words put back. */
  readonly address: string;
}

/** In characters, of a text and an address: what is longer is looked at as far as this. */
export const MOST_TEXT = 2_000;
export const MOST_ADDRESS = 2_000;
