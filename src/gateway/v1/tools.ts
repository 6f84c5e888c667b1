import type { JSONSchema7, LanguageModelV4FunctionTool, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import { shownName } from '../../platform/encryption/looks-secret.ts';
import { InvalidParameter } from './errors.ts';
import { booleanAt, isObject, type Members, objectAt, refuseUnknown, schemaAt, textAt } from './values.ts';

const MAX_TOOLS = 128;
const MAX_DESCRIPTION = 16_000;
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const FUNCTION_MEMBERS = new Set(['name', 'description', 'parameters', 'strict']);
const IN_CHAT = new Set(['type', 'function']);
const IN_RESPONSES = new Set(['type', ...FUNCTION_MEMBERS]);

const NO_TOOLS: readonly LanguageModelV4FunctionTool[] = [];
/** What a function takes that does not say. */
const ANYTHING: JSONSchema7 = { type: 'object', properties: {} };

/** The functions that a caller offers. The two surfaces write them differently: inside `function`, or as they are. */
export function toolsAt(value: unknown, surface: 'CHAT' | 'RESPONSES'): readonly LanguageModelV4FunctionTool[] {
  if (value === undefined || value === null) return NO_TOOLS;
  if (!Array.isArray(value)) throw new InvalidParameter('tools', '`tools` must be a list.', 'invalid_type');
  if (value.length > MAX_TOOLS) throw new InvalidParameter('tools', `At most ${MAX_TOOLS} tools are taken.`);
  const names = new Set<string>();
  return value.map((tool, at) => {
    const made = toolAt(tool, `tools[${at}]`, surface);
    if (names.has(made.name)) throw new InvalidParameter(`tools[${at}]`, `Two tools are called \`${made.name}\`.`);
    names.add(made.name);
    return made;
  });
}

function toolAt(value: unknown, param: string, surface: 'CHAT' | 'RESPONSES'): LanguageModelV4FunctionTool {
  const tool = objectAt(value, param);
  if (tool.type !== 'function') {
    throw new InvalidParameter(`${param}.type`, 'Only tools of the type `function` are taken.', 'unsupported_value');
  }
  refuseUnknown(tool, surface === 'CHAT' ? IN_CHAT : IN_RESPONSES, param);
  const where = surface === 'CHAT' ? `${param}.function` : param;
  const of = surface === 'CHAT' ? objectAt(tool.function, where) : tool;
  if (surface === 'CHAT') refuseUnknown(of, FUNCTION_MEMBERS, where);
  const name = toolNameAt(of.name, `${where}.name`);
  const { description, parameters, strict } = of;
  if (parameters !== undefined && parameters !== null) schemaAt(parameters, `${where}.parameters`);
  return {
    type: 'function',
    name,
    ...(description !== undefined &&
      description !== null && { description: textAt(description, `${where}.description`, MAX_DESCRIPTION) }),
    inputSchema: (parameters as JSONSchema7 | null | undefined) ?? ANYTHING,
    ...(strict !== undefined && strict !== null && { strict: booleanAt(strict, `${where}.strict`) }),
  };
}

export function toolNameAt(value: unknown, param: string): string {
  const name = textAt(value, param);
  if (!TOOL_NAME.test(name)) {
    throw new InvalidParameter(param, `\`${param}\` takes 1 to 64 letters, digits, \`_\` and \`-\`.`);
  }
  return name;
}

/** Which of them the model is to use. */
export function toolChoiceAt(
  value: unknown,
  tools: readonly LanguageModelV4FunctionTool[],
): LanguageModelV4ToolChoice | null {
  if (value === undefined || value === null) return null;
  if (value === 'auto' || value === 'none') return tools.length > 0 ? { type: value } : null;
  if (value !== 'required' && !isObject(value)) {
    throw new InvalidParameter('tool_choice', '`tool_choice` takes `auto`, `none`, `required` or a function.');
  }
  if (tools.length === 0) {
    throw new InvalidParameter('tool_choice', '`tool_choice` asks for a tool, and `tools` has none.');
  }
  if (value === 'required') return { type: 'required' };
  const toolName = chosenName(value as Members);
  if (!tools.some(({ name }) => name === toolName)) {
    throw new InvalidParameter('tool_choice', `No tool is called \`${shownName(toolName)}\`.`);
  }
  return { type: 'tool', toolName };
}

/** `{type, function: {name}}` as chat completions write it, `{type, name}` as responses do. */
function chosenName(choice: Members): string {
  if (choice.type !== 'function') {
    throw new InvalidParameter(
      'tool_choice.type',
      'Only a choice of the type `function` is taken.',
      'unsupported_value',
    );
  }
  const of = isObject(choice.function) ? choice.function : choice;
  return textAt(of.name, 'tool_choice.name');
}
