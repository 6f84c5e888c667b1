import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { estimateTokenCount, type TokenEstimationOptions } from 'tokenx';

/** What is sent to a model, as far as its tokens count. */
export interface CountedInput {
  /** The task's own, which are put before the prompt. */
  readonly instructions: string | null;
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  /** That the answer has to fit; null for none. */
  readonly outputSchema: unknown;
}

/**
 * Each provider cuts texts up in its own way and none says beforehand how, so this is an estimate. The library stays within a
 * tenth of what OpenAI's models count, in prose and code of the languages it was measured with: with the margin it is an
 * upper bound there. More would refuse what fits and set aside money that nobody needs; a text that is counted too low is
 * refused by the provider and told as `CONTEXT_LENGTH`.
 */
const MARGIN = 1.1;

/** What providers put around a message: its role, where it begins and ends. */
const TOKENS_OF_MESSAGE = 6;
/** Around all of them, and before the answer. */
const TOKENS_OF_PROMPT = 8;
/** A picture or a page that is sent along: what the providers of the catalogue count for a large one. */
const TOKENS_OF_FILE = 3_000;

/**
 * In characters. A piece keeps the event loop for a few milliseconds; smaller ones cost more in turns than they give. What is
 * no longer than one is counted at once, since a turn of the loop costs more than counting a page.
 */
const PIECE = 16_384;
/** How far back a piece is cut short so as not to cut a word. */
const WORD = 64;

/** An upper bound for ordinary texts. A promise where it is long: then others have their turns in between. */
export function inputTokens(input: CountedInput): number | Promise<number> {
  const counted = new Counted();
  if (input.instructions !== null) counted.message(instructionTokens(input.instructions));
  for (const message of input.prompt) {
    counted.message(0);
    takeMessage(message, counted);
  }
  for (const tool of input.tools) counted.text(JSON.stringify([tool.name, tool.description, tool.inputSchema]));
  if (input.outputSchema !== null) counted.text(JSON.stringify(input.outputSchema));
  return counted.total();
}

/** The same for texts alone, each of them one message. */
export function textTokens(texts: readonly string[]): number | Promise<number> {
  const counted = new Counted();
  for (const text of texts) {
    counted.message(0);
    counted.text(text);
  }
  return counted.total();
}

/** What so many characters of ordinary prose come to at the most: for whoever does not want to send the text. */
export function tokensOfLength(characters: number): number {
  return Math.ceil((characters / CHARACTERS_OF_TOKEN) * MARGIN) + TOKENS_OF_MESSAGE + TOKENS_OF_PROMPT;
}

/** Of prose in European languages; fewer in code, one or two in Chinese and Japanese. */
const CHARACTERS_OF_TOKEN = 3.5;

class Counted {
  #texts: string[] = [];
  #length = 0;
  #fixed = TOKENS_OF_PROMPT;

  message(tokens: number): void {
    this.#fixed += TOKENS_OF_MESSAGE + tokens;
  }

  file(): void {
    this.#fixed += TOKENS_OF_FILE;
  }

  text(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
  }

  total(): number | Promise<number> {
    if (this.#length > PIECE) return this.#inPieces();
    let tokens = 0;
    for (const text of this.#texts) tokens += estimated(text);
    return this.#with(tokens);
  }

  async #inPieces(): Promise<number> {
    let tokens = 0;
    let sinceTurn = 0;
    for (const text of this.#texts) {
      for (let start = 0; start < text.length; ) {
        const end = endOfPiece(text, start);
        tokens += estimated(text.slice(start, end));
        sinceTurn += end - start;
        start = end;
        if (sinceTurn < PIECE - WORD) continue;
        sinceTurn = 0;
        await new Promise(setImmediate);
      }
    }
    return this.#with(tokens);
  }

  #with(tokens: number): number {
    return this.#fixed + Math.ceil(tokens * MARGIN);
  }
}

/** After a blank, where there is one; never between the halves of a character. */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - WORD; at -= 1) if (isBlank(text.charCodeAt(at - 1))) return at;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

function takeMessage(message: LanguageModelV4Message, counted: Counted): void {
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

function takeOutput(output: ToolOutput, counted: Counted): void {
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
const instructions = new Map<string, number>();
/** More than the tasks of a catalogue; those of an earlier one are not kept for ever. */
const MOST_INSTRUCTIONS = 100;

function instructionTokens(text: string): number {
  let tokens = instructions.get(text);
  if (tokens === undefined) {
    tokens = Math.ceil(estimated(text) * MARGIN);
    if (instructions.size >= MOST_INSTRUCTIONS) instructions.clear();
    instructions.set(text, tokens);
  }
  return tokens;
}

/**
 * What the library says it counts too low, which are letters that are cut up more finely than European ones, and what looks
 * random. Asked for each word, this would double the time, so it is only where such a thing is in the piece at all.
 */
const RARE = /[\u0590-\u08ff\u0900-\u109f\u1200-\u137f\u1780-\u17ff]|[A-Za-z0-9+/]{24}/;
const RARE_LETTERS = /[\u0590-\u08ff\u0900-\u109f\u1200-\u137f\u1780-\u17ff]/;
const RANDOM = /^(?=[A-Za-z]*\d)[A-Za-z0-9]{12,}/;
const FOR_RARE: TokenEstimationOptions = {
  languageConfigs: [
    { pattern: RARE_LETTERS, averageCharsPerToken: 1.2 },
    { pattern: RANDOM, averageCharsPerToken: 1.7 },
  ],
};

function estimated(text: string): number {
  const tokens = RARE.test(text) ? estimateTokenCount(text, FOR_RARE) : estimateTokenCount(text);
  return Math.max(tokens, Math.ceil(text.length / MOST_CHARACTERS_OF_TOKEN));
}

/** Ordinary texts have three to five. Blanks alone would count as next to nothing, however many there are. */
const MOST_CHARACTERS_OF_TOKEN = 12;
