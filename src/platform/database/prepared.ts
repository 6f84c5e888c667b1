import { createHash } from 'node:crypto';
import type { PreparedStatement } from './database.ts';

const names = new Map<string, string>();
/** Every connection keeps each named statement for ever, here and at the server, and a caller can write any number of them. */
const MAX_NAMES = 1_000;

/** Of one selection in one order: sizes, directions, cursors and filters make as many texts as somebody has patience for. */
const MAX_SHAPES = 100;

/** Statements by what makes their text differ, so that the text is put together once. The oldest give way to the newest. */
export class StatementShapes extends Map<string, PreparedStatement> {
  override set(shape: string, statement: PreparedStatement): this {
    if (this.size >= MAX_SHAPES && !this.has(shape)) this.delete(this.keys().next().value as string);
    return super.set(shape, statement);
  }
}

/** The text as a prepared statement, named alike for equal text. Beyond the bound it has no name and is planned at each run. */
export function prepared(text: string): PreparedStatement {
  return { name: nameOf(text), text };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_NAMES) return known;
  const name = `read_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
  names.set(text, name);
  return name;
}
