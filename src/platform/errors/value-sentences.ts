import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { z } from 'zod';

/** Names of value types in error messages. */
const CALLED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  null: 'null',
};

const ANOTHER = 'Send another value.';

/** Says in one sentence what to send instead of a rejected value. Doesn't repeat the value. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = CALLED[issue.expected] ?? 'another value';
      if (issue.input === undefined) return `Missing. Send ${wanted}.`;
      const sent = calledOf(issue.input);
      // Zod reports the type `number` also for fractions, and for numbers too large to be exact, when it expects an integer.
      return sent === wanted || issue.expected === 'int' ? `Send ${wanted}.` : `Send ${wanted}, not ${sent}.`;
    }
    case 'too_big':
      return `Send at most ${amountOf(issue.maximum, issue.origin)}.`;
    case 'too_small':
      return `Send at least ${amountOf(issue.minimum, issue.origin)}.`;
    case 'invalid_value':
      return `Send one of: ${issue.values.map(String).filter(Boolean).join(', ')}.`;
    case 'invalid_union':
      return issue.input === undefined ? 'Missing. Send a value.' : ANOTHER;
    case 'unrecognized_keys':
      return `Unknown: ${issue.keys.join(', ')}.`;
    default:
      return ANOTHER;
  }
}

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'values' };

function amountOf(bound: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit ? `${bound.toLocaleString('en')} ${unit}` : String(bound);
}

function calledOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return CALLED[typeof value] ?? 'something else';
}

/** Sentence about an unknown name that suggests the most similar known name, or lists all known names. */
export function unknownName(name: string, known: readonly string[]): string {
  const nearest = didYouMean(suggestionList(name, known).slice(0, 1)).trim();
  if (nearest) return `Unknown. ${nearest}`;
  return known.length === 0 ? 'Unknown. No fields are allowed here.' : `Unknown. Allowed: ${known.join(', ')}.`;
}
