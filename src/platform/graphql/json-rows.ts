import pg from 'pg';
import type { TextRow, TextRows } from '../database/database.ts';
import type { ProjectedObject, Projection, Selection } from './projection.ts';

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

/** What an object of the answer is made of: JSON text that is always the same, and a gap between two of them. */
export interface Template {
  readonly texts: readonly string[];
  readonly gaps: readonly Gap[];
}

interface Gap {
  /** Its value fills the gap. */
  readonly column: number;
  /** Fills the gap instead, where the column is not null. */
  readonly object?: Template;
}

/**
 * The template of an object, whose columns it asks for in `columns`. The JSON is written here and not by PostgreSQL: its
 * `json_agg` of fifty rows takes longer than reading and sending them. Keys are GraphQL names, so they need no escaping.
 */
export function objectTemplate(projection: Projection, selection: Selection, columns: Columns): Template {
  const texts = [''];
  const gaps: Gap[] = [];
  add(projection, selection);
  return { texts, gaps };

  function add(of: Projection, selected: Selection): void {
    append('{');
    selected.forEach((field, place) => {
      append(`${place > 0 ? ',' : ''}"${field.key}":`);
      const projected = of.field(field.name);
      if (field.name === '__typename') append(JSON.stringify(of.typeName));
      else if (typeof projected === 'string') leave({ column: columns.indexOf(projected) });
      else if (projected) addObject(projected, field.selection ?? []);
      else throw new Error(`${of.typeName}.${field.name} is not projected`);
    });
    append('}');
  }

  function addObject(projected: ProjectedObject, selected: Selection): void {
    const { object, rows, presence } = projected;
    if (rows) {
      const joined = columns.joined(projected);
      leave({ column: joined.indexOf('true'), object: objectTemplate(object, selected, joined) });
    } else if (presence) {
      leave({ column: columns.indexOf(presence), object: objectTemplate(object, selected, columns) });
    } else {
      add(object, selected);
    }
  }

  function leave(gap: Gap): void {
    gaps.push(gap);
    texts.push('');
  }

  function append(text: string): void {
    texts[texts.length - 1] += text;
  }
}

/** The rows as a JSON array, each in the template's shape. */
export function writeRows(template: Template, { rows, types }: TextRows, count = rows.length): string {
  const write = objectWriter(template, types);
  let json = '[';
  for (let index = 0; index < count; index++) json += index > 0 ? `,${write(rows[index]!)}` : write(rows[index]!);
  return `${json}]`;
}

/** The first row in the template's shape, or `null` without one. */
export function writeRow(template: Template, { rows, types }: TextRows): string {
  return rows[0] ? objectWriter(template, types)(rows[0]) : 'null';
}

/** Writes the text of a column that is not null. */
type Writer = (text: string, row: TextRow) => string;

function objectWriter({ texts, gaps }: Template, types: readonly number[]): (row: TextRow) => string {
  const columns = gaps.map((gap) => gap.column);
  const writers = gaps.map(({ column, object }): Writer => {
    if (!object) return writerOf(types[column]!);
    const write = objectWriter(object, types);
    return (_presence, row) => write(row);
  });
  const end = texts[gaps.length]!;
  return (row) => {
    let json = '';
    for (let place = 0; place < columns.length; place++) {
      const value = row[columns[place]!]!;
      json += texts[place]! + (value === null ? 'null' : writers[place]!(value, row));
    }
    return json + end;
  };
}

/** Everything but quotes, backslashes and control characters. */
const NEEDS_NO_ESCAPES = /^[ !#-[\]-\uffff]*$/;

const writeText: Writer = (text) => (NEEDS_NO_ESCAPES.test(text) ? `"${text}"` : JSON.stringify(text));
const writeAsItIs: Writer = (text) => text;
/** PostgreSQL puts spaces into it, and writes numbers in more ways than JavaScript. */
const writeJson: Writer = (json) => JSON.stringify(JSON.parse(json));
const parseTexts = pg.types.getTypeParser(1009 as number, 'text') as (text: string) => unknown;

/** How PostgreSQL's text becomes JSON, by the type's number in `pg_type`. */
const WRITERS: Readonly<Record<number, Writer>> = {
  16: (bool) => (bool === 't' ? 'true' : 'false'),
  20: writeAsItIs, // bigint
  21: writeAsItIs, // smallint
  23: writeAsItIs, // integer
  25: writeText, // text
  114: writeJson, // json
  1009: (texts) => JSON.stringify(parseTexts(texts)), // text[]
  1043: writeText, // varchar
  1114: writeUtcTime, // timestamp
  3802: writeJson, // jsonb
};

function writerOf(type: number): Writer {
  const writer = WRITERS[type];
  if (!writer) throw new Error(`No writer for PostgreSQL's type ${type}: cast the projected field, or add one.`);
  return writer;
}

/** What is missing after the seconds, by the length of the text: PostgreSQL leaves out zeros at the end. */
const MISSING_ZEROS: Readonly<Record<number, string>> = { 19: '.000', 21: '00', 22: '0' };

/** `2026-11-21 05:17:07.5` to `"2026-11-21T05:17:07.500Z"`. @throws for what a server with another DateStyle writes. */
function writeUtcTime(text: string): string {
  if (text[4] !== '-') throw new Error(`A time reads ${text}: the server's DateStyle has to be ISO.`);
  return `"${text.slice(0, 10)}T${text.slice(11, 23)}${MISSING_ZEROS[text.length] ?? ''}Z"`;
}
