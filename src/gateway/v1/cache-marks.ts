import type { TokenUsage } from '../../models/index.ts';
import type { CacheBreakpoint } from '../../providers/index.ts';

/** Cache marks in a client's prompt. The provider should cache the prompt up to each mark. */
export interface CacheMarks {
  readonly cache_control?: { readonly ttl?: CacheBreakpoint | null | undefined } | null | undefined;
  readonly prompt_cache_breakpoint?: object | null | undefined;
}

export function breakpointIn({
  cache_control: control,
  prompt_cache_breakpoint: mark,
}: CacheMarks): CacheBreakpoint | null {
  if (control) return control.ttl ?? '5m';
  return mark ? '5m' : null;
}

/** Text up to a cache mark, or after the last one. */
export interface TextPiece {
  readonly text: string;
  readonly breakpoint: CacheBreakpoint | null;
}

/** Joins the texts of message parts up to each cache mark. Returns at least one piece. */
export function piecesOf<Part extends CacheMarks>(parts: readonly Part[], textOf: (part: Part) => string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let text = '';
  let isOpen = true;
  for (const part of parts) {
    text += textOf(part);
    isOpen = true;
    // A cache mark is ignored if no text precedes it, or none since the mark before.
    const breakpoint = text === '' ? null : breakpointIn(part);
    if (breakpoint === null) continue;
    pieces.push({ text, breakpoint });
    text = '';
    isOpen = false;
  }
  if (isOpen) pieces.push({ text, breakpoint: null });
  return pieces;
}

/** Tokens read from and written into the provider's cache, in OpenAI's format. Null if neither is reported. */
export function cacheUsage({
  cachedInputTokens,
  cacheWriteTokens = null,
}: Pick<TokenUsage, 'cachedInputTokens' | 'cacheWriteTokens'>) {
  if (cachedInputTokens === null && cacheWriteTokens === null) return null;
  return {
    cached_tokens: cachedInputTokens ?? 0,
    ...(cacheWriteTokens !== null && { cache_write_tokens: cacheWriteTokens }),
  };
}
