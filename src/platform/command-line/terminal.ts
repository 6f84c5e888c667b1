import { styleText } from 'node:util';

const MAX_COLUMNS = 110;
/** Assumed width, in characters, of a terminal that doesn't report its width. */
const USUAL_COLUMNS = 80;

/**
 * Matches characters that move the cursor, ring, reverse the text direction, have no width, or are surrogates or for private use.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Makes external text safe for a terminal: unprintable characters are escaped. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Formats a value as JSON without unprintable characters. Parsing it gives the same value. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : escapedUnits(character),
  );
  return `${json}\n`;
}

/** Formats text with a style for a terminal. Returns it unchanged without a terminal or if NO_COLOR is set. */
export function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/**
 * Wraps text between words to the width of the terminal, at most `MAX_COLUMNS`, with `indent` spaces from the second line on.
 * Returns it unchanged without a terminal.
 */
export function wrapped(text: string, indent: number): string {
  if (!process.stdout.isTTY) return text;
  const width = Math.max(20, Math.min(process.stdout.columns || USUAL_COLUMNS, MAX_COLUMNS) - indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** Formats terms and their meanings as lines with two aligned columns. */
export function columns(rows: readonly (readonly [term: string, text: string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length)) + 2;
  return rows.map(([term, text]) => `  ${term.padEnd(width)}${wrapped(text, width + 2)}\n`).join('');
}

function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
