import { randomUUID } from 'node:crypto';
import type { LanguageModelV4, LanguageModelV4Source, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { withSourceFacts } from './source-facts.ts';

/**
 * Adds titles, dates and snippets to the sources in a Perplexity model's answers. The package only reads URLs, and in a stream
 * only those of the first event, although Perplexity sends sources with the last events.
 */
export function withSearchResults(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: async (options) => {
      const answer = await model.doGenerate(options);
      const found = new FoundSources();
      const sources = [...found.take(answer.response?.body), ...found.rest()];
      return { ...answer, content: [...answer.content.filter(({ type }) => type !== 'source'), ...sources] };
    },
    doStream: async (options) => {
      const answer = await model.doStream({ ...options, includeRawChunks: true });
      const parts = partsWithSources(options.includeRawChunks === true);
      return { ...answer, stream: answer.stream.pipeThrough(parts) };
    },
  };
}

function partsWithSources(passesRaw: boolean) {
  const found = new FoundSources();
  return new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
    transform(part, controller) {
      if (part.type === 'raw') for (const source of found.take(part.rawValue)) controller.enqueue(source);
      if (part.type === 'finish') for (const source of found.rest()) controller.enqueue(source);
      if (part.type === 'source' || (part.type === 'raw' && !passesRaw)) return;
      controller.enqueue(part);
    },
  });
}

/** Sources of one answer, in the order of `citations`, to which the text refers as `[1]`. */
class FoundSources {
  readonly #cited = new Set<string>();
  readonly #given = new Set<string>();

  /**
   * Takes an answer or an event of a stream. @returns sources that weren't returned before; none if this event has no details
   * of any source
   */
  take(body: unknown): LanguageModelV4Source[] {
    const { citations, search_results: results } = (body ?? {}) as { citations?: unknown; search_results?: unknown };
    for (const url of listIn(citations)) if (typeof url === 'string') this.#cited.add(url);
    const known = new Map(listIn(results).flatMap((result) => (hasUrl(result) ? [[result.url, result]] : [])));
    // URLs of sources can arrive before their details.
    if (known.size === 0) return [];
    return this.#new([...this.#cited, ...known.keys()], known);
  }

  /** Returns the sources that `take` hasn't returned. Only their URLs were sent. */
  rest(): LanguageModelV4Source[] {
    return this.#new(this.#cited, new Map());
  }

  #new(urls: Iterable<string>, known: ReadonlyMap<string, SearchResult>): LanguageModelV4Source[] {
    const sources: LanguageModelV4Source[] = [];
    for (const url of urls) {
      if (this.#given.has(url)) continue;
      this.#given.add(url);
      sources.push(sourceOf(url, known.get(url)));
    }
    return sources;
  }
}

interface SearchResult {
  readonly url: string;
  readonly title?: unknown;
  readonly date?: unknown;
  readonly last_updated?: unknown;
  readonly snippet?: unknown;
}

function sourceOf(url: string, result: SearchResult | undefined): LanguageModelV4Source {
  const source: LanguageModelV4Source = { type: 'source', sourceType: 'url', id: randomUUID(), url };
  if (!result) return source;
  const date = textIn(result.date) ?? textIn(result.last_updated);
  return withSourceFacts(
    { ...source, title: textIn(result.title) ?? undefined },
    { date, snippet: textIn(result.snippet) },
  );
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const hasUrl = (value: unknown): value is SearchResult => typeof (value as SearchResult | null)?.url === 'string';
