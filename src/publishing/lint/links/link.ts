/** A link: its visible text and its target. */
export interface Link {
  /** Without tags. Empty if only the address is visible. */
  readonly text: string;
  /** As written, with character references resolved. */
  readonly address: string;
}

/** Maximum length of a text and of an address, in characters. The rest isn’t checked. */
export const MAX_TEXT = 2_000;
export const MAX_ADDRESS = 2_000;
