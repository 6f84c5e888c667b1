import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { InvalidParameter } from './errors.ts';
import { assertShallow, shown } from './values.ts';

type AssistantPart = LanguageModelV4TextPart | LanguageModelV4ToolCallPart;

/**
 * Puts a conversation together as providers take it, from either surface: what belongs to one turn of the model in one
 * message, results of tools in another, each result to a call that was made before.
 */
export class Transcript {
  readonly prompt: LanguageModelV4Prompt = [];
  /** Of the calls that were made, the tools' names. */
  readonly #calls = new Map<string, string>();
  readonly #unanswered = new Set<string>();
  #hasContent = false;

  system(text: string): void {
    this.#settle();
    this.#noticed(text);
    this.prompt.push({ role: 'system', content: text });
  }

  user(content: LanguageModelV4TextPart[]): void {
    this.#settle();
    for (const { text } of content) this.#noticed(text);
    this.prompt.push({ role: 'user', content });
  }

  assistantText(text: string): void {
    if (text === '') return;
    this.#noticed(text);
    this.#assistant().push({ type: 'text', text });
  }

  toolCall(toolCallId: string, toolName: string, argumentsText: string, param: string): void {
    if (this.#calls.has(toolCallId)) {
      throw new InvalidParameter(param, `Two tool calls have the id \`${shown(toolCallId)}\`.`);
    }
    this.#calls.set(toolCallId, toolName);
    this.#unanswered.add(toolCallId);
    this.#assistant().push({ type: 'tool-call', toolCallId, toolName, input: argumentsOf(argumentsText, param) });
  }

  toolResult(toolCallId: string, value: string, param: string): void {
    const toolName = this.#calls.get(toolCallId);
    if (toolName === undefined) {
      throw new InvalidParameter(param, `No tool call before this has the id \`${shown(toolCallId)}\`.`);
    }
    if (!this.#unanswered.delete(toolCallId)) {
      throw new InvalidParameter(param, `The tool call \`${shown(toolCallId)}\` has a result already.`);
    }
    this.#hasContent = true;
    this.#tool().push({ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } });
  }

  /** @throws InvalidParameter when there is nothing to answer */
  end(param: string): LanguageModelV4Prompt {
    this.#settle();
    if (this.#hasContent) return this.prompt;
    throw new InvalidParameter(param, `\`${param}\` has no text: there is nothing to answer.`, 'empty_array');
  }

  /** Every call has a result before anything else is said: providers refuse the conversation otherwise. */
  #settle(): void {
    if (this.#unanswered.size === 0) return;
    const [first] = this.#unanswered;
    throw new InvalidParameter(
      null,
      `The tool call \`${shown(first!)}\` has no result. Send one for each call that the model made.`,
    );
  }

  #noticed(text: string): void {
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

/** What a model called a tool with. Some send nothing at all where there is nothing to send. */
function argumentsOf(text: string, param: string): unknown {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidParameter(param, `The arguments in \`${param}\` are not JSON.`);
  }
  assertShallow(value, param);
  return value;
}
