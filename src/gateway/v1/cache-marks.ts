import type { TokenUsage } from '../../models/index.ts';
import type { CacheBreakpoint } from '../../providers/index.ts';

/** How clients mark the end of a prefix that is to be kept. */
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

/** Text up to a mark, or to the end. */
export interface TextPiece {
  readonly text: string;
  readonly breakpoint: CacheBreakpoint | null;
}

/** Texts of parts, joined up to each mark. At least one piece. */
export function piecesOf<Part extends CacheMarks>(parts: readonly Part[], textOf: (part: Part) => string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let text = '';
  let isOpen = true;
  for (const part of parts) {
    text += textOf(part);
    isOpen = true;
    // Nothing can be marked that has no text.
    const breakpoint = text === '' ? null : breakpointIn(part);
    if (breakpoint === null) continue;
    pieces.push({ text, breakpoint });
    text = '';
    isOpen = false;
  }
  if (isOpen) pieces.push({ text, breakpoint: null });
  return pieces;
}

/** Tokens that were read from the provider's cache, and written into it, in OpenAI's words. Null if it reports neither. */
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
