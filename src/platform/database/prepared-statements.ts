import { createHash } from 'node:crypto';
import type { PreparedStatement } from './database.ts';

const names = new Map<string, string>();
/**
 * Maximum number of named statements. Every connection keeps each of them forever, in the process and on the server, and callers
 * could otherwise cause any number of them.
 */
const MAX_NAMES = 1_000;

/** Maximum statements of one selection in one sort order. Page sizes, directions, cursors and filters make many texts. */
const MAX_SHAPES = 100;

/** Cache of statements by the values that change their SQL text, so that each text is built once. The oldest are evicted. */
export class StatementShapes extends Map<string, PreparedStatement> {
  override set(shape: string, statement: PreparedStatement): this {
    if (this.size >= MAX_SHAPES && !this.has(shape)) this.delete(this.keys().next().value as string);
    return super.set(shape, statement);
  }
}

/**
 * Returns the SQL text as a prepared statement, with the same name for equal text. Beyond `MAX_NAMES` statements it has no name
 * and is planned at each run.
 */
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
