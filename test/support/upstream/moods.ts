import type { MockToolCall } from './chat-dialect.ts';

/** How a provider is disposed when a request comes. Chunks are counted from the role's on; a stream has 22. */
export type Mood =
  | { readonly is: 'fine'; readonly text?: string; readonly toolCall?: MockToolCall; readonly usage?: unknown }
  /** With this status and, where there is one, `Retry-After`. */
  | { readonly is: 'refusing'; readonly status: number; readonly retryAfter?: string; readonly code?: string }
  /** The connection is reset before a byte was answered. */
  | { readonly is: 'resetting' }
  /** Takes the request and never answers. */
  | { readonly is: 'silent' }
  /** Headers at once, then nothing for so long; a whole answer comes so late. */
  | { readonly is: 'slow'; readonly firstTokenMs: number }
  /** As slow as a real reasoning model. See `Thinking`. */
  | ({ readonly is: 'thinking' } & Thinking)
  /** The connection is lost after so many chunks, or in the middle of a whole answer. */
  | { readonly is: 'cutting'; readonly afterChunks: number }
  /** Says nothing more after so many chunks, and keeps the connection. */
  | { readonly is: 'stalling'; readonly afterChunks: number }
  /** A chunk that is no JSON after so many; a whole answer that is none. */
  | { readonly is: 'garbling'; readonly afterChunks: number }
  /** Everything but `[DONE]`. */
  | { readonly is: 'without-done' }
  /** Ends in good form after so many chunks without having said that it is over. */
  | { readonly is: 'ending-early'; readonly afterChunks: number }
  | { readonly is: 'context-exceeded' }
  /** Refuses with 400, or begins and ends with the filter's reason. */
  | { readonly is: 'filtering'; readonly inAnswer: boolean }
  /** Takes no conversation that ends with the assistant's own words; else fine. */
  | { readonly is: 'refusing-prefill' }
  /** Any bytes with status 200. */
  | { readonly is: 'sending'; readonly contentType: string; readonly body: string | Buffer; readonly times?: number };

/** How a reasoning model takes its time. All times are in milliseconds. */
export interface Thinking {
  /** Before the first byte of the answer, or until this resolves. Without `keepsAliveMs` not even headers come before it. */
  readonly thinks: number | Promise<unknown>;
  /**
   * Headers at once, then something of no meaning at this interval while it thinks, as DeepSeek does: comments in a stream,
   * blank lines before a whole answer.
   */
  readonly keepsAliveMs?: number;
  /** Pieces of reasoning that trickle before the text, in a stream. */
  readonly reasoning?: { readonly pieces: number; readonly everyMs: number };
  /** Silence in the middle of the text, in a stream. */
  readonly pausesMs?: number;
}

export const FINE: Mood = { is: 'fine' };

/** A provider that is down for so many requests and then well again. */
export const downFor = (requests: number): Mood[] =>
  Array.from({ length: requests }, () => ({ is: 'refusing', status: 503 }) as const);
