import { type Body, firstOf, isObject, list, type Rule, rule, type SentRequest } from './rule.ts';
import { findSchema, isObjectSchema, keysOf, LOOKAROUND, referred, subschemas, typesOf } from './schemas.ts';

/** A schema in a request to OpenAI, of a function or of the answer. */
export interface SentSchema {
  /** As OpenAI names it: "function 'look_up'". */
  readonly of: string;
  readonly schema: Body;
  readonly isStrict: boolean;
  readonly param: string;
  readonly code: string | null;
}

interface SchemaCheck {
  readonly name: string;
  readonly says: string;
  readonly source: string;
  /** The end of the sentence "Invalid schema for function 'look_up': …". Null for a schema that is taken. */
  readonly finds: (schema: Record<string, Body>) => string | null;
}

const GUIDE = 'developers.openai.com/api/docs/guides/structured-outputs, supported schemas';
const CALLING = 'developers.openai.com/api/docs/guides/function-calling';

const context = (way: readonly (string | number)[]) => {
  const keys = way.map((key) => (typeof key === 'number' ? `'${key}'` : `'${key}'`));
  return `In context=(${keys.join(', ')}${keys.length === 1 ? ',' : ''})`;
};

/** Of every schema, strict or not. */
const ROOT_CHECK: SchemaCheck = {
  name: 'schema-root-object',
  says: 'The root of a schema has the type object.',
  source: `${CALLING}; chatanywhere/GPT_API_free#403`,
  finds: (schema) =>
    schema.type === 'object'
      ? null
      : `schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(schema.type ?? 'None')}'.`,
};

/** Of the parameters of every function. */
const FUNCTION_CHECKS: readonly SchemaCheck[] = [
  ROOT_CHECK,
  {
    name: 'schema-root-combined',
    says: 'The root of the parameters has no oneOf, anyOf, allOf, enum, const or not.',
    source: `${CALLING}; nspady/google-calendar-mcp#39, goruck/home-generative-agent#545`,
    finds: (schema) =>
      ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'].some((key) => schema[key] !== undefined)
        ? "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level."
        : null,
  },
  {
    name: 'schema-root-properties',
    says: 'The root of the parameters lists its properties, even when there are none.',
    source: 'langchain-ai/langchain-mcp-adapters#137, manusa/kubernetes-mcp-server#340',
    finds: (schema) => (isObject(schema.properties) ? null : 'In context=(), object schema missing properties.'),
  },
  {
    name: 'schema-array-items',
    says: 'Every array defines its items.',
    source: 'langchain-ai/langchain-mcp-adapters#137, manusa/kubernetes-mcp-server#340',
    finds: (root) => {
      const found = findSchema(root, ({ schema }) => typesOf(schema).includes('array') && schema.items === undefined);
      return found && `${context(found.way)}, array schema missing items.`;
    },
  },
];

const NOT_PERMITTED = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'prefixItems',
  'contains',
  'minContains',
  'maxContains',
  'uniqueItems',
  'default',
];
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
const TYPED_BY = ['$ref', 'anyOf', 'enum', 'const'];

/** Of a schema that OpenAI has to guarantee. */
const STRICT_CHECKS: readonly SchemaCheck[] = [
  {
    name: 'strict-root-any-of',
    says: 'The root of a strict schema is an object without alternatives.',
    source: GUIDE,
    finds: (schema) =>
      schema.anyOf === undefined ? null : `schema must have type 'object' and not have 'anyOf' at the top level.`,
  },
  {
    name: 'strict-keywords',
    says: 'A strict schema has only the keywords that are supported.',
    source: `${GUIDE}; makenotion/notion-mcp-server#102`,
    finds: (root) => {
      for (const { schema, way } of subschemas(root)) {
        const key = NOT_PERMITTED.find((one) => schema[one] !== undefined);
        if (key) return `${context(way)}, '${key}' is not permitted.`;
      }
      return null;
    },
  },
  {
    name: 'strict-additional-properties',
    says: 'Every object of a strict schema sets additionalProperties to false.',
    source: `${GUIDE}; juspay/neurolink#1691, moeru-ai/xsai#145`,
    finds: (root) => {
      const found = findSchema(root, ({ schema }) => isObjectSchema(schema) && schema.additionalProperties !== false);
      return found && `${context(found.way)}, 'additionalProperties' is required to be supplied and to be false.`;
    },
  },
  {
    name: 'strict-required',
    says: 'Every property of a strict schema is required.',
    source: `${GUIDE}; juspay/neurolink#1691, moeru-ai/xsai#145`,
    finds: (root) => {
      for (const { schema, way } of subschemas(root)) {
        const missing = keysOf(schema).find((key) => !list(schema.required).includes(key));
        if (missing !== undefined) {
          return `${context(way)}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
        }
        const extra = list(schema.required).find((key) => !keysOf(schema).includes(key));
        if (extra !== undefined) {
          return `${context([...way, 'required'])}, Extra required key '${extra}' supplied.`;
        }
      }
      return null;
    },
  },
  {
    name: 'strict-types',
    says: 'Every schema within a strict one has a type, a reference, alternatives or constants.',
    source: GUIDE,
    finds: (root) => {
      const found = findSchema(
        root,
        ({ schema }) => typesOf(schema).length === 0 && !TYPED_BY.some((key) => schema[key] !== undefined),
      );
      return found && `${context(found.way)}, schema must have a 'type' key.`;
    },
  },
  {
    name: 'strict-arrays',
    says: 'Every array of a strict schema defines its items.',
    source: GUIDE,
    finds: (root) => {
      const found = findSchema(root, ({ schema }) => typesOf(schema).includes('array') && !isObject(schema.items));
      return found && `${context(found.way)}, array schema missing items.`;
    },
  },
  {
    name: 'strict-reference',
    says: 'A reference has no other keywords next to it and points into the same schema.',
    source: 'developers.openai.com/api/docs/guides/structured-outputs, definitions and recursion',
    finds: (root) => {
      for (const { schema, way } of subschemas(root)) {
        if (schema.$ref === undefined) continue;
        const beside = Object.keys(schema).filter((key) => !key.startsWith('$') && key !== 'definitions');
        if (beside.length > 0 && way.length > 0) {
          return `${context(way)}, $ref cannot have keywords {'${beside.join("', '")}'}.`;
        }
        if (!isObject(referred(root, schema.$ref))) return `${context(way)}, reference can only point to definitions.`;
      }
      return null;
    },
  },
  {
    name: 'strict-format',
    says: 'String formats are among the documented ones.',
    source: `${GUIDE}, supported properties`,
    finds: (root) => {
      const found = findSchema(root, ({ schema }) => schema.format !== undefined && !FORMATS.includes(schema.format));
      return found && `${context(found.way)}, '${found.schema.format}' is not a valid format.`;
    },
  },
  {
    name: 'strict-pattern',
    says: 'Patterns of a strict schema have no lookaround.',
    source: '@ai-sdk/openai 4.0.118, normalize-openai-json-schema.ts',
    finds: (root) => {
      const found = findSchema(
        root,
        ({ schema }) => typeof schema.pattern === 'string' && LOOKAROUND.test(schema.pattern),
      );
      return found && `${context(found.way)}, regex lookaround is not supported in 'pattern'.`;
    },
  },
  {
    name: 'strict-nesting',
    says: 'A strict schema has at most 10 levels of nesting.',
    source: GUIDE,
    finds: (root) => {
      const depth = Math.max(0, ...[...subschemas(root)].map((one) => one.depth + 1));
      return depth > 10 ? `${depth} levels of nesting exceeds limit of 10.` : null;
    },
  },
  {
    name: 'strict-sizes',
    says: 'A strict schema has at most 5,000 properties, 1,000 constants of enums and 120,000 characters of names and constants.',
    source: GUIDE,
    finds: (root) => {
      const all = [...subschemas(root)];
      const properties = all.reduce((sum, { schema }) => sum + keysOf(schema).length, 0);
      if (properties > 5_000) return `schema exceeds the maximum of 5000 object properties: ${properties}.`;
      const constants = all.flatMap(({ schema }) => [...list(schema.enum), ...(schema.const ? [schema.const] : [])]);
      if (constants.length > 1_000)
        return `Expected at most 1000 enum values in total within a schema, but got ${constants.length}.`;
      const names = all.flatMap(({ schema }) => [...keysOf(schema), ...Object.keys(schema.$defs ?? {})]);
      const characters = [...names, ...constants].reduce((sum: number, one) => sum + String(one).length, 0);
      return characters > 120_000
        ? `Expected at most 120000 characters in property names, definition names and enum values, but got ${characters}.`
        : null;
    },
  },
];

function asRule({ name, says, source, finds }: SchemaCheck, schemasOf: (request: SentRequest) => SentSchema[]): Rule {
  return rule(name, says, source, (request) =>
    firstOf(schemasOf(request), ({ of, schema, param, code }) => {
      const words = isObject(schema) ? finds(schema) : ROOT_CHECK.finds({});
      return words === null ? null : { at: param, message: `Invalid schema for ${of}: ${words}`, param, code };
    }),
  );
}

/** Rules for the parameters of functions. */
export const functionSchemaRules = (functions: (request: SentRequest) => SentSchema[]): Rule[] =>
  FUNCTION_CHECKS.map((check) => asRule(check, functions));

/** Rules for the schema of an answer. */
export const formatSchemaRules = (formats: (request: SentRequest) => SentSchema[]): Rule[] => [
  asRule({ ...ROOT_CHECK, name: 'format-schema-root-object' }, formats),
];

/** Rules for strict schemas, of functions and answers. */
export const strictSchemaRules = (schemas: (request: SentRequest) => SentSchema[]): Rule[] =>
  STRICT_CHECKS.map((check) => asRule(check, (request) => schemas(request).filter(({ isStrict }) => isStrict)));
