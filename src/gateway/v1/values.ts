import { shownName } from '../../platform/encryption/looks-secret.ts';
import { measureSchema } from '../../platform/json-schema/schema-work.ts';
import { InvalidParameter } from './errors.ts';

export type Members = Record<string, unknown>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(value: unknown, param: string): Members {
  if (isObject(value)) return value;
  throw new InvalidParameter(param, `\`${param}\` must be an object.`, 'invalid_type');
}

/** Refuses members that nobody knows: whoever misspells one would wonder why it does nothing. */
export function refuseUnknown(value: Members, known: ReadonlySet<string>, param = ''): void {
  for (const name in value) {
    if (known.has(name)) continue;
    const where = param ? `${param}.${shownName(name)}` : shownName(name);
    throw new InvalidParameter(where, `Unknown parameter: \`${where}\`.`, 'unknown_parameter');
  }
}

export function textAt(value: unknown, param: string, maxLength = Number.POSITIVE_INFINITY): string {
  if (typeof value !== 'string') throw new InvalidParameter(param, `\`${param}\` must be a string.`, 'invalid_type');
  if (value.length > maxLength) {
    throw new InvalidParameter(param, `\`${param}\` has more than ${maxLength} characters.`, 'string_above_max_length');
  }
  return value;
}

/** A number between two others; null where none is given. */
export function numberAt(value: unknown, param: string, min: number, max: number): number | null {
  if (value === undefined || value === null) return null;
  // A number too large for JSON is read as infinity.
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InvalidParameter(param, `\`${param}\` must be a number.`, 'invalid_type');
  }
  if (value < min || value > max) throw outOfRange(param, value, min, max);
  return value;
}

export function integerAt(value: unknown, param: string, min: number, max: number): number | null {
  if (value === undefined || value === null) return null;
  if (!Number.isSafeInteger(value)) {
    throw new InvalidParameter(param, `\`${param}\` must be an integer.`, 'invalid_type');
  }
  if ((value as number) < min || (value as number) > max) throw outOfRange(param, value as number, min, max);
  return value as number;
}

function outOfRange(param: string, value: number, min: number, max: number): InvalidParameter {
  const isBelow = value < min;
  return new InvalidParameter(
    param,
    `\`${param}\` must be ${isBelow ? `at least ${min}` : `at most ${max}`}, and is ${value}.`,
    isBelow ? 'integer_below_min_value' : 'integer_above_max_value',
  );
}

/** False where none is given. */
export function booleanAt(value: unknown, param: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean')
    throw new InvalidParameter(param, `\`${param}\` must be true or false.`, 'invalid_type');
  return value;
}

/** A JSON Schema that stands for no more work than is allowed. */
export function schemaAt(value: unknown, param: string): Members {
  const schema = objectAt(value, param);
  const measured = measureSchema(schema);
  if (!('excess' in measured)) return schema;
  const { pointer, detail } = measured.excess;
  const place = pointer === '' ? '' : ` (at \`${shownName(pointer)}\`)`;
  throw new InvalidParameter(param, `\`${param}\`${place}: ${detail}`, 'invalid_json_schema', 422);
}
