import type { LanguageModelV4Content, LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { ProviderName } from '../../models/index.ts';

type StreamPart = LanguageModelV4StreamPart;
type TextDelta = Extract<StreamPart, { type: 'text-delta' }>;
type TextPart = Extract<LanguageModelV4Content, { type: 'text' }>;

/** Providers whose packages turn a refusal into ordinary text or drop it. For them the refusal is read from the raw answer. */
const IN_RAW: ReadonlySet<ProviderName> = new Set([ProviderName.OPENAI, ProviderName.XAI, ProviderName.OWN]);

export const hasRawRefusals = (provider: ProviderName) => IN_RAW.has(provider);

/** True for a part that contains a refusal instead of an answer. */
export const isRefusal = ({ providerMetadata }: { providerMetadata?: SharedV4ProviderMetadata }) =>
  providerMetadata?.imprimatur?.isRefusal === true;

const MARK = { providerMetadata: { imprimatur: { isRefusal: true } } };
const REFUSED = 'The model refused to answer.';
const FILTERED = 'The provider’s content filter refused to answer.';

export interface ProviderFinishReason {
  readonly unified: string;
  readonly raw?: string | undefined;
}

interface WholeAnswer {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: ProviderFinishReason;
  readonly providerMetadata?: SharedV4ProviderMetadata | undefined;
  /** Body of the answer, as the provider sent it. */
  readonly body: unknown;
}

/** Marks the refusal in a complete answer. An answer with a refusal always ends with `content-filter`. */
export function withRefusal({ content, finishReason, providerMetadata, body }: WholeAnswer): {
  content: readonly LanguageModelV4Content[];
  finishReason: string;
} {
  const raw = refusalInBody(body);
  if (raw !== null) return { content: markedIn(content, raw), finishReason: 'content-filter' };
  const own = refusalAtEnd(finishReason, providerMetadata, content.some(isSaid));
  if (own === null) return { content, finishReason: finishReason.unified };
  return { content: [...content, marked(own)], finishReason: 'content-filter' };
}

/** OpenAI's package returns the refusal as the last text; xAI's drops it. */
function markedIn(content: readonly LanguageModelV4Content[], refusal: string): LanguageModelV4Content[] {
  const at = content.findLastIndex((part) => part.type === 'text' && part.text === refusal);
  return at < 0 ? [...content, marked(refusal)] : content.with(at, marked(refusal));
}

const marked = (text: string): TextPart => ({ type: 'text', text, ...MARK });

/** Marks the refusal in the parts of a stream. Adds a text if the provider refuses without one. */
export class StreamedRefusal {
  /** Refusal in the latest raw chunk, until its text part arrives. */
  #expected = '';
  #isErrorExpected = false;
  #hasRefusal = false;
  #hasSaid = false;

  /** Returns the parts that replace the given part. */
  take(part: StreamPart): readonly StreamPart[] {
    switch (part.type) {
      case 'raw':
        return this.#raw(part.rawValue);
      case 'text-delta':
        return [this.#text(part)];
      case 'tool-input-start':
      case 'tool-call':
        this.#hasSaid = true;
        return [part];
      case 'error':
        return this.#wasExpected() ? [] : [part];
      case 'finish':
        return this.#finish(part);
      default:
        return [part];
    }
  }

  #raw(value: unknown): readonly StreamPart[] {
    this.#expected = '';
    this.#isErrorExpected = false;
    const { choices, type, delta, item } = (value ?? {}) as RawChunk;
    if (Array.isArray(choices)) {
      this.#expected = textIn(choices[0]?.delta?.refusal) ?? '';
      this.#hasRefusal ||= this.#expected !== '';
      return [];
    }
    // xAI's package doesn't know these events and reports an error for each.
    this.#isErrorExpected = type === 'response.refusal.delta' || type === 'response.refusal.done';
    if (type === 'response.refusal.delta') return this.#refuse(textIn(delta));
    return type === 'response.output_item.done' && !this.#hasRefusal
      ? this.#refuse(refusalInBody({ output: [item] }))
      : [];
  }

  #refuse(refusal: string | null): readonly StreamPart[] {
    if (refusal === null) return [];
    this.#hasRefusal = true;
    return [refusalDelta(refusal)];
  }

  #text(part: TextDelta): StreamPart {
    if (this.#expected !== '' && part.delta === this.#expected) {
      this.#expected = '';
      return refusalDelta(part.delta);
    }
    if (part.delta !== '') this.#hasSaid = true;
    return part;
  }

  #wasExpected(): boolean {
    const isExpected = this.#isErrorExpected;
    this.#isErrorExpected = false;
    return isExpected;
  }

  #finish(part: Extract<StreamPart, { type: 'finish' }>): readonly StreamPart[] {
    const { finishReason, providerMetadata } = part;
    const own = this.#hasRefusal ? null : refusalAtEnd(finishReason, providerMetadata, this.#hasSaid);
    if (own === null && !this.#hasRefusal) return [part];
    const refused: StreamPart = { ...part, finishReason: { ...finishReason, unified: 'content-filter' } };
    return own === null ? [refused] : [refusalDelta(own), refused];
  }
}

/** The separate id keeps the refusal apart from the text before it. */
const refusalDelta = (delta: string): TextDelta => ({ type: 'text-delta', id: 'refusal', delta, ...MARK });

/**
 * Text for a refusal that came without a text: Anthropic's `refusal`, or a filter, such as Gemini's, that stopped the answer
 * before its first word. Null if no text must be added.
 */
function refusalAtEnd(
  { unified, raw }: ProviderFinishReason,
  metadata: SharedV4ProviderMetadata | undefined,
  hasSaid: boolean,
): string | null {
  if (unified !== 'content-filter') return null;
  if (raw === 'refusal') {
    const details = metadata?.anthropic?.stopDetails as { explanation?: unknown } | undefined;
    return textIn(details?.explanation) ?? REFUSED;
  }
  // Clients of OpenAI's API handle the finish reason `content_filter`, so no text is added.
  return hasSaid || raw === 'content_filter' ? null : FILTERED;
}

const isSaid = (part: LanguageModelV4Content) =>
  part.type === 'tool-call' || (part.type === 'text' && part.text !== '');

interface OutputItem {
  content?: { type?: unknown; refusal?: unknown }[] | null;
}

interface AnswerBody {
  choices?: { message?: { refusal?: unknown } }[];
  output?: (OutputItem | undefined)[];
}

/** `refusal` of a message, in OpenAI's chat dialect or in that of Responses. Null if the message has no refusal. */
function refusalInBody(body: unknown): string | null {
  const { choices, output } = (body ?? {}) as AnswerBody;
  if (Array.isArray(choices)) return textIn(choices[0]?.message?.refusal);
  if (!Array.isArray(output)) return null;
  return textIn(
    output
      .flatMap((item) => (Array.isArray(item?.content) ? item.content : []))
      .map(({ type, refusal }) => (type === 'refusal' ? (textIn(refusal) ?? '') : ''))
      .join(''),
  );
}

interface RawChunk {
  choices?: { delta?: { refusal?: unknown } | null }[];
  type?: unknown;
  delta?: unknown;
  item?: OutputItem;
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
