import type { z } from 'zod';

/** An error about one value: the code that clients of the dialect know, and what to send instead. */
export interface Wording {
  readonly code: string;
  readonly message: string;
}

/** Null: the error has the usual words. */
export type WordingFunction = (param: string, issue: z.core.$ZodRawIssue) => Wording | null;

const WORDS = new WeakMap<z.core.$ZodType, WordingFunction>();

/** Gives a shape words of its own for values that it doesn't take. */
export function worded<Shape extends z.ZodType>(shape: Shape, words: WordingFunction): Shape {
  WORDS.set(shape, words);
  return shape;
}

/** In the words of the shape that raised the issue, or of the one whose bound was passed. */
export function wordingOf(param: string, issue: z.core.$ZodRawIssue): Wording | null {
  for (const shape of [issue.inst, issue.schema]) {
    const wording = shape && WORDS.get(shape as z.core.$ZodType)?.(param, issue);
    if (wording) return wording;
  }
  return null;
}
