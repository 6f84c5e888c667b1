import type { z } from 'zod';
import { safeName } from '../../../platform/encryption/secret-detection.ts';
import { InvalidParameter } from '../errors.ts';
import type { Members } from '../values.ts';
import { type Wording, wordingOf } from './wording.ts';

type Issue = z.core.$ZodRawIssue;
type Path = readonly PropertyKey[];

/** Error for the first value of a body that doesn't fit a shape, in the format of OpenAI's API. */
export function shapeProblem(shape: z.ZodObject, body: Members): InvalidParameter {
  // Unknown names are checked before missing parameters, since a misspelled name causes both problems.
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(shape.shape, name));
  if (unknown !== undefined) return unknownParameter([unknown]);
  const issue = firstIssue(shape, body);
  if (!issue) return new InvalidParameter(null, 'The body doesn’t have the format of this endpoint.');
  const { path = [] } = issue;
  if (issue.code === 'unrecognized_keys') return unknownParameter([...path, issue.keys[0]!]);
  const param = paramOf(path);
  const { code, message } = wordingFor(param, path, issue);
  return new InvalidParameter(param, message, code);
}

function unknownParameter(path: Path): InvalidParameter {
  const param = paramOf(path);
  return new InvalidParameter(param, `Unknown parameter: \`${param}\`.`, 'unknown_parameter');
}

/** Path such as `messages[0].content`. Names chosen by the caller are shortened, and hidden if they look like a secret. */
function paramOf(path: Path): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${safeName(String(part))}`))
    .join('');
}

/** Stops at the first issue, since a caller may send a hundred thousand wrong values. */
const FIRST_ONLY: z.core.ParseContextInternal = { async: false, abortEarly: true };

function firstIssue(shape: z.core.$ZodType, value: unknown): Issue | undefined {
  const result = shape._zod.run({ value, issues: [] }, { ...FIRST_ONLY }) as z.core.ParsePayload;
  const issue = result.issues.at(0);
  return issue?.code === 'invalid_union' && !issue.discriminator ? insideUnion(issue) : issue;
}

/** Issue of the union member that accepts this kind of value; else the issue of the union. */
function insideUnion(issue: Extract<Issue, { code: 'invalid_union' }>): Issue {
  const { path = [], input } = issue;
  const { options } = (issue.inst as z.core.$ZodUnion)._zod.def;
  for (const option of options) {
    const inner = firstIssue(option, input);
    if (inner && !isOfAnotherKind(inner)) return { ...inner, path: [...path, ...(inner.path ?? [])] };
  }
  return issue;
}

function isOfAnotherKind({ path = [], code }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union');
}

function wordingFor(param: string, path: Path, issue: Issue): Wording {
  if (issue.input === undefined && path.length === 1) {
    return { code: 'missing_required_parameter', message: `\`${param}\` is missing.` };
  }
  return wordingOf(param, issue) ?? defaultWording(param, issue);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function defaultWording(param: string, issue: Issue): Wording {
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'invalid_type', message: `\`${param}\` must be ${KINDS[issue.expected] ?? 'another value'}.` };
    case 'too_big':
      return tooBig(param, issue);
    case 'too_small':
      return tooSmall(param, issue);
    case 'invalid_value':
      return taken(param, issue.values);
    case 'invalid_union':
      return Array.isArray(issue.options) ? taken(param, issue.options) : notTaken(param);
    default:
      return notTaken(param);
  }
}

function tooBig(param: string, { origin, maximum, input }: Extract<Issue, { code: 'too_big' }>): Wording {
  switch (origin) {
    case 'string':
      return { code: 'string_above_max_length', message: `\`${param}\` has more than ${maximum} characters.` };
    case 'array':
      return { code: 'array_above_max_length', message: `\`${param}\` has more than ${maximum} members.` };
    default:
      return {
        code: 'integer_above_max_value',
        message: `\`${param}\` must be at most ${maximum}, and is ${String(input)}.`,
      };
  }
}

function tooSmall(param: string, { origin, minimum, input }: Extract<Issue, { code: 'too_small' }>): Wording {
  switch (origin) {
    case 'string':
      return { code: 'empty_string', message: `\`${param}\` is empty.` };
    case 'array':
      return { code: 'empty_array', message: `\`${param}\` is empty.` };
    default:
      return {
        code: 'integer_below_min_value',
        message: `\`${param}\` must be at least ${minimum}, and is ${String(input)}.`,
      };
  }
}

function taken(param: string, values: readonly unknown[]): Wording {
  const named = values.filter((value) => value !== undefined).map((value) => `\`${String(value)}\``);
  return { code: 'invalid_value', message: `\`${param}\` must be ${EITHER.format(named)}.` };
}

function notTaken(param: string): Wording {
  return { code: 'invalid_value', message: `\`${param}\` has an invalid value.` };
}
