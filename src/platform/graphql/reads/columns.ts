import type { ProjectedObject } from './projection.ts';

/** The columns of a statement, and what has to be joined for them. Equal expressions share a column, equal joins a join. */
export class Columns {
  readonly #expressions: string[] = [];
  /** The statement's column for each expression. */
  readonly #indexes = new Map<string, number>();
  readonly #joins = new Map<string, { name: string; from: string; columns: Columns }>();
  /** Takes a column of this level over into the statement. The statement's own level has none. */
  readonly #lift: ((column: string) => number) | undefined;

  constructor(lift?: (column: string) => number) {
    this.#lift = lift;
  }

  /** The statement's column that holds an expression over this level's row. */
  indexOf(expression: string): number {
    let index = this.#indexes.get(expression);
    if (index === undefined) {
      const place = this.#expressions.push(expression) - 1;
      index = this.#lift?.(columnName(place)) ?? place;
      this.#indexes.set(expression, index);
    }
    return index;
  }

  /** The columns of a row that is found for each row of this level, or of nulls where none is. */
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

  /** To stand after the FROM item whose row this level's expressions are over. */
  get joins(): string {
    return [...this.#joins.values()]
      .map(({ name, from, columns }) => {
        // The names inside hide those outside, so a type may be found within itself.
        return ` left join lateral (select ${columns.sql} from ${from}${columns.joins}) ${name} on true`;
      })
      .join('');
  }
}

const columnName = (place: number) => `c${place}`;
