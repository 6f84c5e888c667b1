import type { SentRequest } from '../strict/index.ts';

/** What a model says, before it is written in the words of a provider. */
export interface Answer {
  /** A list: the pieces in which it is streamed. */
  readonly text?: string | readonly string[];
  readonly reasoning?: string;
  readonly calls?: readonly AnsweredCall[];
  /** The model declines, in these words. */
  readonly refusal?: string;
  readonly sources?: readonly Source[];
  /** Why it ended, where that isn't plain from what it said. */
  readonly ending?: 'LENGTH' | 'FILTER';
  readonly usage?: Partial<Usage>;
  /** Default: `answering-model`. */
  readonly model?: string;
  /** What a server of OpenAI's dialect does unlike OpenAI. */
  readonly oddities?: readonly Oddity[];
}

export interface AnsweredCall {
  readonly name: string;
  readonly arguments: object;
  /** Default: as the provider makes them. */
  readonly id?: string;
}

export interface Source {
  readonly url: string;
  readonly title: string;
  readonly date: string;
  readonly snippet: string;
}

/** Tokens. */
export interface Usage {
  /** All of the input, what was cached and what was written to the cache included. */
  readonly input: number;
  /** All of the output, reasoning included. */
  readonly output: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

export const USAGE = { input: 11, output: 7 };
export const usageOf = ({ usage }: Answer): Usage => ({
  cachedInput: 0,
  cacheWrite: 0,
  reasoning: 0,
  ...USAGE,
  ...usage,
});

/** Reports: vercel/ai#7238, AstrBotDevs/AstrBot#6692, BerriAI/litellm#5063, can1357/oh-my-pi#2055. */
export type Oddity =
  /** Streamed calls have no `index`. */
  | 'NO_INDEX'
  /** The role of every piece is an empty string. */
  | 'EMPTY_ROLE'
  /** A call without arguments has no `arguments`. */
  | 'NO_ARGUMENTS'
  /** A call without arguments has an empty string for them. */
  | 'EMPTY_ARGUMENTS'
  /** Calls are numbered anew in each turn: `call_0`. */
  | 'NUMBERED_CALLS';

/** Writes answers as one provider does. */
export interface Writer {
  readonly whole: (answer: Answer, request?: SentRequest) => object;
  /** Server-sent events, each ready to be sent. */
  readonly events: (answer: Answer, request?: SentRequest) => string[];
  /** Events at the end of a stream that say that it is over. */
  readonly endings: number;
}

export const MODEL = 'answering-model';
export const CREATED = 1_790_000_000;

export const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
export const named = (type: string, value: object) => `event: ${type}\n${data({ type, ...value })}`;
export const piecesOf = ({ text }: Answer): readonly string[] =>
  text === undefined ? [] : typeof text === 'string' ? [text] : text;
export const wordsOf = (answer: Answer): string => piecesOf(answer).join('');
export const hasText = ({ text }: Answer): boolean => text !== undefined;

/** Parts of a text of which the first may be within a word, as tokens are. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((one) => one !== '');
}

/** Nine letters and digits that tell calls of one answer apart. */
export const shortId = (at: number) => `Call${String(at).padStart(5, '0')}`;
