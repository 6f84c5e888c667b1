import type { ProjectedObject } from './projection.ts';

/** Columns and joins of one SELECT, outer or inner. Equal expressions share a column, equal joins share a join. */
export class Columns {
  readonly #expressions: string[] = [];
  /** Index of each expression's column in the rows of the statement. */
  readonly #indexes = new Map<string, number>();
  readonly #joins = new Map<string, { name: string; from: string; columns: Columns }>();
  /** Adds a column of this inner SELECT to the statement and returns its index. Undefined for the outermost SELECT. */
  readonly #lift: ((column: string) => number) | undefined;

  constructor(lift?: (column: string) => number) {
    this.#lift = lift;
  }

  /** Adds an expression as a column and returns its index in the rows of the statement. */
  indexOf(expression: string): number {
    let index = this.#indexes.get(expression);
    if (index === undefined) {
      const place = this.#expressions.push(expression) - 1;
      index = this.#lift?.(columnName(place)) ?? place;
      this.#indexes.set(expression, index);
    }
    return index;
  }

  /**
   * Joins an object's row to each row of this SELECT, and returns the columns of that join. They are null if the object has no
   * row.
   */
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

  /** SQL of the joins, which follows the FROM item of this SELECT. */
  get joins(): string {
    return [...this.#joins.values()]
      .map(({ name, from, columns }) => {
        // Names inside the subquery hide outer names, so a type can contain itself.
        return ` left join lateral (select ${columns.sql} from ${from}${columns.joins}) ${name} on true`;
      })
      .join('');
  }
}

const columnName = (place: number) => `c${place}`;
