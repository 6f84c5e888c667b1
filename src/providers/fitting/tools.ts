import type {
  JSONSchema7,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolChoice,
} from '@ai-sdk/provider';
import type { Changes } from './changes.ts';
import type { ModelRequest } from './model-request.ts';
import { withInstruction } from './prompt/instruction.ts';
import { type StrictOptions, strictMiss } from './schema/strict.ts';
import type { SchemaSubset } from './schema/subset.ts';
import { objectSchemaIn } from './schema/subset-writer.ts';

/** Converts tool schemas to a provider's subset. Strict schemas stay unchanged if the provider can guarantee them. */
export function fittedTools(
  { tools }: ModelRequest,
  { subset, strict }: { readonly subset: SchemaSubset; readonly strict: StrictOptions | null },
  changes: Changes,
): readonly LanguageModelV4FunctionTool[] {
  return tools.map((tool) => {
    const { strict: isStrict, inputSchema, ...rest } = tool;
    if (isStrict === true && isGuaranteed(inputSchema, `The tool ${tool.name}`, strict, changes)) return tool;
    const fitted = objectSchemaIn(subset, inputSchema);
    if (JSON.stringify(fitted) !== JSON.stringify(inputSchema)) changes.note('SCHEMA');
    return { ...rest, inputSchema: fitted };
  });
}

/** True for a schema that can be sent with `strict: true`. */
export function isGuaranteed(
  schema: JSONSchema7,
  what: string,
  strict: StrictOptions | null,
  changes: Changes,
): boolean {
  const miss = strict
    ? strictMiss(schema as Record<string, unknown>, strict)
    : `${changes.deployment} does not support strict schemas`;
  if (miss !== null) changes.note('STRICT', `${what} was sent without \`strict\`: ${miss}.`);
  return miss === null;
}

/** Declares the tools that were called in the conversation, for a provider that requires it. They can't be called. */
export function declaredTools(prompt: LanguageModelV4Prompt, changes: Changes): readonly LanguageModelV4FunctionTool[] {
  const names = new Set<string>();
  for (const { role, content } of prompt) {
    if (role === 'assistant') for (const part of content) if (part.type === 'tool-call') names.add(part.toolName);
  }
  if (names.size > 0) changes.note('TOOLS_DECLARED');
  return [...names].map((name) => ({ type: 'function', name, inputSchema: { type: 'object', properties: {} } }));
}

export interface PromptWithToolChoice {
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4ToolChoice | null;
}

/**
 * Asks for a tool call in the prompt, for a model that can't be forced to call one. If the caller requires a certain tool, only
 * that tool is sent.
 */
export function withChoiceAsked(
  prompt: LanguageModelV4Prompt,
  tools: readonly LanguageModelV4FunctionTool[],
  choice: LanguageModelV4ToolChoice | null,
  changes: Changes,
): PromptWithToolChoice {
  if (choice?.type !== 'required' && choice?.type !== 'tool') return { prompt, tools, toolChoice: choice };
  const what = choice.type === 'tool' ? `the tool \`${choice.toolName}\`` : 'one of the tools';
  changes.note(
    'TOOL_CHOICE_ASKED',
    `tool_choice was put into the prompt: ${changes.deployment} can't be forced to call a tool. The answer can lack a call.`,
  );
  return {
    prompt: withInstruction(prompt, `Call ${what} in this answer. Do not answer without a call.`),
    tools: choice.type === 'tool' ? tools.filter(({ name }) => name === choice.toolName) : tools,
    toolChoice: { type: 'auto' },
  };
}
