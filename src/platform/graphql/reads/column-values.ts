import pg from 'pg';

/** What a column's text, as PostgreSQL sends it, becomes. */
export interface ColumnType {
  /** Its JSON. */
  json(text: string): string;
  /** What that JSON would be parsed to. */
  value(text: string): unknown;
}

/** Everything but quotes, backslashes and control characters. */
const NEEDS_NO_ESCAPES = /^[ !#-[\]-\uffff]*$/;
const asItIs = (text: string) => text;
const parseTexts = pg.types.getTypeParser(1009 as number, 'text') as (text: string) => unknown;

const TRUTH: ColumnType = { json: (text) => (text === 't' ? 'true' : 'false'), value: (text) => text === 't' };
const NUMBER: ColumnType = { json: asItIs, value: Number };
/** PostgreSQL writes `1e+06` where JavaScript writes 1000000. */
const FLOAT: ColumnType = { json: (text) => JSON.stringify(Number(text)), value: Number };
const TEXT: ColumnType = {
  json: (text) => (NEEDS_NO_ESCAPES.test(text) ? `"${text}"` : JSON.stringify(text)),
  value: asItIs,
};
const TEXTS: ColumnType = { json: (text) => JSON.stringify(parseTexts(text)), value: parseTexts };
/** PostgreSQL puts spaces into it, and writes numbers in more ways than JavaScript. */
const JSON_TEXT: ColumnType = { json: (text) => JSON.stringify(JSON.parse(text)), value: (text) => JSON.parse(text) };
const UTC_TIME: ColumnType = { json: (text) => `"${utcTime(text)}"`, value: utcTime };

/** By the type's number in `pg_type`. */
const TYPES: Readonly<Record<number, ColumnType>> = {
  16: TRUTH,
  20: NUMBER, // bigint
  21: NUMBER, // smallint
  23: NUMBER, // integer
  25: TEXT,
  114: JSON_TEXT,
  700: FLOAT, // real
  701: FLOAT, // double precision
  1009: TEXTS, // text[]
  1043: TEXT, // varchar
  1114: UTC_TIME, // timestamp
  3802: JSON_TEXT, // jsonb
};

export function columnType(number: number): ColumnType {
  const type = TYPES[number];
  if (!type) throw new Error(`PostgreSQL's type ${number} is not known here: cast the projected field, or add it.`);
  return type;
}

/** What is missing after the seconds, by the length of the text: PostgreSQL leaves out zeros at the end. */
const MISSING_ZEROS: Readonly<Record<number, string>> = { 19: '.000', 21: '00', 22: '0' };

/** `2026-11-21 05:17:07.5` to `2026-11-21T05:17:07.500Z`. @throws for what a server with another DateStyle writes. */
function utcTime(text: string): string {
  if (text[4] !== '-') throw new Error(`A time reads ${text}: the server's DateStyle has to be ISO.`);
  return `${text.slice(0, 10)}T${text.slice(11, 23)}${MISSING_ZEROS[text.length] ?? ''}Z`;
}
