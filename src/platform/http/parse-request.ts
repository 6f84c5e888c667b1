import { z } from 'zod';
import { badUserInput, MAX_ISSUES, Refusal, type ValueIssue } from '../errors/errors.ts';
import { sentenceOf, unknownName } from '../errors/value-sentences.ts';
import { assertWellFormed } from '../errors/well-formed.ts';

/** Refuses a query string that can't be decoded, because the query parser would misread it. */
export function assertDecodableQuery(url: string): void {
  const query = url.slice(url.indexOf('?') + 1 || url.length);
  try {
    if (query.includes('%')) decodeURIComponent(query);
  } catch {
    throw new Refusal('BAD_REQUEST', "The query isn't valid UTF-8 in percent-encoding.");
  }
}

/** Validates a body or query. @throws Refusal BAD_USER_INPUT that lists the invalid values, at most `MAX_ISSUES` */
export function parse<Parsed>(schema: z.ZodType<Parsed>, value: unknown, what: 'body' | 'query'): Parsed {
  assertWellFormed(value);
  const parsed = schema.safeParse(value, { error: what === 'body' ? sentenceOf : sentenceOfQuery });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownNames(issue.keys, issue.path, namesIn(schema))
        : [{ pointer: pointerTo(issue.path), detail: issue.message }],
    );
  const listed = issues.map(({ pointer, detail }) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail)).join(' ');
  throw badUserInput(`The ${what} isn't valid. ${listed}`, issues);
}

/** Describes an invalid query parameter. A repeated parameter is reported as such; the query parser returns it as a list. */
function sentenceOfQuery(issue: z.core.$ZodRawIssue): string {
  return Array.isArray(issue.input) ? 'Send it once.' : sentenceOf(issue);
}

const pointerTo = (path: readonly PropertyKey[]) => path.map((part) => `/${String(part)}`).join('');

function namesIn(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Maximum number of unknown names listed in a message, because a caller can send a hundred thousand. */
const MAX_NAMED = 3;
const MAX_NAME_LENGTH = 50;

function unknownNames(names: readonly string[], path: readonly PropertyKey[], known: readonly string[]): ValueIssue[] {
  const named = names.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed());
  const others = names.length - named.length;
  return [
    ...named.map((name) => ({ pointer: pointerTo([...path, name]), detail: unknownName(name, known) })),
    ...(others > 0
      ? [{ pointer: pointerTo(path), detail: `${others.toLocaleString('en')} more names are unknown.` }]
      : []),
  ];
}
