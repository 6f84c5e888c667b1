import { styleText } from 'node:util';

const MAX_COLUMNS = 110;
/** Of a terminal that does not say. */
const USUAL_COLUMNS = 80;

/** Moves the cursor, rings, turns the reading direction, has no width, or is nothing at all. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text that somebody else wrote, as it may be shown: what is no plain character is written out. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** JSON for a person's terminal or a program: the same value, with nothing in it that a terminal would act on. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : escapedUnits(character),
  );
  return `${json}\n`;
}

/** In colour on a terminal, unless NO_COLOR is set. */
export function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Broken between words to fit the terminal, with what follows the first line under `indent` spaces. */
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

/** Lines of a term and what it stands for, the latter in one column. */
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
