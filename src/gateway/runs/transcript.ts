import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { safeName } from '../../platform/encryption/secret-detection.ts';
import { type CacheBreakpoint, withBreakpoint } from '../../providers/index.ts';

type AssistantPart = LanguageModelV4TextPart | LanguageModelV4ToolCallPart;

/** Maximum nesting of a tool call's arguments. Deeper ones are never intended, and their readers recurse once per level. */
const MAX_DEPTH = 64;

/**
 * Builds a conversation in the providers' format, from any API: one message per turn of the model, one for the results of its
 * tools, and each result with its call. A method that finds a problem in the conversation returns it as a sentence.
 */
export class Transcript {
  readonly prompt: LanguageModelV4Prompt = [];
  /** Names of the tools whose calls have no result yet, by the id of the call. An id may come again once it has its result. */
  readonly #waiting = new Map<string, string>();
  readonly #answered = new Set<string>();
  #hasContent = false;

  system(text: string, breakpoint: CacheBreakpoint | null = null): string | null {
    const unanswered = this.#settle();
    this.#notice(text);
    this.prompt.push(withBreakpoint({ role: 'system', content: text }, breakpoint));
    return unanswered;
  }

  user(content: LanguageModelV4TextPart[]): string | null {
    const unanswered = this.#settle();
    for (const { text } of content) this.#notice(text);
    this.prompt.push({ role: 'user', content });
    return unanswered;
  }

  assistantText(text: string, breakpoint: CacheBreakpoint | null = null): void {
    if (text === '') return;
    this.#notice(text);
    this.#assistant().push(withBreakpoint({ type: 'text', text }, breakpoint));
  }

  toolCall(toolCallId: string, toolName: string, input: unknown): string | null {
    if (this.#waiting.has(toolCallId)) {
      return `Two tool calls without a result have the id \`${safeName(toolCallId)}\`.`;
    }
    this.#waiting.set(toolCallId, toolName);
    this.#assistant().push({ type: 'tool-call', toolCallId, toolName, input });
    return null;
  }

  /** Adds the result of the latest tool call with this id. */
  toolResult(toolCallId: string, value: string, breakpoint: CacheBreakpoint | null = null): string | null {
    const toolName = this.#waiting.get(toolCallId);
    if (toolName === undefined) {
      return this.#answered.has(toolCallId)
        ? `The tool call \`${safeName(toolCallId)}\` has a result already.`
        : `No tool call before this has the id \`${safeName(toolCallId)}\`.`;
    }
    this.#waiting.delete(toolCallId);
    this.#answered.add(toolCallId);
    this.#hasContent = true;
    const result = { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } } as const;
    this.#tool().push(withBreakpoint(result, breakpoint));
    return null;
  }

  /** Checks that the conversation can end here. Must be called after the last part. */
  end(): string | null {
    return this.#settle();
  }

  /** True without any text or tool result to answer. */
  get isEmpty(): boolean {
    return !this.#hasContent;
  }

  /** Every call needs a result before the next user or system message, or providers refuse the conversation. */
  #settle(): string | null {
    if (this.#waiting.size === 0) return null;
    const [first] = this.#waiting.keys();
    this.#waiting.clear();
    return `The tool call \`${safeName(first!)}\` has no result. Send one for each call that the model made.`;
  }

  #notice(text: string): void {
    if (text !== '') this.#hasContent = true;
  }

  #assistant(): AssistantPart[] {
    const last = this.prompt.at(-1);
    if (last?.role === 'assistant') return last.content as AssistantPart[];
    const content: AssistantPart[] = [];
    this.prompt.push({ role: 'assistant', content } satisfies LanguageModelV4Message);
    return content;
  }

  #tool(): LanguageModelV4ToolResultPart[] {
    const last = this.prompt.at(-1);
    if (last?.role === 'tool') return last.content as LanguageModelV4ToolResultPart[];
    const content: LanguageModelV4ToolResultPart[] = [];
    this.prompt.push({ role: 'tool', content } satisfies LanguageModelV4Message);
    return content;
  }
}

/**
 * Parses the arguments of a tool call. For a tool without parameters, models write nothing, blanks or `null`; these become `{}`,
 * the only form that every provider accepts.
 */
export function argumentsOf(text: string): { readonly input: unknown } | { readonly problem: string } {
  if (text.trim() === '') return { input: {} };
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return { problem: 'The arguments of a tool call must be JSON.' };
  }
  if (isDeeper(input, MAX_DEPTH)) {
    return { problem: `The arguments of a tool call are nested deeper than ${MAX_DEPTH} levels.` };
  }
  return { input: input ?? {} };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
