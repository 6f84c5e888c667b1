import type { z } from 'zod';

/** Error about one value: a code of OpenAI's API, and a message that says what to send. */
export interface Wording {
  readonly code: string;
  readonly message: string;
}

/** Returns the error for an issue with a value. Null to use the default message. */
export type WordingFunction = (param: string, issue: z.core.$ZodRawIssue) => Wording | null;

const WORDS = new WeakMap<z.core.$ZodType, WordingFunction>();

/** Gives a shape its own error messages. */
export function worded<Shape extends z.ZodType>(shape: Shape, words: WordingFunction): Shape {
  WORDS.set(shape, words);
  return shape;
}

/**
 * Error message from the shape that raised the issue, or from the shape whose limit was exceeded. Null to use zod's default
 * message.
 */
export function wordingOf(param: string, issue: z.core.$ZodRawIssue): Wording | null {
  for (const shape of [issue.inst, issue.schema]) {
    const wording = shape && WORDS.get(shape as z.core.$ZodType)?.(param, issue);
    if (wording) return wording;
  }
  return null;
}
