import type { JSONValue } from '@ai-sdk/provider';
import { anchorsOf, isPlain, referredPlace } from '../../platform/json-schema/schema-graph.ts';
import { ownValue } from '../../platform/own-value.ts';
import { type FoundValues, findValues } from './found-values.ts';
import { patternInstance } from './pattern-instance.ts';

/**
 * Depth from which optional properties are omitted and null or a scalar alternative is preferred, because schemas can be
 * recursive.
 */
const FULL_DEPTH = 5;
/** Maximum depth of the value. Anything deeper becomes null. */
const MOST_DEPTH = 24;
const MOST_ITEMS = 20;
/** Maximum values of an answer, and the number after which optional ones are omitted. */
const MOST_VALUES = 1_000;
const MOST_OPTIONAL_VALUES = 300;
/** Maximum characters of strings and constants in total, and the number after which optional values are omitted. */
const MOST_CHARACTERS = 40_000;
const MOST_OPTIONAL_CHARACTERS = 10_000;
/** Maximum length that a string is padded to. */
const MOST_PADDING = 10_000;
/**
 * Characters of the text that are searched for names of properties and for choices, and the maximum number of such searches.
 */
const LOOKED_AT_CHARACTERS = 4_000;
const MAX_LOOKUPS = 100;
/** Maximum choices per `enum` that are searched in the text. */
const MOST_CHOICES = 100;

/** Supported keywords of a schema, of any draft since 7. */
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

/**
 * Creates a value for a JSON Schema, with values from the text where a property's name suggests one. The value matches the
 * schema as far as the supported keywords and the limits above allow.
 */
export function jsonInstance(schema: SchemaObject, text: string): JSONValue {
  return new InstanceWriter(schema, text).write(schema, 'value', 0);
}

/**
 * The size of schemas is checked before a request reaches the sandbox. The writer has its own limits as well, because it runs
 * in the thread that answers requests.
 */
class InstanceWriter {
  readonly #root: SchemaObject;
  readonly #text: string;
  readonly #lowerText: string;
  readonly #found: FoundValues;
  readonly #anchors: ReadonlyMap<string, object>;
  /** Number of values taken so far from each list of found values, so that two names get two values. */
  readonly #used = new Map<keyof FoundValues, number>();
  /** Resolved schemas, cached separately for places near the top and for places deep down. */
  readonly #resolvedSchemas = [new Map<object, SchemaObject>(), new Map<object, SchemaObject>()] as const;
  readonly #choices = new Map<object, JSONValue>();
  readonly #numbers = new Map<string, number | undefined>();
  readonly #lengths = new Map<object, number>();
  #place: string | null | undefined;
  #lookups = 0;
  #values = 0;
  #characters = 0;

  constructor(root: SchemaObject, text: string) {
    this.#root = root;
    this.#text = text.slice(0, LOOKED_AT_CHARACTERS);
    this.#lowerText = this.#text.toLowerCase();
    this.#found = findValues(text);
    this.#anchors = anchorsOf(root);
  }

  write(given: Schema, name: string, depth: number): JSONValue {
    if (!isPlain(given) || depth > MOST_DEPTH || this.#isFull) return null;
    this.#values++;
    const schema = this.#resolved(given, depth);
    if (schema.const !== undefined) return this.#counted(schema.const as JSONValue);
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
        return this.#hasLookupsLeft() && this.#lowerText.includes(wordsOf(name));
      case 'null':
        return null;
      default:
        return this.#string(schema, name);
    }
  }

  get #isFull(): boolean {
    return this.#values >= MOST_VALUES || this.#characters >= MOST_CHARACTERS;
  }

  get #takesOptional(): boolean {
    return this.#values < MOST_OPTIONAL_VALUES && this.#characters < MOST_OPTIONAL_CHARACTERS;
  }

  /** Counts the characters of a value that the schema prescribes, because it can be long and occur many times. */
  #counted(value: JSONValue): JSONValue {
    if (typeof value === 'string') this.#characters += value.length;
    else if (typeof value === 'object' && value !== null) {
      const length = this.#lengths.get(value) ?? JSON.stringify(value).length;
      this.#lengths.set(value, length);
      this.#characters += length;
    }
    return value;
  }

  /** Resolves references, chooses alternatives, and merges everything that applies. */
  #resolved(given: SchemaObject, depth: number, steps = 0): SchemaObject {
    const known = this.#resolvedSchemas[depth < FULL_DEPTH ? 0 : 1];
    const before = known.get(given);
    if (before) return before;
    const { $ref, allOf, anyOf, oneOf, ...rest } = wellFormed(given);
    let schema: SchemaObject = rest;
    // Cached before its references are resolved, so that resolving a schema that refers to itself ends.
    known.set(given, rest);
    if (steps < MOST_DEPTH) {
      const choices = anyOf ?? oneOf;
      const parts: Schema[] = [];
      if ($ref !== undefined) parts.push(this.#referred($ref));
      if (allOf) parts.push(...allOf);
      if (choices) parts.push(this.#chosen(choices, depth));
      for (const part of parts) schema = merged(this.#resolved(asObject(part), depth, steps + 1), schema);
    }
    known.set(given, schema);
    return schema;
  }

  #referred(ref: string): SchemaObject {
    const target = referredPlace(this.#root as Readonly<Record<string, unknown>>, ref, this.#anchors);
    return 'schema' in target ? asObject(target.schema as Schema) : {};
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
    const names =
      depth < FULL_DEPTH && this.#takesOptional
        ? new Set([...Object.keys(properties), ...required])
        : new Set(required);
    const values: Record<string, JSONValue> = {};
    const isRequired = new Set(required);
    let count = 0;
    for (const name of names) {
      const own = Object.hasOwn(properties, name) ? properties[name]! : (additionalProperties ?? {});
      if (own === false || (!isRequired.has(name) && !this.#takesOptional)) continue;
      if (this.#isFull) break;
      count++;
      Object.defineProperty(values, name, {
        value: this.write(own === true ? {} : own, name, depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    for (let extra = 1; count < Math.min(minProperties, MOST_ITEMS) && !this.#isFull; extra++) {
      if (Object.hasOwn(values, `extra${extra}`)) continue;
      count++;
      values[`extra${extra}`] = this.write(asObject(additionalProperties ?? {}), `extra${extra}`, depth + 1);
    }
    return values;
  }

  #array(schema: SchemaObject, name: string, depth: number): JSONValue {
    const { prefixItems } = schema;
    const prefix = prefixItems ?? (isList(schema.items) ? schema.items : []);
    const items: Schema = schema.items === undefined || isList(schema.items) ? {} : schema.items;
    const least = Math.min(schema.minItems ?? 0, MOST_ITEMS);
    const wanted = depth < FULL_DEPTH && items !== false && this.#takesOptional ? 2 : 0;
    const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
    const count = Math.max(Math.min(wanted, most), least, Math.min(prefix.length, most));
    const values: JSONValue[] = [];
    const known = new Set<string>();
    for (let index = 0; index < count && !this.#isFull; index++) {
      const own = prefix[index] ?? (prefix.length > 0 && index >= least ? null : items);
      if (own === null) break;
      const value = this.write(own, name.replace(/s$/, ''), depth + 1);
      if (!schema.uniqueItems) {
        values.push(value);
        continue;
      }
      const different = distinctValue(known, value, own, this.#resolved(asObject(own), depth), values.length);
      const json = JSON.stringify(different);
      if (known.has(json)) continue;
      known.add(json);
      values.push(different);
    }
    return values;
  }

  #number(schema: SchemaObject, name: string, isWhole: boolean): number {
    const exclusive = isWhole ? 1 : 1e-6;
    const least = Math.max(schema.minimum ?? -Infinity, (schema.exclusiveMinimum ?? -Infinity) + exclusive);
    const most = Math.min(schema.maximum ?? Infinity, (schema.exclusiveMaximum ?? Infinity) - exclusive);
    const step = schema.multipleOf ?? (isWhole ? 1 : 0);
    const requested = this.#numberFor(name);
    let value = Math.min(Math.max(requested, least), most);
    if (step > 0) {
      value = Math.round(value / step) * step;
      if (value < least) value = Math.ceil(least / step) * step;
      if (value > most) value = Math.floor(most / step) * step;
    }
    // 0.1 * 3 isn't exactly 0.3 in binary, but a schema's author expects it.
    return Number(value.toPrecision(12));
  }

  /** Number next to the property's name in the text, 0.5 for a confidence, or an amount in the text. Otherwise 1. */
  #numberFor(name: string): number {
    const adjacent = this.#numberNextTo(wordsOf(name));
    if (adjacent !== undefined) return adjacent;
    if (/confidence|score|probability/iu.test(name)) return 0.5;
    const amount = /amount|total|price|sum|cost|betrag|preis/iu.test(name) ? this.#next('amounts') : undefined;
    const plain = amount === undefined ? Number.NaN : asNumber(amount);
    return Number.isFinite(plain) ? plain : 1;
  }

  #numberNextTo(words: string): number | undefined {
    if (this.#numbers.has(words)) return this.#numbers.get(words);
    if (!this.#hasLookupsLeft()) return undefined;
    const adjacent = new RegExp(`${escaped(words)}\\D{0,12}(-?\\d{1,12}(?:\\.\\d{1,6})?)`, 'iu').exec(this.#text)?.[1];
    const number = adjacent === undefined ? undefined : Number(adjacent);
    this.#numbers.set(words, number);
    return number;
  }

  #hasLookupsLeft(): boolean {
    return ++this.#lookups <= MAX_LOOKUPS;
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
    return ownValue(values, format) ?? this.#stringFor(name);
  }

  #stringFor(name: string): string {
    const wanted = HINTS.find(([hint]) => hint.test(name))?.[1];
    const value = wanted && this.#next(wanted);
    if (value !== undefined) return value;
    if (/city|location|place|ort|stadt|ville/iu.test(name) && this.#place !== null) {
      this.#place ??= PLACE.exec(this.#text)?.[1] ?? null;
      if (this.#place !== null) return this.#place;
    }
    if (/query|question|text|prompt|message|summary/iu.test(name) && this.#text !== '') return this.#text.slice(0, 120);
    return `simulated ${wordsOf(name)}`;
  }

  #bounded(text: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: SchemaObject): string {
    const whole = text.padEnd(Math.min(minLength, MOST_PADDING), '.');
    this.#characters += whole.length;
    return whole.length <= maxLength ? whole : [...whole].slice(0, maxLength).join('');
  }

  /** First choice that occurs in the text, otherwise the first that isn't null. */
  #oneOf(choices: readonly JSONValue[]): JSONValue {
    const known = this.#choices.get(choices);
    if (known !== undefined) return this.#counted(known);
    const has = (choice: JSONValue) =>
      typeof choice === 'string' && choice !== '' && this.#lowerText.includes(choice.toLowerCase());
    const chosen =
      (this.#hasLookupsLeft() ? choices.slice(0, MOST_CHOICES).find(has) : undefined) ??
      choices.find((choice) => choice !== null) ??
      null;
    this.#choices.set(choices, chosen);
    return this.#counted(chosen);
  }

  #next(kind: keyof FoundValues): string | undefined {
    const used = this.#used.get(kind) ?? 0;
    this.#used.set(kind, used + 1);
    const values = this.#found[kind];
    return values[used % values.length];
  }
}

const HINTS: readonly (readonly [RegExp, keyof FoundValues])[] = [
  [/e-?mail/iu, 'emails'],
  [/phone|tel(?:efon)?$|mobile|fax/iu, 'phones'],
  [/iban|account|konto/iu, 'accounts'],
  [/url|link|website|address_of_page/iu, 'addresses'],
  [/date|day|datum|(?:At|On)$|_at$|_on$/u, 'dates'],
  [/amount|total|price|sum|cost|betrag|preis/iu, 'amounts'],
  [/name|person|customer|sender|recipient|author/iu, 'names'],
];

const PLACE = /\b(?:in|at|for|near|nach|für)\s+(\p{Lu}\p{L}{1,30}(?: \p{Lu}\p{L}{1,30})?)/u;

const isNumber = (value: unknown) => typeof value === 'number';
const isCount = (value: unknown) => typeof value === 'number' && value >= 0;
const isText = (value: unknown) => typeof value === 'string';
const isSomeList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Valid forms of keywords. A keyword in another form is ignored, because no earlier step checks the schemas of tools. */
const FORMS: Readonly<Partial<Record<keyof SchemaObject, (value: unknown) => boolean>>> = {
  $ref: isText,
  type: (value) => isText(value) || isTexts(value),
  enum: isSomeList,
  allOf: isSomeList,
  anyOf: isSomeList,
  oneOf: isSomeList,
  properties: isPlain,
  required: isTexts,
  minProperties: isCount,
  items: (value) => typeof value === 'boolean' || (typeof value === 'object' && value !== null),
  prefixItems: isSomeList,
  minItems: isCount,
  maxItems: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
  minLength: isCount,
  maxLength: isCount,
  pattern: isText,
  format: isText,
};

function wellFormed(schema: SchemaObject): SchemaObject {
  const formed: Record<string, unknown> = { ...schema };
  for (const [keyword, isFormed] of Object.entries(FORMS)) {
    if (keyword in formed && !isFormed(formed[keyword])) delete formed[keyword];
  }
  return formed;
}

const isList = <T>(value: T | readonly T[] | undefined): value is readonly T[] => Array.isArray(value);
const asObject = (schema: Schema): SchemaObject => (isPlain(schema) ? schema : {});
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Converts `dueDate` and `due_date` to "due date". */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .slice(0, 60);
}

/** Merges two schemas that both apply: combines properties and required names; for other keywords the second wins. */
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

/** Parses 1.234,50 and 1,234.50 as the same number. */
function asNumber(amount: string): number {
  const digits = amount.replace(/[^\d.,]/g, '');
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1];
  const whole = (decimals === undefined ? digits : digits.slice(0, -decimals.length - 1)).replace(/[.,]/g, '');
  return Number(`${whole}.${decimals ?? '0'}`);
}

/** Changes a value that a list of unique items already has, if its schema allows that. */
function distinctValue(
  known: ReadonlySet<string>,
  value: JSONValue,
  given: Schema,
  schema: SchemaObject,
  index: number,
): JSONValue {
  const isKnown = (one: JSONValue) => known.has(JSON.stringify(one));
  if (!isKnown(value)) return value;
  const other = (schema.enum as JSONValue[] | undefined)?.find((one) => !isKnown(one));
  if (other !== undefined) return other;
  if (typeof value === 'number') return value + (schema.multipleOf ?? 1) * index;
  return typeof value === 'string' && typeof given === 'object' && !schema.pattern && !schema.format
    ? `${value} ${index + 1}`
    : value;
}
