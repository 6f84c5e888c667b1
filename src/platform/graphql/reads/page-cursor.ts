import { tokenBytes } from '../../auth/token-bytes.ts';
import { badUserInput, type Refusal } from '../../errors/errors.ts';
import { type IdKind, isId } from '../../ids.ts';
import { ownValue } from '../../own-value.ts';
import type { PageOrders, PagePosition, SortKey, SortKeyType } from './page-order.ts';
import { isoTime, literal } from './projection.ts';

/**
 * SQL of a row's cursor. For lists ordered by id it is the id, otherwise base64url of the JSON `[order, value, id]`. This JSON
 * contains the row's value at the time of reading, so a cursor keeps its position if the row changes.
 */
export function cursorSql(row: string, order: string, key: 'id' | SortKey): string {
  if (key === 'id') return `${row}.id`;
  const value = key.type === 'time' ? isoTime(key.sql) : key.sql;
  const json = `json_build_array(${literal(order)}, (${value})::text, ${row}.id)::text`;
  return `translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
}

/** Reads the cursors that callers send for a list. */
export class Cursors {
  readonly #ids: IdKind;
  readonly #orders: PageOrders;

  constructor(ids: IdKind, orders: PageOrders) {
    this.#ids = ids;
    this.#orders = orders;
  }

  /**
   * Reads the position that a cursor marks.
   * @param argument name of the argument with the cursor
   * @throws Refusal BAD_USER_INPUT for a cursor of another list or another order
   */
  place(cursor: string, order: string, argument: 'after' | 'before'): PagePosition {
    const read = this.#read(cursor);
    if (!read) {
      const use = argument === 'after' ? 'the `endCursor` of the previous page' : 'the `startCursor` of the next page';
      throw refused(argument, `\`${argument}\` isn't a cursor of this list. Use ${use}.`);
    }
    if (!read.orders.includes(order)) {
      throw refused(
        argument,
        `\`${argument}\` is a cursor of the order ${read.orders.join(' or ')}, and this list is in the order ${order}. ` +
          'Request the first page in this order, and continue with its cursors.',
      );
    }
    return read;
  }

  #read(cursor: string): (PagePosition & { orders: readonly string[] }) | null {
    if (isId(this.#ids, cursor)) {
      const orders = Object.keys(this.#orders).filter((name) => this.#orders[name] === 'id');
      return orders.length > 0 ? { id: cursor, value: undefined, orders } : null;
    }
    const parts = jsonOf(cursor);
    if (!Array.isArray(parts) || parts.length !== 3) return null;
    const [order, value, id] = parts as unknown[];
    const key = (typeof order === 'string' ? ownValue(this.#orders, order) : undefined) ?? 'id';
    if (key === 'id' || typeof id !== 'string' || !isId(this.#ids, id)) return null;
    if (value === null ? !key.isNullable : typeof value !== 'string' || !isValue[key.type](value)) return null;
    return { id, value: value as string | null, orders: [order as string] };
  }
}

function jsonOf(cursor: string): unknown {
  const bytes = tokenBytes(cursor);
  if (bytes === null) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/**
 * Functions that check whether PostgreSQL accepts a text as a value of the type, so that a forged cursor can't cause an error.
 */
const isValue: Readonly<Record<SortKeyType, (text: string) => boolean>> = {
  text: (text) => !text.includes('\0'),
  time: isTime,
  integer: (text) => /^-?\d{1,18}$/.test(text),
  number: (text) => /^-?\d{1,17}(\.\d{1,17})?(e[+-]\d{1,2})?$/.test(text),
};

function isTime(text: string): boolean {
  if (text === 'infinity' || text === '-infinity') return true;
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?$/.exec(text) ?? [];
  const at = new Date(`${day}T${time}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`) && !text.startsWith('0000');
}

function refused(argument: string, detail: string): Refusal {
  return badUserInput(detail, [{ pointer: `/${argument}`, detail }]);
}
