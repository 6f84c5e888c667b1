import type { Material } from '../material.ts';

/** Simulated answer that a writer produces for one task. */
export interface WrittenAnswer {
  readonly text: string;
  /** Reasoning before the answer, for tasks whose models show it. */
  readonly reasoning?: string;
  readonly sources?: readonly { readonly url: string; readonly title: string }[];
}

export type AnswerWriter = (material: Material) => WrittenAnswer;

/** First line of every simulated answer in prose, so that a cut answer has it as well. Answers in JSON don't contain it. */
export const SIMULATED = '[Simulated answer: no model was called.]';

/** Sentence at `index` in quotes, or a placeholder if the caller wrote less. */
export const quoted = ({ sentences }: Material, index: number): string =>
  sentences[index] === undefined ? '(nothing more was given)' : `“${sentences[index]}”`;

/** Topic of the text, in a few words. */
export const topic = ({ keywords, sentences }: Material): string =>
  keywords.slice(0, 3).join(', ') || sentences[0]?.slice(0, 40) || 'an empty message';

export const oneOf = <T>(choices: readonly T[], seed: number): T => choices[seed % choices.length]!;

export const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');
