import { badUserInput } from '../../errors/errors.ts';
import { assertPageSize, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../schema/connection.ts';

/** Arguments that request a part of a list. */
export interface PageRequest {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** A part of a list, from valid arguments. */
export interface PageWindow {
  size: number;
  /** True to read the last elements: those before the cursor, or the end of the whole list. */
  isBackward: boolean;
  cursor: string | null;
}

/**
 * Checks the arguments of a page. @throws Refusal BAD_USER_INPUT for a size outside 1 to `max`, and for arguments that exclude
 * each other
 */
export function pageWindow({ first, after, last, before }: PageRequest, max = MAX_PAGE_SIZE): PageWindow {
  const isBackward = isGiven(last);
  if (isBackward && isGiven(first))
    refuse('/last', 'Send either `first` to go forward or `last` to go back, not both.');
  if (isBackward && isGiven(after)) {
    refuse('/after', '`after` needs `first`. To go back, send `last`, and `before` with the `startCursor` of a page.');
  }
  if (!isBackward && isGiven(before)) {
    refuse(
      '/before',
      '`before` needs `last`. To go forward, send `first`, and `after` with the `endCursor` of a page.',
    );
  }
  const size = last ?? first ?? DEFAULT_PAGE_SIZE;
  assertPageSize(size, max, isBackward ? 'last' : 'first');
  return { size, isBackward, cursor: (isBackward ? before : after) ?? null };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function refuse(pointer: string, detail: string): never {
  throw badUserInput(detail, [{ pointer, detail }]);
}
