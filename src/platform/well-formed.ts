import { badUserInput } from './errors.ts';

const MAX_DEPTH = 64;

/**
 * Refuses text that PostgreSQL cannot hold (NUL) or that UTF-8 cannot write (a lone surrogate, which would be stored as
 * another character than the one sent), and nesting deeper than 64. Binary values are left alone.
 * @throws Refusal BAD_USER_INPUT naming where the text stands.
 */
export function assertWellFormed(value: unknown, pointer = '', depth = 0): void {
  if (typeof value === 'string') {
    const fault = faultOf(value);
    if (fault) throw badUserInput(`${pointer || 'The value'} ${fault}`, [{ pointer, detail: fault }]);
    return;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (depth >= MAX_DEPTH) throw badUserInput(`The input is nested deeper than ${MAX_DEPTH} levels.`);
  for (const [key, child] of Object.entries(value)) assertWellFormed(child, `${pointer}/${key}`, depth + 1);
}

function faultOf(text: string): string | null {
  if (text.includes('\u0000')) return 'contains a NUL character. Remove it.';
  if (!text.isWellFormed())
    return 'contains half of a surrogate pair, which is no character. Send well-formed Unicode.';
  return null;
}
