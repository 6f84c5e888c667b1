import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { countTexts, NO_TOKENS, plus, type TokenCount } from '../../platform/tokens/index.ts';

/** Parts of a request that count as input tokens. */
export interface CountedInput {
  /** The task's own instructions, placed before the prompt. */
  readonly instructions: string | null;
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  /** Schema for the answer. Null for none. */
  readonly outputSchema: unknown;
}

/** Tokens that providers add to a message for its role, start and end. */
const TOKENS_OF_MESSAGE = 6;
/** Tokens around all messages, and before the answer. */
const TOKENS_OF_PROMPT = 8;
/** Tokens of an attached image or page: what the catalogue's providers count for a large one. */
const TOKENS_OF_FILE = 3_000;
/** Tokens around the definition of a tool. */
const TOKENS_OF_TOOL = 12;
/**
 * Tokens around a schema. If a provider has no schema parameter, the schema becomes part of the system message, with a short
 * sentence.
 */
const TOKENS_OF_SCHEMA = 60;

/** Counts the input tokens of a request by o200k. Returns a promise for long input, so that other requests get turns. */
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

/** Counts the tokens of texts, each of which is one message. */
export function textTokens(texts: readonly string[]): TokenCount | Promise<TokenCount> {
  const counted = new InputCounter();
  for (const text of texts) {
    counted.message();
    counted.text(text);
  }
  return counted.total();
}

/** Estimates the tokens of prose by its characters, for callers who don't send the text. */
export function tokensOfLength(characters: number): TokenCount {
  const tokens = Math.ceil(characters / CHARACTERS_OF_TOKEN) + TOKENS_OF_MESSAGE + TOKENS_OF_PROMPT;
  return { ...NO_TOKENS, tokens };
}

/** Characters per token. Prose in European languages has three to five, Chinese and Japanese have one or two. */
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

/** Token counts of the tasks' instructions, which are sent with each request. */
const instructions = new Map<string, TokenCount>();
/**
 * Maximum cached instructions, more than a catalogue has tasks. At the maximum, the cache is cleared, which removes entries of
 * earlier catalogues.
 */
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
