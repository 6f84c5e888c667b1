import type { PublishFindingKind } from '../publish-action.ts';

/** Text of an action, with its place. */
export interface PlacedText {
  /** JSON pointer into the action. */
  readonly pointer: string;
  readonly text: string;
  /** Name of the member whose value it is. Null for an element of a list, and for a name itself. */
  readonly member: string | null;
}

/** Returns one sentence per finding in a text, without personal or secret values. */
export interface TextFinder {
  readonly kind: PublishFindingKind;
  find(placed: PlacedText): Iterable<string>;
}

/** Findings per text and finder. Further findings add nothing: the reader must read the text. */
export const MAX_PER_TEXT = 5;

/** `3 links`, `1 link`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
