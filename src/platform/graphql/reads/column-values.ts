import pg from 'pg';

/** Converts a column's text, as sent by PostgreSQL. */
export interface ColumnType {
  /** The value as JSON text. */
  json(text: string): string;
  /** The value that the JSON text would parse to. */
  value(text: string): unknown;
}

/** Texts without quotes, backslashes and control characters. */
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
/** PostgreSQL adds spaces, and writes numbers in more forms than JavaScript. */
const JSON_TEXT: ColumnType = { json: (text) => JSON.stringify(JSON.parse(text)), value: (text) => JSON.parse(text) };
const UTC_TIME: ColumnType = { json: (text) => `"${utcTime(text)}"`, value: utcTime };

/** Types by their number in `pg_type`. */
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
  if (!type)
    throw new Error(
      `Values of the PostgreSQL type with OID ${number} can't be converted. Cast the projected field, or add the type to TYPES.`,
    );
  return type;
}

/** Missing digits after the seconds, by the length of the text: PostgreSQL omits trailing zeros. */
const MISSING_ZEROS: Readonly<Record<number, string>> = { 19: '.000', 21: '00', 22: '0' };

/** Converts `2026-11-21 05:17:07.5` to `2026-11-21T05:17:07.500Z`. @throws for a server with another DateStyle */
function utcTime(text: string): string {
  if (text[4] !== '-') throw new Error(`PostgreSQL returned the time ${text}. Set DateStyle to ISO in its settings.`);
  return `${text.slice(0, 10)}T${text.slice(11, 23)}${MISSING_ZEROS[text.length] ?? ''}Z`;
}
