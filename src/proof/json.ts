import canonicalize from 'canonicalize';
import { decodeBase64, decodeUtf8, encodeUtf8 } from './bytes.ts';
import { parseDecimal } from './decimal.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';
import type { UnknownMemberList } from './unknown-members.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/**
 * Maximum nesting of JSON, enough for every proof (a bundle has five levels). Without a limit, `[[[[…` would exhaust the stack.
 */
const MAX_DEPTH = 64;

/**
 * Parses JSON as RFC 8785 requires (I-JSON). Rejects input where JSON.parse picks one of several meanings: duplicate keys, lone
 * surrogates, numbers beyond 2^53 - 1. Two readers of one signed text must see the same content.
 * @throws MalformedProof
 */
export function parseJson(source: string | Uint8Array, check: CheckName = CheckName.signature): JsonValue {
  return new JsonReader(typeof source === 'string' ? source : textOf(source, check), check).document();
}

/** Canonical JSON of RFC 8785 (JCS), in UTF-8. @throws MalformedProof for values that JSON can't contain */
export function canonicalBytes(value: unknown): Uint8Array {
  let text: string | undefined;
  try {
    text = canonicalize(value);
  } catch (cause) {
    throw new MalformedProof(`Canonical JSON can’t represent this: ${(cause as Error).message}.`, undefined, {
      cause,
    });
  }
  if (text === undefined) throw new MalformedProof('Canonical JSON can’t represent this.');
  return encodeUtf8(text);
}

function textOf(bytes: Uint8Array, check: CheckName): string {
  try {
    return decodeUtf8(bytes);
  } catch (cause) {
    throw new MalformedProof('The JSON is not well-formed UTF-8.', check, { cause });
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that JSON escapes; DEL and later ones need no escape.
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]+/uy;
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader {
  readonly #text: string;
  readonly #check: CheckName;
  #at = 0;

  constructor(text: string, check: CheckName) {
    this.#text = text;
    this.#check = check;
  }

  document(): JsonValue {
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#refuse('there is text after the value');
    return value;
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) this.#refuse(`it is nested deeper than ${MAX_DEPTH} levels`);
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonObject {
    // The object has no prototype, so that names such as `constructor` and `toString` aren't found unless the JSON contains them.
    const object: JsonObject = Object.create(null);
    this.#at++;
    if (this.#takes('}')) return object;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') this.#refuse('a key is missing');
      const key = this.#string();
      if (key === '__proto__') this.#refuse('"__proto__" is not allowed as a key');
      if (key in object) this.#refuse(`the key ${JSON.stringify(key)} appears twice`);
      if (!this.#takes(':')) this.#refuse('a colon is missing');
      object[key] = this.#value(depth + 1);
    } while (this.#takes(','));
    if (!this.#takes('}')) this.#refuse('an object is not closed');
    return object;
  }

  #array(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    if (this.#takes(']')) return items;
    do items.push(this.#value(depth + 1));
    while (this.#takes(','));
    if (!this.#takes(']')) this.#refuse('an array is not closed');
    return items;
  }

  #string(): string {
    let value = '';
    this.#at++;
    for (;;) {
      value += this.#match(PLAIN_CHARACTERS) ?? '';
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next !== '\\') this.#refuse(next === undefined ? 'a string is not closed' : 'a string holds a raw control');
      value += this.#escape();
    }
    this.#at++;
    if (!value.isWellFormed()) this.#refuse('a string contains half of a surrogate pair');
    return value;
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    const plain = ESCAPES[letter];
    if (plain !== undefined) {
      this.#at += 2;
      return plain;
    }
    const digits = this.#text.slice(this.#at + 2, this.#at + 6);
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) this.#refuse('an escape sequence is not valid JSON');
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #number(): number {
    const written = this.#match(NUMBER);
    if (written === undefined) this.#refuse('a value is missing');
    const value = Number(written);
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) this.#refuse(`the number ${written.slice(0, 32)} is beyond 2^53`);
    return value;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse('a value is missing');
    this.#at += word.length;
    return value;
  }

  #takes(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at++;
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #refuse(why: string): never {
    throw new MalformedProof(`The JSON is invalid: ${why} (at character ${this.#at}).`, this.#check);
  }
}

/**
 * Reads the fields of an object and remembers which were read, so that `end()` finds unknown ones. In most formats an unknown
 * field is rejected: it is a mistake, or has a meaning for another reader. In a format that grows, it is collected in a list.
 */
export class FieldReader {
  readonly #object: JsonObject;
  readonly #document: string;
  /** Path from the document to this object, such as `predicate.producer.`. Empty for the document itself. */
  readonly #trail: string;
  readonly #check: CheckName;
  readonly #unknown: UnknownMemberList | null;
  readonly #seen = new Set<string>();

  /**
   * @param document name of the document in errors, such as `The bundle`
   * @param unknown list for unknown fields of the document and of objects in it; null to reject them
   */
  constructor(
    value: JsonValue | undefined,
    document: string,
    check: CheckName,
    unknown: UnknownMemberList | null = null,
    path = '',
  ) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new MalformedProof(`${path === '' ? document : `${document}.${path}`} must be an object.`, check);
    }
    this.#object = value;
    this.#document = document;
    this.#trail = path === '' ? '' : `${path}.`;
    this.#check = check;
    this.#unknown = unknown;
  }

  has(key: string): boolean {
    return this.#object[key] !== undefined;
  }

  /** The field's value as parsed, for callers that validate it themselves. */
  value(key: string): JsonValue | undefined {
    this.#seen.add(key);
    return this.#object[key];
  }

  object(key: string, check: CheckName = this.#check): FieldReader {
    return this.#inner(this.value(key), key, check);
  }

  optionalObject(key: string): FieldReader | undefined {
    return this.value(key) === undefined ? undefined : this.object(key);
  }

  list(key: string): JsonValue[] {
    const value = this.value(key);
    return Array.isArray(value) ? value : this.refuse(key, 'must be a list');
  }

  objects(key: string, check: CheckName = this.#check): FieldReader[] {
    return this.list(key).map((item, index) => this.#inner(item, `${key}[${index}]`, check));
  }

  /** Reads a list that must contain exactly one object. Several objects are rejected, even if they are equal. */
  onlyObject(key: string, check: CheckName = this.#check): FieldReader {
    const [first, ...others] = this.objects(key, check);
    if (first === undefined || others.length > 0) {
      throw new MalformedProof(`${this.#path(key)} must contain exactly one, not ${this.list(key).length}.`, check);
    }
    return first;
  }

  string(key: string): string {
    const value = this.value(key);
    return typeof value === 'string' ? value : this.refuse(key, 'must be a string');
  }

  optionalString(key: string): string | undefined {
    return this.value(key) === undefined ? undefined : this.string(key);
  }

  /** Reads a string that must equal `expected`. */
  constant<T extends string>(key: string, expected: T): T {
    if (this.string(key) !== expected) this.refuse(key, `must be ${JSON.stringify(expected)}`);
    return expected;
  }

  optionalBoolean(key: string): boolean | undefined {
    const value = this.value(key);
    return value === undefined || typeof value === 'boolean' ? value : this.refuse(key, 'must be true or false');
  }

  /** Reads a JSON number that is a count: a whole number from 0 to 2^53 - 1. */
  count(key: string): number {
    const value = this.value(key);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) this.refuse(key, 'must be a count');
    return value;
  }

  optionalCount(key: string): number | undefined {
    return this.value(key) === undefined ? undefined : this.count(key);
  }

  /** Reads a count written as a string, as protobuf writes 64-bit integers: digits without leading zeros. */
  decimal(key: string): number {
    const written = this.string(key);
    try {
      return parseDecimal(written, key);
    } catch {
      return this.refuse(key, 'must be a decimal number below 2^53, without sign, space, leading zero or exponent');
    }
  }

  base64(key: string, byteLength?: number): Uint8Array {
    return this.#bytes(key, this.string(key), byteLength);
  }

  base64s(key: string, byteLength: number): Uint8Array[] {
    return this.strings(key).map((written) => this.#bytes(key, written, byteLength));
  }

  /** Reads bytes in lower-case hex. Upper case is rejected, so that equal bytes are equal strings. */
  hex(key: string, byteLength: number): string {
    const written = this.string(key);
    if (written.length !== byteLength * 2 || !/^[0-9a-f]*$/.test(written)) {
      this.refuse(key, `must be ${byteLength * 2} lower-case hex digits`);
    }
    return written;
  }

  /** Reads a UTC time such as `2026-11-21T09:00:00Z`, with or without a fraction of a second. Returns it unchanged. */
  instant(key: string): string {
    const written = this.string(key);
    const at = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(written) ? written : Number.NaN);
    // Rejects days that don't exist: Date would read 31 February as 3 March.
    if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== written.slice(0, 19)) {
      this.refuse(key, 'must be a time in UTC such as 2026-11-21T09:00:00Z');
    }
    return written;
  }

  optionalInstant(key: string): string | undefined {
    return this.value(key) === undefined ? undefined : this.instant(key);
  }

  strings(key: string): string[] {
    return this.list(key).map((item) =>
      typeof item === 'string' ? item : this.refuse(key, 'must be a list of strings'),
    );
  }

  /** Collects the unread fields, if the format grows. @throws MalformedProof for unread fields of any other format */
  end(): void {
    for (const key of this.#unread()) {
      if (!this.#unknown) this.#refuseUnknown(key);
      this.#unknown.add(this.#trail + key);
    }
  }

  /** As `end()`, for an object that doesn't grow within a format that does. @throws MalformedProof */
  endStrictly(): void {
    for (const key of this.#unread()) this.#refuseUnknown(key);
  }

  refuse(key: string, why: string): never {
    throw new MalformedProof(`${this.#path(key)} ${why}.`, this.#check);
  }

  #bytes(key: string, written: string, byteLength: number | undefined): Uint8Array {
    let bytes: Uint8Array;
    try {
      bytes = decodeBase64(written);
    } catch {
      return this.refuse(key, 'must be base64 with padding');
    }
    if (byteLength !== undefined && bytes.length !== byteLength) this.refuse(key, `must contain ${byteLength} bytes`);
    return bytes;
  }

  #inner(value: JsonValue | undefined, key: string, check: CheckName): FieldReader {
    return new FieldReader(value, this.#document, check, this.#unknown, this.#trail + key);
  }

  #unread(): string[] {
    return Object.keys(this.#object).filter((key) => !this.#seen.has(key));
  }

  #refuseUnknown(key: string): never {
    return this.refuse(key.slice(0, 64), 'is not a known field');
  }

  #path(key: string): string {
    return `${this.#document}.${this.#trail}${key}`;
  }
}
