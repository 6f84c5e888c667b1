import type { JSONSchema7 } from '@ai-sdk/provider';
import { z } from 'zod';
import type { TextTask } from '../../models/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { ProviderFailure } from '../../providers/index.ts';
import type { TaskRequest } from './run-task.ts';

/** What an answer has to fit. */
export interface OutputCheck {
  /** @throws ProviderFailure OUTPUT_INVALID, which says where and never what stands there */
  assert(text: string): void;
}

type Schema = JSONSchema7 | Readonly<Record<string, unknown>>;

const ofTasks = new WeakMap<TextTask, z.ZodType>();

/** Null where any text will do. @throws Refusal for a schema that cannot be checked */
export function outputCheckFor({ json }: TaskRequest, task: TextTask): OutputCheck | null {
  if (json === null && task.outputSchema === null) return null;
  const types: z.ZodType[] = [];
  if (json?.schema) types.push(typeOf(json.schema));
  if (task.outputSchema) types.push(typeOfTask(task));
  return {
    assert(text) {
      const value = parse(text);
      for (const type of types) {
        const { error } = type.safeParse(value);
        if (error) throw invalid(`The answer does not fit its schema${placeOf(error)}.`);
      }
    },
  };
}

function typeOfTask(task: TextTask): z.ZodType {
  const type = ofTasks.get(task) ?? typeOf(task.outputSchema!);
  ofTasks.set(task, type);
  return type;
}

function typeOf(schema: Schema): z.ZodType {
  const text = JSON.stringify(schema);
  if (text.length > MOST_SCHEMA_LENGTH) {
    throw refused(`The schema is longer than ${MOST_SCHEMA_LENGTH.toLocaleString('en')} characters.`);
  }
  try {
    return z.fromJSONSchema(withoutPatterns(JSON.parse(text)) as never);
  } catch (error) {
    throw refused(`The schema cannot be checked: ${error instanceof Error ? error.message : 'it is no JSON Schema'}`);
  }
}

const MOST_SCHEMA_LENGTH = 100_000;

const refused = (detail: string) =>
  new Refusal('INPUT_INVALID', detail, { issues: [{ pointer: '/outputSchema', detail }] });

/**
 * A pattern is a program of the caller's, run over a text that the caller has a say in: some take for ever. Providers are handed
 * them; here they are not gone by, nor is what is said of all properties beside them.
 */
function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { pattern: _, patternProperties, ...rest } = schema as Record<string, unknown>;
  if (patternProperties !== undefined) delete rest.additionalProperties;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => {
      if (VALUES.has(name)) return [name, value];
      return [name, NAMED.has(name) ? byName(value) : withoutPatterns(value)];
    }),
  );
}

/** Keywords that hold values, and those that hold schemas by names of the caller's own. */
const VALUES = new Set(['const', 'default', 'enum', 'examples']);
const NAMED = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

function byName(schemas: unknown): unknown {
  if (typeof schemas !== 'object' || schemas === null) return schemas;
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutPatterns(schema)]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The answer is not JSON.');
  }
}

function placeOf({ issues }: z.ZodError): string {
  const path = issues[0]?.path.map(String) ?? [];
  return path.length > 0 ? ` at /${path.join('/').slice(0, 200)}` : '';
}

const invalid = (message: string) => new ProviderFailure('OUTPUT_INVALID', message, { mayHaveCost: true });
