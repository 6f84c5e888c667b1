import type { JSONValue } from '@ai-sdk/provider';
import { type Found, found } from './found.ts';

/** So deep optional properties are left out and the shortest way is taken: schemas may refer to themselves. */
const FULL_DEPTH = 5;
/** Deeper than this only a schema goes that nothing fits. */
const MOST_DEPTH = 24;
const MOST_ITEMS = 20;

/** What is heeded of a schema, of any draft since 7. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly minProperties?: number;
  readonly items?: Schema | readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

type Schema = SchemaObject | boolean;

/** A value that fits a JSON Schema, with what patterns find in the text where a property asks for it. */
export function jsonInstance(schema: SchemaObject, text: string): JSONValue {
  return new Writer(schema, text).write(schema, 'value', 0);
}

class Writer {
  readonly #root: SchemaObject;
  readonly #text: string;
  readonly #found: Found;
  /** How often each list was asked for, so that two names are two. */
  readonly #used = new Map<keyof Found, number>();

  constructor(root: SchemaObject, text: string) {
    this.#root = root;
    this.#text = text;
    this.#found = found(text);
  }

  write(given: Schema, name: string, depth: number): JSONValue {
    if (typeof given === 'boolean' || depth > MOST_DEPTH) return null;
    const schema = this.#resolved(given, depth);
    if (schema.const !== undefined) return schema.const as JSONValue;
    if (schema.enum) return this.#oneOf(schema.enum as JSONValue[]);
    switch (this.#typeOf(schema, depth)) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, name, depth);
      case 'integer':
        return this.#number(schema, name, true);
      case 'number':
        return this.#number(schema, name, false);
      case 'boolean':
        return this.#text.toLowerCase().includes(wordsOf(name));
      case 'null':
        return null;
      default:
        return this.#string(schema, name);
    }
  }

  /** References followed, alternatives chosen, and all that holds at once put together. */
  #resolved(given: SchemaObject, depth: number): SchemaObject {
    let schema = given;
    for (let steps = 0; steps < MOST_DEPTH; steps++) {
      const { $ref, allOf, anyOf, oneOf, ...rest } = schema;
      const choices = anyOf ?? oneOf;
      if ($ref !== undefined) schema = merged(this.#referred($ref), rest);
      else if (allOf) schema = allOf.reduce<SchemaObject>((all, one) => merged(all, this.#plain(one)), rest);
      else if (choices) schema = merged(this.#chosen(choices, depth), rest);
      else break;
    }
    return schema;
  }

  /** One of `allOf` may be a reference itself: followed before it is put together with the others. */
  #plain(schema: Schema): SchemaObject {
    const one = asObject(schema);
    return one.$ref === undefined ? one : merged(this.#referred(one.$ref), { ...one, $ref: undefined });
  }

  #referred(ref: string): SchemaObject {
    if (!ref.startsWith('#')) return {};
    let at: unknown = this.#root;
    for (const step of ref.slice(1).split('/').filter(Boolean)) {
      const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      at = (at as Record<string, unknown> | undefined)?.[key];
    }
    return asObject((at ?? {}) as Schema);
  }

  #chosen(choices: readonly Schema[], depth: number): SchemaObject {
    const some = choices.map(asObject);
    const isPlain = ({ $ref, type }: SchemaObject) => $ref === undefined && type !== 'object' && type !== 'array';
    const isNull = ({ type }: SchemaObject) => type === 'null';
    if (depth >= FULL_DEPTH) return some.find(isNull) ?? some.find(isPlain) ?? some[0]!;
    return some.find((one) => !isNull(one)) ?? some[0]!;
  }

  #typeOf(schema: SchemaObject, depth: number): string {
    const types = isList(schema.type) ? schema.type : schema.type ? [schema.type] : [];
    if (types.length > 1 && depth >= FULL_DEPTH && types.includes('null')) return 'null';
    const type = types.find((one) => one !== 'null') ?? types[0];
    if (type !== undefined) return type;
    if (schema.properties || schema.required || schema.additionalProperties) return 'object';
    if (schema.items !== undefined || 'prefixItems' in schema) return 'array';
    return schema.minimum !== undefined || schema.maximum !== undefined ? 'number' : 'string';
  }

  #object(schema: SchemaObject, depth: number): JSONValue {
    const { properties = {}, required = [], minProperties = 0, additionalProperties } = schema;
    const names = depth < FULL_DEPTH ? new Set([...Object.keys(properties), ...required]) : new Set(required);
    const values: Record<string, JSONValue> = {};
    for (const name of names) {
      const own = Object.hasOwn(properties, name) ? properties[name]! : (additionalProperties ?? {});
      if (own === false) continue;
      Object.defineProperty(values, name, {
        ...{ value: this.write(own === true ? {} : own, name, depth + 1), enumerable: true },
        ...{ configurable: true, writable: true },
      });
    }
    for (let extra = 1; Object.keys(values).length < Math.min(minProperties, MOST_ITEMS); extra++) {
      values[`extra${extra}`] = this.write(asObject(additionalProperties ?? {}), `extra${extra}`, depth + 1);
    }
    return values;
  }

  #array(schema: SchemaObject, name: string, depth: number): JSONValue {
    const prefix = (schema as { prefixItems?: Schema[] }).prefixItems ?? (isList(schema.items) ? schema.items : []);
    const items: Schema = schema.items === undefined || isList(schema.items) ? {} : schema.items;
    const least = Math.min(schema.minItems ?? 0, MOST_ITEMS);
    const wanted = depth < FULL_DEPTH && items !== false ? 2 : 0;
    const count = Math.max(
      Math.min(wanted, schema.maxItems ?? wanted),
      least,
      Math.min(prefix.length, schema.maxItems ?? prefix.length),
    );
    const values: JSONValue[] = [];
    for (let index = 0; index < count; index++) {
      const own = prefix[index] ?? (prefix.length > 0 && index >= least ? null : items);
      if (own === null) break;
      const singular = name.replace(/s$/, '');
      const value = this.write(own, singular, depth + 1);
      values.push(schema.uniqueItems ? unlike(values, value, own, this.#resolved(asObject(own), depth)) : value);
    }
    return schema.uniqueItems ? withoutDoubles(values) : values;
  }

  #number(schema: SchemaObject, name: string, isWhole: boolean): number {
    const exclusive = isWhole ? 1 : 1e-6;
    const least = Math.max(schema.minimum ?? -Infinity, (schema.exclusiveMinimum ?? -Infinity) + exclusive);
    const most = Math.min(schema.maximum ?? Infinity, (schema.exclusiveMaximum ?? Infinity) - exclusive);
    const step = schema.multipleOf ?? (isWhole ? 1 : 0);
    const asked = this.#numberFor(name);
    let value = Math.min(Math.max(asked, least), most);
    if (step > 0) {
      value = Math.round(value / step) * step;
      if (value < least) value = Math.ceil(least / step) * step;
      if (value > most) value = Math.floor(most / step) * step;
    }
    // 0.1 * 3 is not 0.3; a schema's author means it to be.
    return Number(value.toPrecision(12));
  }

  /** The number that stands beside the property's name or in an amount; else 1. */
  #numberFor(name: string): number {
    const beside = new RegExp(`${escaped(wordsOf(name))}\\D{0,12}(-?\\d{1,12}(?:\\.\\d{1,6})?)`, 'iu').exec(
      this.#text,
    )?.[1];
    if (beside !== undefined) return Number(beside);
    if (/confidence|score|probability/iu.test(name)) return 0.5;
    const amount = /amount|total|price|sum|cost|betrag|preis/iu.test(name) ? this.#next('amounts') : undefined;
    const plain = amount === undefined ? Number.NaN : asNumber(amount);
    return Number.isFinite(plain) ? plain : 1;
  }

  #string(schema: SchemaObject, name: string): string {
    if (schema.pattern !== undefined) return this.#bounded(patternInstance(schema.pattern), {});
    if (schema.format !== undefined) return this.#formatted(schema.format, name);
    return this.#bounded(this.#stringFor(name), schema);
  }

  #formatted(format: string, name: string): string {
    const date =
      this.#found.dates.find((one) => /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)$/.test(one)) ?? '2026-01-01';
    const values: Readonly<Record<string, string>> = {
      date,
      'date-time': `${date}T00:00:00Z`,
      time: '00:00:00Z',
      duration: 'P1D',
      email: this.#next('emails') ?? 'simulated@example.org',
      hostname: 'example.org',
      ipv4: '192.0.2.1',
      ipv6: '2001:db8::1',
      uri: this.#next('addresses') ?? 'https://example.org/simulated',
      'uri-reference': '/simulated',
      uuid: '00000000-0000-4000-8000-000000000000',
      regex: '.*',
      'json-pointer': '/simulated',
    };
    return values[format] ?? this.#stringFor(name);
  }

  #stringFor(name: string): string {
    const wanted = HINTS.find(([hint]) => hint.test(name))?.[1];
    const value = wanted && this.#next(wanted);
    if (value !== undefined) return value;
    if (/city|location|place|ort|stadt|ville/iu.test(name)) {
      const place = /\b(?:in|at|for|near|nach|für)\s+(\p{Lu}\p{L}{1,30}(?: \p{Lu}\p{L}{1,30})?)/u.exec(this.#text)?.[1];
      if (place !== undefined) return place;
    }
    if (/query|question|text|prompt|message|summary/iu.test(name) && this.#text !== '') return this.#text.slice(0, 120);
    return `simulated ${wordsOf(name)}`;
  }

  #bounded(text: string, { minLength = 0, maxLength = Infinity }: SchemaObject): string {
    const characters = [...text.padEnd(Math.min(minLength, 10_000), '.')];
    return characters.length > maxLength ? characters.slice(0, maxLength).join('') : characters.join('');
  }

  /** The one that the text has, else the first that is something. */
  #oneOf(choices: readonly JSONValue[]): JSONValue {
    const text = this.#text.toLowerCase();
    const has = (choice: JSONValue) =>
      typeof choice === 'string' && choice !== '' && text.includes(choice.toLowerCase());
    return choices.find(has) ?? choices.find((choice) => choice !== null) ?? null;
  }

  #next(kind: keyof Found): string | undefined {
    const used = this.#used.get(kind) ?? 0;
    this.#used.set(kind, used + 1);
    const values = this.#found[kind];
    return values[used % values.length];
  }
}

const HINTS: readonly (readonly [RegExp, keyof Found])[] = [
  [/e-?mail/iu, 'emails'],
  [/phone|tel(?:efon)?$|mobile|fax/iu, 'phones'],
  [/iban|account|konto/iu, 'accounts'],
  [/url|link|website|address_of_page/iu, 'addresses'],
  [/date|day|datum|(?:At|On)$|_at$|_on$/u, 'dates'],
  [/amount|total|price|sum|cost|betrag|preis/iu, 'amounts'],
  [/name|person|customer|sender|recipient|author/iu, 'names'],
];

const isList = <T>(value: T | readonly T[] | undefined): value is readonly T[] => Array.isArray(value);
const asObject = (schema: Schema): SchemaObject => (typeof schema === 'object' ? schema : {});
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** `dueDate` and `due_date` are "due date". */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .slice(0, 60);
}

/** Both hold: properties and what is required are those of both, of anything else the second's. */
function merged(first: SchemaObject, second: SchemaObject): SchemaObject {
  const properties = { ...first.properties, ...second.properties };
  const required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])];
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** 1.234,50 and 1,234.50 are the same. */
function asNumber(amount: string): number {
  const digits = amount.replace(/[^\d.,]/g, '');
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1];
  const whole = (decimals === undefined ? digits : digits.slice(0, -decimals.length - 1)).replace(/[.,]/g, '');
  return Number(`${whole}.${decimals ?? '0'}`);
}

function unlike(values: readonly JSONValue[], value: JSONValue, given: Schema, schema: SchemaObject): JSONValue {
  const isKnown = (one: JSONValue) => values.some((other) => JSON.stringify(other) === JSON.stringify(one));
  if (!isKnown(value)) return value;
  const other = (schema.enum as JSONValue[] | undefined)?.find((one) => !isKnown(one));
  if (other !== undefined) return other;
  if (typeof value === 'number') return value + (schema.multipleOf ?? 1) * values.length;
  return typeof value === 'string' && typeof given === 'object' && !schema.pattern && !schema.format
    ? `${value} ${values.length + 1}`
    : value;
}

function withoutDoubles(values: readonly JSONValue[]): JSONValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** For the plain patterns that schemas have: classes, repetitions, groups and alternatives of them. Others get their best guess. */
function patternInstance(pattern: string): string {
  const source = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  let at = 0;
  const alternatives = (): string => {
    const first = sequence();
    while (source[at] === '|') {
      at++;
      sequence();
    }
    return first;
  };
  const sequence = (): string => {
    let out = '';
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const one = atom();
      out += one.repeat(repetitions());
    }
    return out;
  };
  const atom = (): string => {
    const character = source[at++]!;
    if (character === '(') {
      if (source[at] === '?') at += source[at + 1] === '<' ? source.indexOf('>', at) - at + 1 : 2;
      const inner = alternatives();
      at++;
      return inner;
    }
    if (character === '[') return oneOfClass();
    if (character === '\\') return ESCAPES[source[at++]!] ?? source[at - 1]!;
    if (character === '.') return 'a';
    return character === '^' || character === '$' ? '' : character;
  };
  const oneOfClass = (): string => {
    const isNegated = source[at] === '^';
    if (isNegated) at++;
    const end = source.indexOf(']', at + 1);
    const content = source.slice(at, end < 0 ? source.length : end);
    at = end < 0 ? source.length : end + 1;
    if (!isNegated) return content[0] === '\\' ? (ESCAPES[content[1]!] ?? content[1]!) : (content[0] ?? 'a');
    return ['a', '0', '-', '_', 'Z'].find((one) => !new RegExp(`[${content}]`, 'u').test(one)) ?? '~';
  };
  const repetitions = (): number => {
    const rest = source.slice(at);
    const [whole, least] = /^\{(\d+)(?:,\d*)?\}\??/.exec(rest) ?? [];
    if (whole !== undefined) {
      at += whole.length;
      return Math.min(Number(least), 1_000);
    }
    const sign = /^[*+?]\??/.exec(rest)?.[0];
    if (sign === undefined) return 1;
    at += sign.length;
    return sign[0] === '+' ? 1 : 0;
  };
  return alternatives();
}

const ESCAPES: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  b: '',
  n: '\n',
  t: '\t',
};
