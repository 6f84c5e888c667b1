import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { jsonInstance } from './json-instance.ts';
import { lastUserText } from './material.ts';

/** Characters searched for tool names and arguments. */
const LOOKED_AT_CHARACTERS = 20_000;

export interface SimulatedToolCall {
  readonly toolName: string;
  /** JSON that matches the tool's schema. */
  readonly input: string;
  /** Number of earlier tool calls since the user's last message. */
  readonly turn: number;
}

/**
 * Tool call with which an answer starts. Null if the answer is a text. Tools that the message names are called in the order of
 * their names in it, each once. A required tool is called in any case.
 */
export function toolCallFor({ prompt, tools, toolChoice }: LanguageModelV4CallOptions): SimulatedToolCall | null {
  const own = (tools ?? []).filter((tool) => tool.type === 'function');
  if (own.length === 0 || toolChoice?.type === 'none') return null;
  const text = lastUserText(prompt).slice(0, LOOKED_AT_CHARACTERS);
  const called = callsSince(prompt);
  const tool = chosen(own, toolChoice, namedIn(text, own), called);
  if (tool === null) return null;
  return { toolName: tool.name, input: JSON.stringify(jsonInstance(tool.inputSchema, text)), turn: called.length };
}

function chosen(
  tools: readonly LanguageModelV4FunctionTool[],
  choice: LanguageModelV4CallOptions['toolChoice'],
  named: readonly LanguageModelV4FunctionTool[],
  called: readonly string[],
): LanguageModelV4FunctionTool | null {
  if (choice?.type === 'tool') return tools.find(({ name }) => name === choice.toolName) ?? null;
  const next = named.find(({ name }) => !called.includes(name));
  if (next || choice?.type !== 'required') return next ?? null;
  return tools.find(({ name }) => !called.includes(name)) ?? tools[0]!;
}

/** Tools that a text names, in the order of their names in it. "get weather" also names `get_weather` and `getWeather`. */
function namedIn(text: string, tools: readonly LanguageModelV4FunctionTool[]): LanguageModelV4FunctionTool[] {
  const plain = text.toLowerCase();
  return tools
    .map((tool) => {
      const words = tool.name
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .replace(/[_-]+/g, ' ')
        .toLowerCase();
      const places = [tool.name.toLowerCase(), words].map((name) => plain.indexOf(name)).filter((at) => at >= 0);
      return { tool, at: Math.min(...places) };
    })
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => a.at - b.at)
    .map(({ tool }) => tool);
}

const sinceLastUser = (prompt: LanguageModelV4Prompt) =>
  prompt.slice(prompt.findLastIndex(({ role }) => role === 'user') + 1);

function callsSince(prompt: LanguageModelV4Prompt): string[] {
  return sinceLastUser(prompt).flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []))
      : [],
  );
}

/** Tool results since the user's last message, one line each. */
export function toolResultsIn(prompt: LanguageModelV4Prompt): string[] {
  return sinceLastUser(prompt).flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [`- ${part.toolName}: ${shown(part)}`] : []))
      : [],
  );
}

const SHOWN_CHARACTERS = 400;

function shown({ output }: LanguageModelV4ToolResultPart): string {
  const value = output.type === 'execution-denied' ? (output.reason ?? 'denied') : output.value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS - 1)}…`;
}
