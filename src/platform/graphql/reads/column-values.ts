import pg from 'pg';

/** Converts the text of a column, as sent by PostgreSQL, to the response's value. */
export interface ColumnType {
  /** Returns the value as JSON text. */
  json(text: string): string;
  /** Returns the value that `JSON.parse` would make of the JSON text. */
  value(text: string): unknown;
}

/** Matches texts without quotes, backslashes and control characters, which JSON contains unchanged. */
const NEEDS_NO_ESCAPES = /^[ !#-[\]-\uffff]*$/;
const asItIs = (text: string) => text;
const parseTexts = pg.types.getTypeParser(1009 as number, 'text') as (text: string) => unknown;

const TRUTH: ColumnType = { json: (text) => (text === 't' ? 'true' : 'false'), value: (text) => text === 't' };
const NUMBER: ColumnType = { json: asItIs, value: Number };
/** Reformats numbers, because PostgreSQL writes `1e+06` where JavaScript writes 1000000. */
const FLOAT: ColumnType = { json: (text) => JSON.stringify(Number(text)), value: Number };
const TEXT: ColumnType = {
  json: (text) => (NEEDS_NO_ESCAPES.test(text) ? `"${text}"` : JSON.stringify(text)),
  value: asItIs,
};
const TEXTS: ColumnType = { json: (text) => JSON.stringify(parseTexts(text)), value: parseTexts };
/** Reformats JSON, because PostgreSQL adds spaces and writes numbers in more forms than JavaScript. */
const JSON_TEXT: ColumnType = { json: (text) => JSON.stringify(JSON.parse(text)), value: (text) => JSON.parse(text) };
const UTC_TIME: ColumnType = { json: (text) => `"${utcTime(text)}"`, value: utcTime };

/** Converters by the number of the type in `pg_type`. */
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

/** Digits to append to the seconds of a time, by the length of its text: PostgreSQL omits trailing zeros. */
const MISSING_ZEROS: Readonly<Record<number, string>> = { 19: '.000', 21: '00', 22: '0' };

/**
 * Converts `2026-11-21 05:17:07.5` to `2026-11-21T05:17:07.500Z`. @throws if the server's setting DateStyle has another format
 */
function utcTime(text: string): string {
  if (text[4] !== '-') throw new Error(`PostgreSQL returned the time ${text}. Set DateStyle to ISO in its settings.`);
  return `${text.slice(0, 10)}T${text.slice(11, 23)}${MISSING_ZEROS[text.length] ?? ''}Z`;
}
