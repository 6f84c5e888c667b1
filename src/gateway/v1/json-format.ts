import type { JSONSchema7 } from '@ai-sdk/provider';
import type { TaskRequest } from '../runs/run-task.ts';
import { assertModestSchema, type Members } from './values.ts';

/** `text.format` of responses, or `response_format` of chat completions with its `json_schema` merged. */
type FormatParameter =
  | { readonly type: 'text' | 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly description?: string | null | undefined;
      readonly schema: Members;
      readonly strict?: boolean | null | undefined;
    };

/**
 * @param param path of the format in the request body, for errors
 * @throws InvalidParameter
 */
export function jsonFormatOf(format: FormatParameter | null | undefined, param: string): TaskRequest['json'] {
  if (!format || format.type === 'text') return null;
  if (format.type !== 'json_schema') return { schema: null, name: null };
  const { schema, name, description, strict } = format;
  assertModestSchema(schema, `${param}.schema`);
  return {
    schema: schema as JSONSchema7,
    name,
    ...(typeof description === 'string' && { description }),
    ...(strict && { isStrict: true }),
  };
}
