/** Returns true for a value that JSON Schema 2020-12 allows for a keyword. */
type ValueCheck = (value: unknown) => boolean;

const isNumber: ValueCheck = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: ValueCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText: ValueCheck = (value) => typeof value === 'string';
const isFlag: ValueCheck = (value) => typeof value === 'boolean';
const isList: ValueCheck = (value) => Array.isArray(value) && value.length > 0;
const isPattern: ValueCheck = (value) => {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
};

/** Keywords whose values aren't schemas. */
export const PLAIN_WORDS: Readonly<Record<string, ValueCheck>> = {
  title: isText,
  description: isText,
  default: () => true,
  examples: Array.isArray,
  deprecated: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
  format: isText,
  contentEncoding: isText,
  contentMediaType: isText,
  const: () => true,
  enum: isList,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  minLength: isCount,
  maxLength: isCount,
  pattern: isPattern,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  dependentRequired: (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => Array.isArray(one) && one.every(isText)),
};

/** Annotations and other keywords that don't restrict values. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$schema',
  '$id',
  '$comment',
  '$anchor',
  '$defs',
  'definitions',
]);

/** Keywords whose value is a schema. */
export const SCHEMA_WORDS: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'unevaluatedItems',
  'contains',
  'contentSchema',
]);

/** Keywords whose value is a list of schemas. */
export const LIST_WORDS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Keywords whose value maps names to schemas. */
export const NAMED_WORDS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

export const TYPES: ReadonlySet<unknown> = new Set([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);
