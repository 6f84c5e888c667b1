import { LIST_WORDS, NAMED_WORDS, PLAIN_WORDS, SCHEMA_WORDS } from './keywords.ts';

/** Subset of JSON Schema that a provider supports. */
export interface SchemaSubset {
  /** Keywords that are sent. Other keywords that restrict values move to the description. */
  readonly words: ReadonlySet<string>;
  readonly takesRecursion: boolean;
  /** Allowed names of properties. Null: any. */
  readonly names: RegExp | null;
  /** True if `properties` and `required` are only accepted with type object, which is added to a schema without a type. */
  readonly wantsTypes: boolean;
  /** True for a value of `enum` or `const` that can be sent. */
  readonly takesChoice: (value: unknown) => boolean;
}

const ALL_WORDS = ['type', 'required', ...Object.keys(PLAIN_WORDS), ...SCHEMA_WORDS, ...LIST_WORDS, ...NAMED_WORDS];
const without = (...words: readonly string[]) => new Set(ALL_WORDS.filter((word) => !words.includes(word)));

/** JSON Schema 2020-12, for servers that accept any well-formed schema. */
export const PLAIN: SchemaSubset = {
  words: without(),
  takesRecursion: true,
  names: null,
  wantsTypes: false,
  takesChoice: () => true,
};

/**
 * Source: https://developers.openai.com/docs/guides/structured-outputs. Without `propertyNames`: OpenAI's package throws for
 * some values of that keyword and warns of others.
 */
export const OPENAI: SchemaSubset = { ...PLAIN, words: without('propertyNames') };

/**
 * Schemas of tools for Anthropic: 2020-12 without recursion. Property names have 1 to 64 ASCII letters, digits, `_`, `.` or
 * `-`.
 */
export const ANTHROPIC_TOOLS: SchemaSubset = {
  ...PLAIN,
  takesRecursion: false,
  names: /^[a-zA-Z0-9_.-]{1,64}$/,
};

/**
 * Source: https://ai.google.dev/api/generate-content, responseJsonSchema. Recursive references aren't sent: Google refuses them
 * in required properties.
 */
export const GOOGLE: SchemaSubset = {
  words: new Set([
    'type',
    'format',
    'title',
    'description',
    'enum',
    'const',
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'anyOf',
    'properties',
    'additionalProperties',
    'required',
  ]),
  takesRecursion: false,
  names: null,
  wantsTypes: true,
  takesChoice: (value) => typeof value === 'string' || typeof value === 'number',
};

/** Source: https://docs.x.ai/developers/model-capabilities/text/structured-outputs, for schemas of tools and of answers. */
export const XAI: SchemaSubset = {
  ...PLAIN,
  words: without('allOf', 'not', 'if', 'then', 'else', 'minContains', 'maxContains'),
  takesRecursion: false,
};

/** Common subset of the structured outputs of Anthropic and Perplexity. */
export const COMMON: SchemaSubset = {
  words: without(
    ...['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired', 'propertyNames'],
    ...['patternProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'minContains', 'maxContains'],
    ...['minProperties', 'maxProperties', 'contentSchema', 'contentEncoding', 'contentMediaType', 'prefixItems'],
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'multipleOf', 'pattern', 'format'],
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ...['default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ),
  takesRecursion: false,
  names: null,
  wantsTypes: false,
  takesChoice: (value) => typeof value !== 'object' || value === null,
};
