import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { countTexts, NO_TOKENS, plus, type TokenCount } from '../../platform/tokens/index.ts';

/** What is sent to a model, as far as its tokens count. */
export interface CountedInput {
  /** The task's own, which are put before the prompt. */
  readonly instructions: string | null;
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  /** That the answer has to fit; null for none. */
  readonly outputSchema: unknown;
}

/** What providers put around a message: its role, where it begins and ends. */
const TOKENS_OF_MESSAGE = 6;
/** Around all of them, and before the answer. */
const TOKENS_OF_PROMPT = 8;
/** A picture or a page that is sent along: what the providers of the catalogue count for a large one. */
const TOKENS_OF_FILE = 3_000;
/** Around the definition of a tool. */
const TOKENS_OF_TOOL = 12;
/** Some providers have no parameter for a schema: it becomes a part of the system message, in a few words. */
const TOKENS_OF_SCHEMA = 60;

/** Everything that a request carries, by o200k. A promise where it is long: then others have their turns in between. */
export function inputTokens(input: CountedInput): TokenCount | Promise<TokenCount> {
  const counted = new InputCounter();
  if (input.instructions !== null) counted.message();
  for (const message of input.prompt) {
    counted.message();
    takeMessage(message, counted);
  }
  for (const tool of input.tools) counted.tool(JSON.stringify([tool.name, tool.description, tool.inputSchema]));
  if (input.outputSchema !== null) counted.schema(JSON.stringify(input.outputSchema));
  if (input.instructions === null) return counted.total();
  const instructions = instructionTokens(input.instructions);
  const rest = counted.total();
  return instructions instanceof Promise || rest instanceof Promise
    ? Promise.all([instructions, rest]).then(([one, other]) => plus(one, other))
    : plus(instructions, rest);
}

/** The same for texts alone, each of them one message. */
export function textTokens(texts: readonly string[]): TokenCount | Promise<TokenCount> {
  const counted = new InputCounter();
  for (const text of texts) {
    counted.message();
    counted.text(text);
  }
  return counted.total();
}

/** An estimate for prose of so many characters, for callers who don't send the text. */
export function tokensOfLength(characters: number): TokenCount {
  const tokens = Math.ceil(characters / CHARACTERS_OF_TOKEN) + TOKENS_OF_MESSAGE + TOKENS_OF_PROMPT;
  return { ...NO_TOKENS, tokens };
}

/** Of prose in European languages, which has three to five; Chinese and Japanese have one or two. */
const CHARACTERS_OF_TOKEN = 3.2;

class InputCounter {
  #texts: string[] = [];
  #fixed = TOKENS_OF_PROMPT;

  message(): void {
    this.#fixed += TOKENS_OF_MESSAGE;
  }

  file(): void {
    this.#fixed += TOKENS_OF_FILE;
  }

  tool(definition: string): void {
    this.#fixed += TOKENS_OF_TOOL;
    this.text(definition);
  }

  schema(schema: string): void {
    this.#fixed += TOKENS_OF_SCHEMA;
    this.text(schema);
  }

  text(text: string): void {
    this.#texts.push(text);
  }

  total(): TokenCount | Promise<TokenCount> {
    const fixed = { ...NO_TOKENS, tokens: this.#fixed };
    const texts = countTexts(this.#texts);
    return texts instanceof Promise ? texts.then((count) => plus(count, fixed)) : plus(texts, fixed);
  }
}

function takeMessage(message: LanguageModelV4Message, counted: InputCounter): void {
  if (message.role === 'system') {
    counted.text(message.content);
    return;
  }
  for (const part of message.content) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        counted.text(part.text);
        break;
      case 'tool-call':
        counted.text(part.toolName);
        counted.text(typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? null));
        break;
      case 'tool-result':
        counted.text(part.toolName);
        takeOutput(part.output, counted);
        break;
      case 'tool-approval-response':
        counted.text(part.reason ?? '');
        break;
      default:
        counted.file();
    }
  }
}

type ToolOutput = Extract<
  Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output'];

function takeOutput(output: ToolOutput, counted: InputCounter): void {
  switch (output.type) {
    case 'execution-denied':
      counted.text(output.reason ?? '');
      break;
    case 'text':
    case 'error-text':
      counted.text(output.value);
      break;
    case 'content':
      for (const part of output.value) {
        if (part.type === 'text') counted.text(part.text);
        else counted.file();
      }
      break;
    default:
      counted.text(JSON.stringify(output.value));
  }
}

/** A few texts of the catalogue, sent with each request of their task. */
const instructions = new Map<string, TokenCount>();
/** More than the tasks of a catalogue; those of an earlier one are not kept for ever. */
const MOST_INSTRUCTIONS = 100;

function instructionTokens(text: string): TokenCount | Promise<TokenCount> {
  const known = instructions.get(text);
  if (known) return known;
  const counted = countTexts([text]);
  if (counted instanceof Promise) return counted.then((count) => remembered(text, count));
  return remembered(text, counted);
}

function remembered(text: string, count: TokenCount): TokenCount {
  if (instructions.size >= MOST_INSTRUCTIONS) instructions.clear();
  instructions.set(text, count);
  return count;
}
