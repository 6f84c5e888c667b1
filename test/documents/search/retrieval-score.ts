/** Place of a passage in a version, and how much of a search’s first places are relevant. */
export interface Place {
  readonly document: string;
  readonly start: number;
  readonly end: number;
}

export interface RetrievalScore {
  readonly recall: number;
  readonly ndcg: number;
}

/**
 * Scores of one question: recall in the first 20 places, and nDCG in the first 10, where a passage is relevant if it overlaps the
 * answer. Scored by the share of the answer in it.
 */
export function scoreOf(found: readonly Place[], answers: readonly Place[], relevantPassages: number): RetrievalScore {
  const isRelevant = (place: Place) =>
    answers.some(({ document, start, end }) => place.document === document && place.start < end && place.end > start);
  const hits = (first: number) => found.slice(0, first).map((place) => (isRelevant(place) ? 1 : 0));
  const gain = (relevances: readonly number[]) =>
    relevances.reduce<number>((sum, one, at) => sum + one / Math.log2(at + 2), 0);
  const ideal = gain(Array.from({ length: Math.min(10, relevantPassages) }, () => 1));
  return {
    recall: hits(20).reduce<number>((sum, hit) => sum + hit, 0) / relevantPassages,
    ndcg: gain(hits(10)) / ideal,
  };
}

export function meanOf(scores: readonly RetrievalScore[]): RetrievalScore {
  const mean = (of: (score: RetrievalScore) => number) =>
    scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  return { recall: mean(({ recall }) => recall), ndcg: mean(({ ndcg }) => ndcg) };
}
