import { type CollectedStream, type Collector, type Json, ReportedInStream } from './collector.ts';

/** Collects a stream of Google's Gemini API, which has another method for streams. */
export const googleStream: CollectedStream = {
  path: (path) => `${path.replace(/:generateContent$/, ':streamGenerateContent')}?alt=sse`,
  asking: null,
  collector: () => new GoogleCollector(),
};

class GoogleCollector implements Collector {
  readonly #whole: Json = {};
  readonly #candidate: Json = {};
  readonly #parts: Json[] = [];
  #hasCandidate = false;

  take(event: Json): boolean {
    if (event.error != null) throw new ReportedInStream(event);
    const { candidates, ...rest } = event;
    assignGiven(this.#whole, rest);
    const candidate = candidates?.[0];
    if (!candidate) return false;
    this.#hasCandidate = true;
    const { content, groundingMetadata, ...about } = candidate;
    assignGiven(this.#candidate, about);
    if (groundingMetadata) this.#ground(groundingMetadata);
    let hasContent = false;
    for (const part of content?.parts ?? []) {
      hasContent ||= part.text !== '';
      this.#add(part);
    }
    return hasContent;
  }

  whole(): Json | null {
    if (this.#candidate.finishReason == null && this.#whole.promptFeedback?.blockReason == null) return null;
    if (!this.#hasCandidate) return this.#whole;
    const content = { role: 'model', parts: this.#parts };
    return { ...this.#whole, candidates: [{ ...this.#candidate, content }] };
  }

  /**
   * Joins consecutive texts of the same kind. A part with a signature stays separate, because the signature belongs to that
   * part alone.
   */
  #add(part: Json): void {
    const last = this.#parts.at(-1);
    const isPlain = (one: Json) => typeof one?.text === 'string' && one.thoughtSignature == null;
    if (isPlain(last) && isPlain(part) && (last.thought ?? false) === (part.thought ?? false)) last.text += part.text;
    else this.#parts.push({ ...part });
  }

  /** Sources can come with several events, and the same one more than once. */
  #ground(metadata: Json): void {
    const earlier: Json[] = this.#candidate.groundingMetadata?.groundingChunks ?? [];
    const known = new Set(earlier.map((chunk) => JSON.stringify(chunk)));
    const added = (metadata.groundingChunks ?? []).filter((chunk: Json) => !known.has(JSON.stringify(chunk)));
    const chunks = [...earlier, ...added];
    const grounding = { ...this.#candidate.groundingMetadata };
    assignGiven(grounding, metadata);
    if (chunks.length > 0) grounding.groundingChunks = chunks;
    this.#candidate.groundingMetadata = grounding;
  }
}

function assignGiven(target: Json, members: Json): void {
  for (const name in members) if (members[name] != null) target[name] = members[name];
}
