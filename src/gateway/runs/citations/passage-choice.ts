import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { DocumentsApi, Passage } from '../../../documents/index.ts';
import type { DataClass } from '../../../models/index.ts';
import type { Context } from '../../../platform/context.ts';
import { passageMessages } from '../../../providers/index.ts';
import type { TaskRequest } from '../run-task.ts';
import { choiceOf, type RequestedDocuments } from './requested-documents.ts';

/**
 * Maximum characters of the passages, by task. More passages cost more and distract a model: a search reads the best ones, a wide
 * window about half a million tokens.
 */
const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  'case-scanning/cited-retrieval': 60_000,
  'case-scanning/fast-scan': 400_000,
  'case-scanning/wide-window': 2_000_000,
};
const MOST_PASSAGES = 2_000;

/** Passages that are sent with a request. Passage `n` of the prompt is the item `n - 1`. */
export class PassageChoice {
  readonly dataClass: DataClass;
  readonly passages: readonly Passage[];
  /** Passages in the order of their relevance. */
  readonly #ranked: readonly Passage[];

  private constructor(dataClass: DataClass, ranked: readonly Passage[]) {
    this.dataClass = dataClass;
    this.#ranked = ranked;
    this.passages = inReadingOrder(ranked);
  }

  /** @throws Refusal NOT_FOUND for documents that the caller can't read */
  static async of(
    ctx: Context,
    api: Pick<DocumentsApi, 'passagesFor'>,
    { task, prompt }: TaskRequest,
    requested: RequestedDocuments,
  ): Promise<PassageChoice> {
    const { dataClass, passages } = await api.passagesFor(ctx, {
      ...choiceOf(requested),
      question: questionIn(prompt),
      maxCharacters: MOST_CHARACTERS[task] ?? MOST_CHARACTERS['case-scanning/cited-retrieval']!,
    });
    return new PassageChoice(dataClass, passages.slice(0, MOST_PASSAGES));
  }

  /** The more relevant half, for a model or a limit that can't take all passages. Null if only one is left. */
  half(): PassageChoice | null {
    const kept = Math.floor(this.#ranked.length / 2);
    return kept === 0 ? null : new PassageChoice(this.dataClass, this.#ranked.slice(0, kept));
  }

  /** Places rules and passages after the leading instructions and before the conversation. */
  withIn(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
    const first = prompt.findIndex(({ role }) => role !== 'system');
    const at = first < 0 ? prompt.length : first;
    const added = passageMessages(
      this.passages.map((passage, index) => ({ number: index + 1, source: sourceOf(passage), text: passage.text })),
    );
    return [...prompt.slice(0, at), ...added, ...prompt.slice(at)];
  }
}

/** Documents in the order of their best passage, each from its beginning to its end. */
function inReadingOrder(ranked: readonly Passage[]): readonly Passage[] {
  const byVersion = Map.groupBy(ranked, ({ versionId }) => versionId);
  return [...byVersion.values()].flatMap((passages) => passages.sort((a, b) => a.start - b.start));
}

function sourceOf({ documentName, pageFirst, pageLast, headingPath }: Passage): string {
  const pages =
    pageFirst === null
      ? []
      : [pageLast === null || pageLast === pageFirst ? `page ${pageFirst}` : `pages ${pageFirst} to ${pageLast}`];
  return [documentName, ...pages, ...headingPath].join(', ');
}

function questionIn(prompt: LanguageModelV4Prompt): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  if (message?.role !== 'user') return '';
  return message.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
}
