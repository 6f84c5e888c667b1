import type { JSONSchema7, LanguageModelV4FunctionTool, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import { safeName } from '../../platform/encryption/secret-detection.ts';
import { withBreakpoint } from '../../providers/index.ts';
import { breakpointIn, type CacheMarks } from './cache-marks.ts';
import { InvalidParameter } from './errors.ts';
import { assertModestSchema, type Members } from './values.ts';

interface OfferedFunction {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly parameters?: Members | null | undefined;
  readonly strict?: boolean | null | undefined;
}

/** A function offered by the caller. In chat completions it is a member of the tool, in responses it is the tool. */
type OfferedTool = CacheMarks & ({ readonly function: OfferedFunction } | OfferedFunction);

const NO_TOOLS: readonly LanguageModelV4FunctionTool[] = [];
/** JSON Schema for a function whose parameters the caller omits. */
const ANYTHING: JSONSchema7 = { type: 'object', properties: {} };

/** Converts the caller's functions. @throws InvalidParameter */
export function toolsOf(offered: readonly OfferedTool[] | null | undefined): readonly LanguageModelV4FunctionTool[] {
  if (!offered) return NO_TOOLS;
  const names = new Set<string>();
  return offered.map((tool, at) => {
    const { name, description, parameters, strict } = 'function' in tool ? tool.function : tool;
    if (names.has(name)) throw new InvalidParameter(`tools[${at}]`, `Two tools have the name \`${name}\`.`);
    names.add(name);
    if (parameters) {
      assertModestSchema(parameters, `tools[${at}].${'function' in tool ? 'function.' : ''}parameters`);
    }
    const offer: LanguageModelV4FunctionTool = {
      type: 'function',
      name,
      ...(typeof description === 'string' && { description }),
      inputSchema: (parameters as JSONSchema7 | null | undefined) ?? ANYTHING,
      ...(typeof strict === 'boolean' && { strict }),
    };
    return withBreakpoint(offer, breakpointIn(tool));
  });
}

type ToolChoiceParameter =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly function: { readonly name: string } }
  | { readonly name: string };

/** Converts `tool_choice`. @throws InvalidParameter */
export function toolChoiceOf(
  choice: ToolChoiceParameter | null | undefined,
  tools: readonly LanguageModelV4FunctionTool[],
): LanguageModelV4ToolChoice | null {
  if (choice === undefined || choice === null) return null;
  if (choice === 'auto' || choice === 'none') return tools.length > 0 ? { type: choice } : null;
  if (tools.length === 0) {
    throw new InvalidParameter('tool_choice', '`tool_choice` requires a tool, but `tools` is empty.');
  }
  if (choice === 'required') return { type: 'required' };
  const toolName = 'function' in choice ? choice.function.name : choice.name;
  if (!tools.some(({ name }) => name === toolName)) {
    throw new InvalidParameter('tool_choice', `\`tools\` has no tool \`${safeName(toolName)}\`.`);
  }
  return { type: 'tool', toolName };
}
