import type { TextRow } from '../../database/database.ts';
import type { ReadValue } from './compilable-field.ts';
import type { RowCount } from './page-count.ts';
import type { Selection } from './projection.ts';

/** What was read of a page. */
export interface ReadPage {
  /** What is shown, in the order of the list. */
  rows: readonly TextRow[];
  types: readonly number[];
  /** Whether there is more beyond the end that was read towards; false when nobody asked. */
  hasMore: boolean;
  /** Whether there is something on the other side of the cursor; false when nobody asked. */
  hasOtherSide: boolean;
  isBackward: boolean;
  total: RowCount;
}

/** One field of a page, in either form. */
export interface PagePart {
  key: string;
  json(page: ReadPage): string;
  object(page: ReadPage): unknown;
}

/** A part that is the same in both forms. */
export function plainPart(key: string, object: PagePart['object']): PagePart {
  return { key, object, json: (page) => JSON.stringify(object(page)) };
}

/** @param cursor the column that holds the cursor of each row */
export function pageInfoPart(key: string, cursor: number, selection: Selection): PagePart {
  return plainPart(key, ({ rows, isBackward, hasMore, hasOtherSide }) => {
    const values: Record<string, unknown> = {
      __typename: 'PageInfo',
      hasNextPage: isBackward ? hasOtherSide : hasMore,
      hasPreviousPage: isBackward ? hasMore : hasOtherSide,
      startCursor: rows[0]?.[cursor] ?? null,
      endCursor: rows.at(-1)?.[cursor] ?? null,
    };
    return Object.fromEntries(selection.map((field) => [field.key, values[field.name]]));
  });
}

export function pageValue(parts: readonly PagePart[], page: ReadPage): ReadValue {
  return {
    json: () => `{${parts.map((part) => `"${part.key}":${part.json(page)}`).join(',')}}`,
    object: () => Object.fromEntries(parts.map((part) => [part.key, part.object(page)])),
  };
}
