import type { TextRow } from '../../database/database.ts';
import type { ReadValue } from './compilable-field.ts';
import type { RowCount } from './page-count.ts';
import type { Selection } from './projection.ts';

/** Rows of a page as read from the database. */
export interface ReadPage {
  /** Rows in the order of the list. */
  rows: readonly TextRow[];
  types: readonly number[];
  /** True if more rows follow in the direction of reading. False if the selection doesn't need to know. */
  hasMore: boolean;
  /** True if rows exist on the other side of the cursor. False if the selection doesn't need to know. */
  hasOtherSide: boolean;
  isBackward: boolean;
  total: RowCount;
}

/** One field of a page in the response, as JSON text and as an object. */
export interface PagePart {
  key: string;
  json(page: ReadPage): string;
  object(page: ReadPage): unknown;
}

/** Makes a field of a page from the function that returns its value. Its JSON text is made from the value. */
export function plainPart(key: string, object: PagePart['object']): PagePart {
  return { key, object, json: (page) => JSON.stringify(object(page)) };
}

/** Makes the field `pageInfo`. @param cursor index of the column with each row's cursor */
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
