import type { JSONSchema7 } from '@ai-sdk/provider';
import {
  anchorsOf,
  isPlain,
  type JsonSchemaObject,
  referredPlace,
} from '../../../platform/json-schema/schema-graph.ts';
import { conjunction } from './conjunction.ts';
import { ANNOTATIONS, LIST_WORDS, NAMED_WORDS, PLAIN_WORDS, SCHEMA_WORDS, TYPES } from './keywords.ts';
import { withLostKeywords } from './lost-keywords.ts';
import { isObjectSchema, objectRoot } from './root.ts';
import type { SchemaSubset } from './subset.ts';

type WrittenSchema = Record<string, unknown>;

/** True if the root of the schema shows that it is meant for objects. */
export const isForObjects = (schema: JSONSchema7): boolean => new SubsetWriter(schema as JsonSchemaObject).isForObjects;

/**
 * Converts a schema to a provider's subset, for an object. Every object that matches the caller's schema also matches the result.
 */
export const objectSchemaIn = (subset: SchemaSubset, schema: JSONSchema7): JSONSchema7 =>
  new SubsetWriter(schema as JsonSchemaObject, subset).object() as JSONSchema7;

/** Converts a schema to a provider's subset, for values of any type. */
export const schemaIn = (subset: SchemaSubset, schema: JSONSchema7): JSONSchema7 =>
  new SubsetWriter(schema as JsonSchemaObject, subset).any() as JSONSchema7;

/**
 * Writes a schema in a provider's subset. Definitions are written once and referenced, so the result grows with the document, not
 * with its expansion. Copies are limited. The size of the schema was checked before.
 */
class SubsetWriter {
  readonly #root: JsonSchemaObject;
  readonly #subset: SchemaSubset;
  readonly #anchors: ReadonlyMap<string, object>;
  readonly #names = new Map<object, string>();
  readonly #definitions = new Map<string, WrittenSchema>();
  readonly #open = new Set<object>();
  readonly #sizes = new Map<object, number>();
  /**
   * Characters of definitions that may still be copied. Negative before the first copy, and when nothing more may be copied.
   */
  #copied = -1;
  /** Number of written schemas that accept more values than the caller's. */
  #loosened = 0;
  readonly #looseDefinitions = new Set<string>();

  constructor(root: JsonSchemaObject, subset?: SchemaSubset) {
    this.#root = root;
    this.#subset = subset!;
    this.#anchors = anchorsOf(root);
  }

  get isForObjects(): boolean {
    return isObjectSchema(this.#root, this.#follow);
  }

  object(): WrittenSchema {
    this.#open.add(this.#root);
    const root = objectRoot(this.#root, this.#follow);
    return this.#withDefinitions(this.#write(root));
  }

  any(): WrittenSchema {
    this.#open.add(this.#root);
    return this.#withDefinitions(this.#write(this.#root));
  }

  #withDefinitions(written: WrittenSchema): WrittenSchema {
    return this.#definitions.size === 0 ? written : { ...written, $defs: Object.fromEntries(this.#definitions) };
  }

  readonly #follow = (schema: JsonSchemaObject): JsonSchemaObject | null => {
    let { $ref, ...whole } = schema;
    while (typeof $ref === 'string') {
      const target = referredPlace(this.#root, $ref, this.#anchors);
      if (!('schema' in target) || !isPlain(target.schema)) break;
      const { $ref: next, ...rest } = target.schema;
      if (!this.#mayCopy(target.schema)) return null;
      whole = conjunction(whole, rest);
      $ref = next;
    }
    return whole;
  };

  /** Copies of definitions are limited, because they could expand to any size. */
  #mayCopy(definition: JsonSchemaObject): boolean {
    if (this.#copied < 0) this.#copied = MOST_COPIES * sizeOf(this.#root);
    const size = this.#sizes.get(definition) ?? sizeOf(definition);
    this.#sizes.set(definition, size);
    this.#copied -= size;
    return this.#copied >= 0;
  }

  #schema(value: unknown): WrittenSchema {
    if (value === false) {
      if (this.#subset.words.has('not')) return { not: {} };
      this.#loosened++;
      return { description: 'No value is allowed here.' };
    }
    return isPlain(value) ? this.#write(value) : {};
  }

  /** Writes a schema that may be boolean. Booleans stay unchanged, since `additionalProperties` usually has one. */
  #schemaOrFlag(value: unknown): WrittenSchema | boolean {
    return typeof value === 'boolean' ? value : this.#schema(value);
  }

  #write(given: JsonSchemaObject): WrittenSchema {
    const { $ref, ...schema } = given;
    const own = this.#withoutReference(schema);
    if (typeof $ref !== 'string') return own;
    const reference = this.#reference($ref);
    const hasOwn = Object.keys(own).length > 0;
    if (!hasOwn) return reference;
    if (Object.keys(reference).length === 0) return own;
    // Several providers allow no other keywords next to a reference.
    if (own.anyOf === undefined && this.#subset.words.has('anyOf')) return { ...own, anyOf: [reference] };
    this.#loosened++;
    return { ...withLostKeywords(own, { $ref }) };
  }

  #reference(ref: string): WrittenSchema {
    const target = referredPlace(this.#root, ref, this.#anchors);
    if (!('schema' in target)) {
      this.#loosened++;
      return {};
    }
    const { schema } = target;
    if (!isPlain(schema)) return this.#schema(schema);
    const name = this.#nameOf(schema, ref);
    const isOpen = this.#open.has(schema);
    // A definition that is still being written counts as looser than the caller's, since it can become so.
    if (isOpen || this.#looseDefinitions.has(name)) this.#loosened++;
    if (isOpen && !this.#subset.takesRecursion) return { description: `Like ${name} around it.` };
    if (!this.#definitions.has(name)) {
      const before = this.#loosened;
      // Reserves the name of the definition before it is written, so that it can refer to itself.
      this.#definitions.set(name, {});
      this.#open.add(schema);
      this.#definitions.set(name, this.#write(schema));
      if (schema !== this.#root) this.#open.delete(schema);
      if (this.#loosened > before) this.#looseDefinitions.add(name);
    }
    return { $ref: `#/$defs/${name}` };
  }

  #nameOf(schema: object, ref: string): string {
    const known = this.#names.get(schema);
    if (known) return known;
    const last =
      ref
        .split('/')
        .at(-1)!
        .replaceAll(/[^a-zA-Z0-9_]/g, '_')
        .slice(0, 40) || 'root';
    const taken = new Set(this.#names.values());
    let name = last;
    for (let times = 2; taken.has(name) || name === '__proto__'; times++) name = `${last}_${times}`;
    this.#names.set(schema, name);
    return name;
  }

  #withoutReference(schema: JsonSchemaObject): WrittenSchema {
    const { words, takesChoice } = this.#subset;
    const before = this.#loosened;
    const given = inNewDraft(schema);
    const written: WrittenSchema = {};
    const lost: Record<string, unknown> = {};
    const loose = new Set<string>();
    for (const [word, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const beforeWord = this.#loosened;
      const isTaken = words.has(word);
      if (word === 'type') this.#writeType(value, written, lost);
      else if (word === 'required') {
        const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
        if (names.length > 0) written.required = [...new Set(names)];
      } else if (ANNOTATIONS.has(word)) {
        if (isTaken && PLAIN_WORDS[word]?.(value)) written[word] = value;
      } else if (word in PLAIN_WORDS && Object.hasOwn(PLAIN_WORDS, word)) {
        const isChoice =
          word === 'enum' ? !(value as unknown[]).every?.(takesChoice) : word === 'const' && !takesChoice(value);
        if (isTaken && PLAIN_WORDS[word]!(value) && !isChoice) written[word] = value;
        else lost[word] = value;
      } else if (SCHEMA_WORDS.has(word)) {
        if (isTaken) written[word] = word === 'additionalProperties' ? this.#schemaOrFlag(value) : this.#schema(value);
        else lost[word] = value;
      } else if (LIST_WORDS.has(word)) {
        if (!Array.isArray(value) || value.length === 0) continue;
        if (isTaken) written[word] = value.map((one) => this.#schema(one));
        else lost[word] = value;
      } else if (NAMED_WORDS.has(word)) {
        if (!isPlain(value)) continue;
        if (isTaken)
          written[word] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#schema(one)]));
        else lost[word] = value;
      }
      // `loose` also gets keywords that `#takeOffLoose` ignores: only some keywords refuse more values if a schema in them
      // accepts more.
      if (this.#loosened > beforeWord) loose.add(word);
    }
    this.#takeOffLoose(loose, given, written, lost);
    this.#rescue(written, lost);
    this.#unbind(written, lost);
    this.#fitProperties(written, lost);
    if (Object.keys(lost).length > 0) this.#loosened++;
    // With fewer keywords, a validator sees fewer members and items as evaluated, and would refuse valid values.
    if (this.#loosened > before) takeOff(['unevaluatedProperties', 'unevaluatedItems'], given, written, lost);
    this.#complete(written);
    return withLostKeywords(written, lost) as WrittenSchema;
  }

  #writeType(value: unknown, written: WrittenSchema, lost: Record<string, unknown>): void {
    const types = [...new Set(Array.isArray(value) ? value : [value])];
    if (types.length > 0 && types.every((type) => TYPES.has(type)))
      written.type = types.length === 1 ? types[0] : types;
    else lost.type = value;
  }

  /**
   * Removes keywords that would refuse valid values because a schema in them accepts more than the caller's.
   * @param loose keywords with such a schema
   */
  #takeOffLoose(
    loose: ReadonlySet<string>,
    given: JsonSchemaObject,
    written: WrittenSchema,
    lost: Record<string, unknown>,
  ): void {
    if (loose.has('not')) takeOff(['not'], given, written, lost);
    if (loose.has('if')) takeOff(['if', 'then', 'else'], given, written, lost);
    if (loose.has('contains')) takeOff(['maxContains'], given, written, lost);
    if (!loose.has('oneOf')) return;
    // With looser alternatives, a value can match several of them, which `oneOf` would refuse.
    if (written.anyOf === undefined && this.#subset.words.has('anyOf')) {
      written.anyOf = written.oneOf;
      delete written.oneOf;
    } else takeOff(['oneOf'], given, written, lost);
  }

  /** Replaces unsupported combinators by supported ones that allow at least the same values. */
  #rescue(written: WrittenSchema, lost: Record<string, unknown>): void {
    const { words } = this.#subset;
    if (lost.oneOf && written.anyOf === undefined && words.has('anyOf')) {
      written.anyOf = (lost.oneOf as unknown[]).map((one) => this.#schema(one));
      delete lost.oneOf;
      this.#loosened++;
    }
    if (!Array.isArray(lost.allOf)) return;
    const kept: unknown[] = [];
    for (const branch of lost.allOf as unknown[]) {
      const part = this.#schema(branch);
      if ('$ref' in part) {
        if (written.anyOf === undefined && words.has('anyOf')) written.anyOf = [part];
        else kept.push(branch);
        continue;
      }
      if (Object.keys(part).some((word) => !TOGETHER.has(word) && Object.hasOwn(written, word))) kept.push(branch);
      Object.assign(written, conjunction(written, part));
    }
    if (kept.length > 0) lost.allOf = kept;
    else delete lost.allOf;
  }

  /** Removes keywords that depend on unsupported ones that were removed. */
  #unbind(written: WrittenSchema, lost: Record<string, unknown>): void {
    if (lost.patternProperties !== undefined && written.additionalProperties !== undefined) {
      lost.additionalProperties = written.additionalProperties;
      delete written.additionalProperties;
    }
    if (lost.prefixItems !== undefined && written.items !== undefined) {
      lost.items = written.items;
      written.items = {};
    }
  }

  #fitProperties(written: WrittenSchema, lost: Record<string, unknown>): void {
    const { names, wantsTypes } = this.#subset;
    if (names !== null && isPlain(written.properties)) {
      const all = Object.entries(written.properties);
      const unnamed = all.filter(([name]) => !names.test(name));
      if (unnamed.length > 0) {
        // Properties whose names the provider doesn't allow are only described. Objects may still have them.
        lost.properties = Object.fromEntries(unnamed);
        written.properties = Object.fromEntries(all.filter(([name]) => names.test(name)));
        if (written.additionalProperties !== undefined) lost.additionalProperties = written.additionalProperties;
        delete written.additionalProperties;
      }
    }
    if (names !== null && Array.isArray(written.required)) {
      const taken = written.required.filter((name) => names.test(String(name)));
      if (taken.length < written.required.length) lost.required = written.required;
      if (taken.length > 0) written.required = taken;
      else delete written.required;
    }
    if (!wantsTypes || (written.properties === undefined && written.required === undefined)) return;
    if (written.type === undefined) written.type = 'object';
    else if (![written.type].flat().includes('object')) {
      delete written.properties;
      delete written.required;
    }
  }

  /** Adds keywords that providers require, without changing which values are valid. */
  #complete(written: WrittenSchema): void {
    const is = (type: string) => written.type === type || (Array.isArray(written.type) && written.type.includes(type));
    if (is('object') && !isPlain(written.properties)) written.properties = {};
    if (is('array') && written.items === undefined) written.items = {};
    if (!isPlain(written.properties) || !Array.isArray(written.required)) return;
    const named = written.properties as WrittenSchema;
    const missing = written.required.filter((name) => !Object.hasOwn(named, name as string));
    if (missing.length > 0) {
      written.properties = Object.fromEntries([...Object.entries(named), ...missing.map((name) => [name, {}])]);
    }
  }
}

/** Moves keywords from the written schema to the lost keywords, which are added to its description. */
function takeOff(
  words: readonly string[],
  given: JsonSchemaObject,
  written: WrittenSchema,
  lost: Record<string, unknown>,
): void {
  for (const word of words) {
    if (written[word] === undefined) continue;
    lost[word] = (given as WrittenSchema)[word];
    delete written[word];
  }
}

/** Keywords that two schemas can both keep when they become one. */
const TOGETHER: ReadonlySet<string> = new Set(['properties', 'required', 'title', 'description']);

/** Maximum size of copies, in multiples of the document's size. */
const MOST_COPIES = 2;

const sizeOf = (schema: JsonSchemaObject) => JSON.stringify(schema).length;

/** Converts keywords of earlier drafts to 2020-12. */
function inNewDraft(schema: JsonSchemaObject): JsonSchemaObject {
  const { additionalItems, dependencies, nullable, ...rest } = schema as Record<string, unknown>;
  const listed = Array.isArray(rest.items) ? rest.items : null;
  const written: Record<string, unknown> = { ...rest };
  // `nullable` is OpenAPI's keyword, which many generators use.
  if (nullable === true && typeof rest.type === 'string') written.type = [rest.type, 'null'];
  if (listed) {
    delete written.items;
    if (listed.length > 0) written.prefixItems = listed;
    if (additionalItems !== undefined) written.items = additionalItems;
  }
  if (isPlain(dependencies)) {
    const entries = Object.entries(dependencies);
    const names = entries.filter(([, one]) => Array.isArray(one));
    const schemas = entries.filter(([, one]) => !Array.isArray(one));
    if (names.length > 0 && written.dependentRequired === undefined)
      written.dependentRequired = Object.fromEntries(names);
    if (schemas.length > 0 && written.dependentSchemas === undefined)
      written.dependentSchemas = Object.fromEntries(schemas);
  }
  return written;
}
