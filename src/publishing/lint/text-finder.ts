import type { PublishFindingKind } from '../publish-action.ts';

/** A text of an action, with where it stands. */
export interface PlacedText {
  /** JSON pointer into the action. */
  readonly pointer: string;
  readonly text: string;
  /** The name of the member that it is the value of; null for one of a list, and for a name itself. */
  readonly member: string | null;
}

/** What is wrong with one text: a sentence for each thing, without the value where that is personal or secret. */
export interface TextFinder {
  readonly kind: PublishFindingKind;
  find(placed: PlacedText): Iterable<string>;
}

/** Of one text no more is told by one finder: whoever has read so many looks at the text itself. */
export const MOST_OF_A_TEXT = 5;

/** `3 links`, `1 link`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
