import { type ClassType, Field, InputType, registerEnumType } from 'type-graphql';

export const OrderDirection = { ASC: 'ASC', DESC: 'DESC' } as const;
export type OrderDirection = (typeof OrderDirection)[keyof typeof OrderDirection];
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Direction of a sort order.',
  valuesConfig: {
    ASC: { description: 'Earliest, smallest, or A first.' },
    DESC: { description: 'Latest, largest, or Z first.' },
  },
});

/** A requested sort order. */
export interface PageOrder<Field extends string = string> {
  field: Field;
  direction: OrderDirection;
}

/**
 * Declares the GraphQL input `<list>Order` and its enum `<list>OrderField`.
 * @param fields possible orders, each with its description
 * @param direction default direction
 */
export function orderInput<Name extends string>(
  list: string,
  fields: Readonly<Record<Name, string>>,
  direction: OrderDirection = OrderDirection.DESC,
): ClassType<PageOrder<Name>> {
  const names = Object.fromEntries(Object.keys(fields).map((name) => [name, name]));
  registerEnumType(names, {
    name: `${list}OrderField`,
    description: 'Value that a list is sorted by. Entries with equal values are sorted by time of creation.',
    valuesConfig: Object.fromEntries(
      Object.entries<string>(fields).map(([name, description]) => [name, { description }]),
    ),
  });

  @InputType(`${list}Order`, { description: 'Sort order of a list.' })
  class Order implements PageOrder<Name> {
    @Field(() => names, { description: 'Value to sort by.' })
    field!: Name;

    @Field(() => OrderDirection, { defaultValue: direction, description: 'Sort direction.' })
    direction!: OrderDirection;
  }

  return Order;
}

/** Possible sort orders of a list: by id, which is the order of creation, or by another value of its rows. */
export type PageOrders<Name extends string = string> = Readonly<Record<Name, 'id' | SortKey>>;

export interface SortKey {
  /** SQL of the sort value, which uses the row by the table's name. A large list needs an index on this expression and the id. */
  readonly sql: string;
  readonly type: SortKeyType;
  /** True if rows can lack the sort value. Such rows come last in both directions, and no index serves both directions. */
  readonly isNullable?: boolean;
}

/** Types of sort values: `time` is a `timestamptz`, `integer` has up to 64 bits, `number` is floating point. */
export type SortKeyType = 'text' | 'time' | 'integer' | 'number';

/** Position of a row in an order: its sort value, as PostgreSQL writes it, and its id. */
export interface PagePosition {
  /** Sort value. Null for a row without one. Undefined if the list is ordered by id. */
  readonly value: string | null | undefined;
  readonly id: string;
}

/** SQL of one sort order in one direction. */
export class RowOrder {
  readonly #id: string;
  readonly #key: SortKey | null;
  readonly #isAscending: boolean;

  constructor(row: string, key: 'id' | SortKey, direction: OrderDirection) {
    this.#id = `${row}.id`;
    this.#key = key === 'id' ? null : key;
    this.#isAscending = direction === OrderDirection.ASC;
  }

  /** SQL of the sort value. Null if the list is ordered by id. */
  get key(): string | null {
    return this.#key?.sql ?? null;
  }

  /** SQL of the ORDER BY clause. @param isBackward true to read from the end of the list to its start */
  by(isBackward: boolean): string {
    const direction = this.#isAscending === isBackward ? 'desc' : 'asc';
    if (!this.#key) return `order by ${this.#id} ${direction}`;
    const nulls = this.#key.isNullable ? ` nulls ${isBackward ? 'first' : 'last'}` : '';
    return `order by ${this.#key.sql} ${direction}${nulls}, ${this.#id} ${direction}`;
  }

  /**
   * SQL condition for the rows on one side of a position: a row comparison, so that an index finds the first row.
   * @param isIncluded true to include the position itself
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
