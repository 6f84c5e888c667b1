import { type ClassType, Field, InputType, registerEnumType } from 'type-graphql';

export const OrderDirection = { ASC: 'ASC', DESC: 'DESC' } as const;
export type OrderDirection = (typeof OrderDirection)[keyof typeof OrderDirection];
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Which end of a list comes first.',
  valuesConfig: {
    ASC: { description: 'The earliest, the smallest, A to Z.' },
    DESC: { description: 'The latest, the largest, Z to A.' },
  },
});

/** An order as it is asked for. */
export interface PageOrder<Field extends string = string> {
  field: Field;
  direction: OrderDirection;
}

/**
 * The input `<list>Order`, with its enum `<list>OrderField`.
 * @param fields what a list can be ordered by, each with its description
 * @param direction what is meant where only the field is given
 */
export function orderInput<Name extends string>(
  list: string,
  fields: Readonly<Record<Name, string>>,
  direction: OrderDirection = OrderDirection.DESC,
): ClassType<PageOrder<Name>> {
  const names = Object.fromEntries(Object.keys(fields).map((name) => [name, name]));
  registerEnumType(names, {
    name: `${list}OrderField`,
    description: 'By what a list can be ordered. What is equal in it comes in the order in which it was made.',
    valuesConfig: Object.fromEntries(
      Object.entries<string>(fields).map(([name, description]) => [name, { description }]),
    ),
  });

  @InputType(`${list}Order`, { description: 'In which order a list comes.' })
  class Order implements PageOrder<Name> {
    @Field(() => names, { description: 'By what.' })
    field!: Name;

    @Field(() => OrderDirection, { defaultValue: direction, description: 'Which end comes first.' })
    direction!: OrderDirection;
  }

  return Order;
}

/** What a list can be ordered by: its ids, which are in the order in which things were made, or something else of its rows. */
export type PageOrders<Name extends string = string> = Readonly<Record<Name, 'id' | SortKey>>;

export interface SortKey {
  /** Over the row, under the table's name. Of a list that grows large an index has it, and the id after it. */
  readonly sql: string;
  readonly type: SortKeyType;
  /** Rows without it come last, in either direction. No index serves both then. */
  readonly isNullable?: boolean;
}

/** A time is a `timestamptz`, an integer any of up to 64 bits, a number a floating one. */
export type SortKeyType = 'text' | 'time' | 'integer' | 'number';

/** Where in an order a row stands: the value that it is ordered by, as PostgreSQL writes it, and its id. */
export interface PagePosition {
  /** Null for a row without; undefined in the order of the ids. */
  readonly value: string | null | undefined;
  readonly id: string;
}

/** One order of a list in one direction, as SQL. */
export class RowOrder {
  readonly #id: string;
  readonly #key: SortKey | null;
  readonly #isAscending: boolean;

  constructor(row: string, key: 'id' | SortKey, direction: OrderDirection) {
    this.#id = `${row}.id`;
    this.#key = key === 'id' ? null : key;
    this.#isAscending = direction === OrderDirection.ASC;
  }

  /** What it is by besides the id; null for nothing. */
  get key(): string | null {
    return this.#key?.sql ?? null;
  }

  /** @param isBackward from the end of the list to its beginning. */
  by(isBackward: boolean): string {
    const direction = this.#isAscending === isBackward ? 'desc' : 'asc';
    if (!this.#key) return `order by ${this.#id} ${direction}`;
    const nulls = this.#key.isNullable ? ` nulls ${isBackward ? 'first' : 'last'}` : '';
    return `order by ${this.#key.sql} ${direction}${nulls}, ${this.#id} ${direction}`;
  }

  /**
   * The condition of the rows on one side of a place: a row comparison, so that an index finds where they begin.
   * @param isIncluded whether the place is one of them.
   */
  side(
    side: 'after' | 'before',
    place: PagePosition,
    parameter: (value: unknown) => string,
    isIncluded = false,
  ): string {
    const operator = `${this.#isAscending === (side === 'after') ? '>' : '<'}${isIncluded ? '=' : ''}`;
    const byId = () => `${this.#id} ${operator} ${parameter(place.id)}`;
    if (!this.#key) return byId();
    const { sql, type, isNullable } = this.#key;
    if (place.value === null) {
      return side === 'after' ? `(${sql} is null and ${byId()})` : `(${sql} is not null or ${byId()})`;
    }
    const value = CASTS[type](parameter(place.value));
    const beyond = `(${sql}, ${this.#id}) ${operator} (${value}, ${parameter(place.id)})`;
    return isNullable && side === 'after' ? `(${beyond} or ${sql} is null)` : beyond;
  }
}

const CASTS: Readonly<Record<SortKeyType, (parameter: string) => string>> = {
  text: (parameter) => `${parameter}::text`,
  time: (parameter) => `(${parameter}::timestamp at time zone 'utc')`,
  integer: (parameter) => `${parameter}::bigint`,
  number: (parameter) => `${parameter}::float8`,
};
