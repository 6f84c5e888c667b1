import { safeName } from '../../platform/encryption/secret-detection.ts';
import { measureSchema } from '../../platform/json-schema/schema-work.ts';
import { InvalidParameter } from './errors.ts';

export type Members = Record<string, unknown>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws InvalidParameter for a JSON Schema that exceeds the limits */
export function assertModestSchema(schema: Members, param: string): void {
  const measured = measureSchema(schema);
  if (!('excess' in measured)) return;
  const { pointer, detail } = measured.excess;
  const place = pointer === '' ? '' : ` (at \`${safeName(pointer)}\`)`;
  throw new InvalidParameter(param, `\`${param}\`${place}: ${detail}`, 'invalid_json_schema', 422);
}
