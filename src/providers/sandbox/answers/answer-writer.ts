import type { Material } from '../material.ts';

/** What a writer makes of the material. */
export interface WrittenAnswer {
  readonly text: string;
  /** Thought before it, where the kind of model shows that. */
  readonly reasoning?: string;
  readonly sources?: readonly { readonly url: string; readonly title: string }[];
}

export type AnswerWriter = (material: Material) => WrittenAnswer;

/** Said first, so that an answer that is cut says it as well. */
export const SIMULATED = '[Simulated answer: no model was called.]';

/** The sentence at `index`, in quotes; a placeholder where the caller wrote less. */
export const quoted = ({ sentences }: Material, index: number): string =>
  sentences[index] === undefined ? '(nothing more was given)' : `“${sentences[index]}”`;

/** What the text is about, in a few words. */
export const topic = ({ keywords, sentences }: Material): string =>
  keywords.slice(0, 3).join(', ') || sentences[0]?.slice(0, 40) || 'an empty message';

export const oneOf = <T>(choices: readonly T[], seed: number): T => choices[seed % choices.length]!;

export const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');
