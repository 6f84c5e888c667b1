import pg from 'pg';
import type { TextRow, TextRows } from '../database/database.ts';
import type { Projection, Selection } from './projection.ts';

/** The columns of a statement. Equal expressions share one. */
export class Columns {
  readonly #indexes = new Map<string, number>();

  indexOf(expression: string): number {
    const index = this.#indexes.get(expression) ?? this.#indexes.size;
    this.#indexes.set(expression, index);
    return index;
  }

  get sql(): string {
    return [...this.#indexes.keys()].join(', ');
  }
}

/** What an object of the answer is made of: JSON text that is always the same, and the index of a column between two of them. */
interface Template {
  readonly texts: readonly string[];
  readonly columns: readonly number[];
}

/**
 * The template of an object, whose columns it asks for in `columns`. The JSON is written here and not by PostgreSQL: its
 * `json_agg` of fifty rows takes longer than reading and sending them. Keys are GraphQL names, so they need no escaping.
 */
export function objectTemplate(projection: Projection, selection: Selection, columns: Columns): Template {
  const texts = [''];
  const indexes: number[] = [];
  add(projection, selection);
  return { texts, columns: indexes };

  function add(of: Projection, selected: Selection): void {
    append('{');
    selected.forEach((field, place) => {
      append(`${place > 0 ? ',' : ''}"${field.key}":`);
      const projected = of.fields[field.name];
      if (field.name === '__typename') {
        append(JSON.stringify(of.typeName));
      } else if (typeof projected === 'string') {
        indexes.push(columns.indexOf(projected));
        texts.push('');
      } else if (projected) {
        add(projected.object, field.selection ?? []);
      } else {
        throw new Error(`${of.typeName}.${field.name} is not projected`);
      }
    });
    append('}');
  }

  function append(text: string): void {
    texts[texts.length - 1] += text;
  }
}

/** The rows as a JSON array, each in the template's shape. */
export function writeRows({ texts, columns }: Template, { rows, types }: TextRows, count = rows.length): string {
  const writers = columns.map((column) => writerOf(types[column]!));
  const end = texts[columns.length]!;
  let json = '[';
  for (let index = 0; index < count; index++) {
    const row: TextRow = rows[index]!;
    if (index > 0) json += ',';
    for (let place = 0; place < columns.length; place++) {
      const value = row[columns[place]!]!;
      json += texts[place]! + (value === null ? 'null' : writers[place]!(value));
    }
    json += end;
  }
  return `${json}]`;
}

type Writer = (text: string) => string;

/** Everything but quotes, backslashes and control characters. */
const NEEDS_NO_ESCAPES = /^[ !#-[\]-\uffff]*$/;

const writeText: Writer = (text) => (NEEDS_NO_ESCAPES.test(text) ? `"${text}"` : JSON.stringify(text));
const writeAsItIs: Writer = (text) => text;
const parseTexts = pg.types.getTypeParser(1009 as number, 'text') as (text: string) => unknown;

/** How PostgreSQL's text becomes JSON, by the type's number in `pg_type`. */
const WRITERS: Readonly<Record<number, Writer>> = {
  16: (bool) => (bool === 't' ? 'true' : 'false'),
  20: writeAsItIs, // bigint
  21: writeAsItIs, // smallint
  23: writeAsItIs, // integer
  25: writeText, // text
  114: writeAsItIs, // json
  1009: (texts) => JSON.stringify(parseTexts(texts)), // text[]
  1043: writeText, // varchar
  1114: writeUtcTime, // timestamp
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
