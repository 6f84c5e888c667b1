import type { LanguageModelV4Source } from '@ai-sdk/provider';

/** Facts about a source for which the packages have no member. */
export interface SourceFacts {
  /** Day on which the page was published or last updated, as `2026-05-03`. */
  readonly date: string | null;
  /** Passage of the page, as plain text. */
  readonly snippet: string | null;
}

/**
 * Maximum characters of a passage. Most passages have a few sentences, but some are whole pages, and an answer can have 200
 * passages.
 */
const MAX_SNIPPET_LENGTH = 2_000;

export function withSourceFacts(source: LanguageModelV4Source, { date, snippet }: SourceFacts): LanguageModelV4Source {
  return {
    ...source,
    providerMetadata: {
      ...source.providerMetadata,
      imprimatur: { ...(date !== null && { date }), ...(snippet !== null && { snippet }) },
    },
  };
}

export function sourceFactsOf({ providerMetadata }: LanguageModelV4Source): SourceFacts {
  const { date, snippet } = providerMetadata?.imprimatur ?? {};
  return { date: dayIn(date), snippet: snippetIn(snippet) };
}

/** Day of the calendar at the beginning of a value, as `2026-05-03`. Null for any other value. */
function dayIn(value: unknown): string | null {
  const day = typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(value)?.[0] : undefined;
  return day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : null;
}

function snippetIn(value: unknown): string | null {
  const text = typeof value === 'string' ? value.slice(0, MAX_SNIPPET_LENGTH).toWellFormed().trim() : '';
  return text === '' ? null : text;
}
