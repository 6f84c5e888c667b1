import { MAX_JSON_DEPTH } from '../http/json-values.ts';
import { badUserInput } from './errors.ts';

/** How many UTF-16 code units a text may have. */
export interface TextLengths {
  usual: number;
  /** By its pointer, where it is another. */
  longer: ReadonlyMap<string, number>;
}

/**
 * Refuses text that PostgreSQL cannot hold (NUL) or that UTF-8 cannot write (a lone surrogate, which would be stored as
 * another character than the one sent), nesting deeper than 64, and text that is longer than it may be, where that is told.
 * Binary values are left alone.
 * @throws Refusal BAD_USER_INPUT naming where the text stands.
 */
export function assertWellFormed(value: unknown, lengths?: TextLengths, pointer = '', depth = 0): void {
  if (typeof value === 'string') {
    const fault = (lengths && lengthFault(value, lengths, pointer)) ?? faultOf(value);
    if (fault) throw badUserInput(`${pointer || 'The value'} ${fault}`, [{ pointer, detail: fault }]);
    return;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (depth >= MAX_JSON_DEPTH) throw badUserInput(`The input is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  for (const [key, child] of Object.entries(value)) assertWellFormed(child, lengths, `${pointer}/${key}`, depth + 1);
}

function lengthFault(text: string, { usual, longer }: TextLengths, pointer: string): string | undefined {
  if (text.length <= usual || text.length <= (longer.get(pointer) ?? usual)) return undefined;
  return `has ${text.length} characters. Send at most ${longer.get(pointer) ?? usual}.`;
}

function faultOf(text: string): string | null {
  if (text.includes('\u0000')) return 'contains a NUL character. Remove it.';
  if (!text.isWellFormed())
    return 'contains half of a surrogate pair, which is no character. Send well-formed Unicode.';
  return null;
}

/** Whether PostgreSQL holds a text as it is. */
export const isStorable = (text: string) => faultOf(text) === null;

/** What comes from elsewhere, in a form that PostgreSQL holds: a NUL or half of a surrogate pair becomes U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** JSON that PostgreSQL takes as `jsonb`, whatever the strings in it came from. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE_ESCAPE.test(json)) return json;
  return JSON.stringify(value, (_key, member) => {
    if (typeof member === 'string') return storableText(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [storableText(name), inner]));
  });
}

/** How JSON writes them. Also matches a text that spells an escape out, which then only costs time. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/;
