/** A link: its visible text and its target. */
export interface Link {
  /** Visible text of the link, without HTML tags. Empty if only the address is visible. */
  readonly text: string;
  /** Address of the link as written, with HTML character references resolved. */
  readonly address: string;
}

/** Maximum length of a link’s text and address, in characters. The rest isn’t checked. */
export const MAX_TEXT = 2_000;
export const MAX_ADDRESS = 2_000;
