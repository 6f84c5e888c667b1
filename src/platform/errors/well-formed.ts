import { MAX_JSON_DEPTH } from '../http/json-values.ts';
import { badUserInput } from './errors.ts';

/** Maximum lengths of texts, in UTF-16 code units. */
export interface TextLengths {
  usual: number;
  /** Maximum lengths above `usual`, by JSON pointer to the text. */
  longer: ReadonlyMap<string, number>;
}

/**
 * Rejects texts and names of members that PostgreSQL can't store (NUL) or UTF-8 can't encode (a lone surrogate, which would be
 * stored as another character). Also rejects nesting deeper than 64, and too long texts if `lengths` is given. Ignores binary
 * values.
 * @throws Refusal BAD_USER_INPUT with the JSON pointer of the text, or of the object with the name
 */
export function assertWellFormed(value: unknown, lengths?: TextLengths, pointer = '', depth = 0): void {
  if (typeof value === 'string') {
    const fault = (lengths && lengthFault(value, lengths, pointer)) ?? faultOf(value);
    if (fault) throw badUserInput(`${pointer || 'The value'} ${fault}`, [{ pointer, detail: fault }]);
    return;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (depth >= MAX_JSON_DEPTH)
    throw badUserInput(`The input has more than ${MAX_JSON_DEPTH} levels. Send less nesting.`);
  for (const [key, child] of Object.entries(value)) {
    const fault = faultOf(key);
    if (fault) {
      const detail = `The name of a member ${fault}`;
      throw badUserInput(`${pointer || 'The value'}: ${detail}`, [{ pointer, detail }]);
    }
    assertWellFormed(child, lengths, `${pointer}/${key}`, depth + 1);
  }
}

function lengthFault(text: string, { usual, longer }: TextLengths, pointer: string): string | undefined {
  if (text.length <= usual || text.length <= (longer.get(pointer) ?? usual)) return undefined;
  return `has ${text.length} characters. Send at most ${longer.get(pointer) ?? usual}.`;
}

function faultOf(text: string): string | null {
  if (text.includes('\u0000')) return 'contains a NUL character. Remove it.';
  if (!text.isWellFormed())
    return "contains half of a surrogate pair, which isn't a character. Send well-formed Unicode.";
  return null;
}

/** True if PostgreSQL can store the text unchanged. */
export const isStorable = (text: string) => faultOf(text) === null;

/** Makes external text storable in PostgreSQL: NUL and lone surrogates become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Formats a value as JSON that PostgreSQL can store as `jsonb`, even if it contains strings from external sources. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE_ESCAPE.test(json)) return json;
  return JSON.stringify(value, (_key, member) => {
    if (typeof member === 'string') return storableText(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [storableText(name), inner]));
  });
}

/**
 * Matches JSON escapes of NUL and surrogates. Also matches a text that contains such an escape as plain characters, which only
 * costs time.
 */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/;
