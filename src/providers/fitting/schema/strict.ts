import {
  anchorsOf,
  isPlain,
  type JsonSchemaObject,
  referredPlace,
} from '../../../platform/json-schema/schema-graph.ts';
import { LIST_WORDS, NAMED_WORDS, SCHEMA_WORDS } from './keywords.ts';

const NOT_STRICT: ReadonlySet<string> = new Set([
  ...['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['patternProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'prefixItems'],
  ...['additionalItems', 'contains', 'minContains', 'maxContains', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['contentSchema', 'contentEncoding', 'contentMediaType', 'default', 'minLength', 'maxLength'],
]);
const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
]);
const MOST_PROPERTIES = 5_000;
/** Maximum number of levels below the root. */
const MOST_LEVELS = 9;
const MOST_CHOICES = 1_000;

export interface StrictOptions {
  /** Keywords that this provider refuses in addition to those that all providers refuse. */
  readonly refused?: ReadonlySet<string>;
  readonly takesRecursion: boolean;
}

/**
 * First reason, with a JSON pointer, why a provider can't guarantee a schema with `strict: true`. Null if it can. Source:
 * https://developers.openai.com/docs/guides/structured-outputs, "Supported schemas".
 */
export function strictMiss(root: JsonSchemaObject, { refused, takesRecursion }: StrictOptions): string | null {
  const anchors = anchorsOf(root);
  const seen = new Set<object>();
  let properties = 0;
  let choices = 0;
  if (root.type !== 'object') return at('', 'the root isn\'t `"type": "object"`');
  return miss(root, '', 0, []);

  function miss(value: unknown, pointer: string, level: number, around: readonly object[]): string | null {
    if (!isPlain(value)) return at(pointer, 'a boolean is used as a schema');
    if (around.includes(value) && !takesRecursion) return at(pointer, 'the schema contains itself');
    if (seen.has(value) && (takesRecursion || !around.includes(value))) return null;
    seen.add(value);
    if (level > MOST_LEVELS) return at(pointer, `it has more than ${MOST_LEVELS} levels`);
    const word = Object.keys(value).find((one) => NOT_STRICT.has(one) || refused?.has(one));
    if (word !== undefined) return at(`${pointer}/${word}`, `\`${word}\` is not supported`);
    if (value.format !== undefined && !FORMATS.has(value.format))
      return at(`${pointer}/format`, 'this `format` is not supported');
    if (Array.isArray(value.enum)) choices += value.enum.length;
    if (choices > MOST_CHOICES) return at(pointer, `it has more than ${MOST_CHOICES} choices in \`enum\``);
    const within = [...around, value];
    if (typeof value.$ref === 'string') {
      const target = referredPlace(root, value.$ref, anchors);
      if (!('schema' in target)) return at(`${pointer}/$ref`, 'it refers to nothing');
      if (Object.keys(value).some((one) => one !== '$ref' && one !== '$defs' && one !== 'definitions')) {
        return at(pointer, '`$ref` has other keywords next to it');
      }
      return miss(target.schema, value.$ref.slice(1), level, within);
    }
    if (
      value.type === undefined &&
      value.anyOf === undefined &&
      value.enum === undefined &&
      value.const === undefined
    ) {
      return at(pointer, '`type` is missing');
    }
    const isObject = value.type === 'object' || (Array.isArray(value.type) && value.type.includes('object'));
    if (isObject || value.properties !== undefined) {
      if (value.additionalProperties !== false) return at(pointer, '`"additionalProperties": false` is missing');
      const names = isPlain(value.properties) ? Object.keys(value.properties) : [];
      const required = new Set(Array.isArray(value.required) ? value.required : []);
      const missing = names.find((name) => !required.has(name));
      if (missing !== undefined) return at(`${pointer}/properties/${missing}`, 'the property is not `required`');
      if (value.properties === undefined) return at(pointer, '`properties` is missing');
      const unnamed = [...required].find((name) => !names.includes(String(name)));
      if (unnamed !== undefined) return at(`${pointer}/required`, 'a required property is not described');
      properties += names.length;
      if (properties > MOST_PROPERTIES) return at(pointer, `it has more than ${MOST_PROPERTIES} properties`);
    }
    const isArray = value.type === 'array' || (Array.isArray(value.type) && value.type.includes('array'));
    if (isArray && value.items === undefined) return at(pointer, '`items` is missing');
    if (pointer === '' && value.anyOf !== undefined) return at('/anyOf', 'the root has alternatives');
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'additionalProperties') continue;
      if (name === '$defs' || name === 'definitions') {
        for (const [key, one] of Object.entries(isPlain(inner) ? inner : {})) {
          const found = miss(one, `${pointer}/${name}/${key}`, level, within);
          if (found) return found;
        }
        continue;
      }
      const next = name === 'properties' || name === 'items' ? level + 1 : level;
      if (SCHEMA_WORDS.has(name)) {
        const found = miss(inner, `${pointer}/${name}`, next, within);
        if (found) return found;
      } else if (LIST_WORDS.has(name) && Array.isArray(inner)) {
        for (const [index, one] of inner.entries()) {
          const found = miss(one, `${pointer}/${name}/${index}`, next, within);
          if (found) return found;
        }
      } else if (NAMED_WORDS.has(name) && isPlain(inner)) {
        for (const [key, one] of Object.entries(inner)) {
          const found = miss(one, `${pointer}/${name}/${key}`, next, within);
          if (found) return found;
        }
      }
    }
    return null;
  }
}

const at = (pointer: string, what: string) =>
  `${what} at ${pointer === '' ? 'the root' : `\`${pointer.slice(0, 200)}\``}`;
