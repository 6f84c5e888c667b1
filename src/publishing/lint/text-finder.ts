import type { PublishFindingKind } from '../publish-action.ts';

/** A text in an action, and its position. */
export interface PlacedText {
  /** JSON pointer to the text in the action. */
  readonly pointer: string;
  readonly text: string;
  /** Name of the member that has this text as its value. Null for an element of a list, and for a text that is itself a name. */
  readonly member: string | null;
}

/** Finds one kind of problem in a text. Returns one sentence per finding, without personal or secret values. */
export interface TextFinder {
  readonly kind: PublishFindingKind;
  find(placed: PlacedText): Iterable<string>;
}

/** Maximum number of findings that one finder reports per text. With more, the approver must read the text anyway. */
export const MAX_PER_TEXT = 5;
