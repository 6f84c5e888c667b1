import type { JSONSchema7 } from '@ai-sdk/provider';
import type { TaskRequest } from '../runs/run-task.ts';
import { InvalidParameter } from './errors.ts';
import { toolNameAt } from './tools.ts';
import { type Members, objectAt, refuseUnknown, schemaAt } from './values.ts';

const FORMAT = new Set(['type', 'json_schema']);
const SCHEMA = new Set(['name', 'description', 'schema', 'strict']);
const FLAT_FORMAT = new Set(['type', ...SCHEMA]);

/** `response_format` of chat completions, where the schema stands in a member of its own, and `text.format` of responses. */
export function jsonFormatAt(value: unknown, param: 'response_format' | 'text.format'): TaskRequest['json'] {
  if (value === undefined || value === null) return null;
  const format = objectAt(value, param);
  const isFlat = param === 'text.format';
  refuseUnknown(format, isFlat ? FLAT_FORMAT : FORMAT, param);
  if (format.type === 'text') return null;
  if (format.type === 'json_object') return { schema: null, name: null };
  if (format.type !== 'json_schema') {
    throw new InvalidParameter(
      `${param}.type`,
      `\`${param}.type\` takes \`text\`, \`json_object\` or \`json_schema\`.`,
    );
  }
  const where = isFlat ? param : `${param}.json_schema`;
  const of: Members = isFlat ? format : objectAt(format.json_schema, where);
  if (!isFlat) refuseUnknown(of, SCHEMA, where);
  const name = toolNameAt(of.name, `${where}.name`);
  return {
    schema: schemaAt(of.schema, `${where}.schema`) as JSONSchema7,
    name,
    ...(of.strict === true && { isStrict: true }),
  };
}
