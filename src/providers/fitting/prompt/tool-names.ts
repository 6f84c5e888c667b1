import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import type { Changes } from '../changes.ts';

const BEGINS = /^[a-zA-Z_]/;

interface NamedTools {
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4ToolChoice | null;
}

/** Renames tools everywhere so that names start with a letter or `_`. Also returns the caller's names. */
export function withLetterFirst(
  { prompt, tools, toolChoice }: NamedTools,
  changes: Changes,
): NamedTools & { readonly toolNames: Readonly<Record<string, string>> } {
  const taken = new Set(tools.map(({ name }) => name));
  const sent = new Map<string, string>();
  const nameOf = (name: string): string => {
    if (BEGINS.test(name)) return name;
    const known = sent.get(name);
    if (known !== undefined) return known;
    let made = `_${name}`.slice(0, MOST_CHARACTERS);
    for (let times = 2; taken.has(made); times++) made = `_${times}_${name}`.slice(0, MOST_CHARACTERS);
    taken.add(made);
    sent.set(name, made);
    changes.note('TOOL_NAMES');
    return made;
  };
  return {
    tools: tools.map((tool) => ({ ...tool, name: nameOf(tool.name) })),
    toolChoice: toolChoice?.type === 'tool' ? { ...toolChoice, toolName: nameOf(toolChoice.toolName) } : toolChoice,
    prompt: prompt.map((message) => {
      if (message.role !== 'assistant' && message.role !== 'tool') return message;
      const content = message.content.map((part) =>
        part.type === 'tool-call' || part.type === 'tool-result' ? { ...part, toolName: nameOf(part.toolName) } : part,
      );
      return { ...message, content } as typeof message;
    }),
    toolNames: Object.fromEntries([...sent].map(([given, made]) => [made, given])),
  };
}

const MOST_CHARACTERS = 64;
