import type { ProjectedObject } from './projection.ts';

/** Columns and joins of a statement. Equal expressions share a column, equal joins a join. */
export class Columns {
  readonly #expressions: string[] = [];
  /** Column index of each expression. */
  readonly #indexes = new Map<string, number>();
  readonly #joins = new Map<string, { name: string; from: string; columns: Columns }>();
  /** Adds a column of this level to the statement. Undefined for the outermost level. */
  readonly #lift: ((column: string) => number) | undefined;

  constructor(lift?: (column: string) => number) {
    this.#lift = lift;
  }

  /** Index of the column with an expression over this level's row. */
  indexOf(expression: string): number {
    let index = this.#indexes.get(expression);
    if (index === undefined) {
      const place = this.#expressions.push(expression) - 1;
      index = this.#lift?.(columnName(place)) ?? place;
      this.#indexes.set(expression, index);
    }
    return index;
  }

  /** Columns of a row that is joined to each row of this level, or nulls if none is found. */
  joined({ object, rows }: ProjectedObject): Columns {
    const from = `(${rows}) ${object.row}`;
    let join = this.#joins.get(from);
    if (!join) {
      const name = `joined${this.#joins.size}`;
      join = { name, from, columns: new Columns((column) => this.indexOf(`${name}.${column}`)) };
      this.#joins.set(from, join);
    }
    return join.columns;
  }

  get sql(): string {
    if (!this.#lift) return this.#expressions.join(', ');
    return this.#expressions.map((expression, place) => `${expression} as ${columnName(place)}`).join(', ');
  }

  /** Joins to place after the FROM item of this level. */
  get joins(): string {
    return [...this.#joins.values()]
      .map(({ name, from, columns }) => {
        // Inner names hide outer ones, so a type can contain itself.
        return ` left join lateral (select ${columns.sql} from ${from}${columns.joins}) ${name} on true`;
      })
      .join('');
  }
}

const columnName = (place: number) => `c${place}`;
