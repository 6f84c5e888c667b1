import { z } from 'zod';
import { PERSON_FIELD } from '../platform/auth/shown-to.ts';
import type { Content, DocsTag, MethodDocs } from '../platform/http/method-docs.ts';

export const PEOPLE_TAG: DocsTag = {
  name: 'People',
  description: 'Pages on which people who run the service sign in. They have forms and no script.',
};

const PAGE: Content = { 'text/html': { text: '<!doctype html>…' } };
/** Of every such page, and of what it says where something is wrong. */
const PAGE_HEADERS = ['Cache-Control', 'X-Robots-Tag'] as const;
const FORM = 'application/x-www-form-urlencoded';
const OF_FORMS = ['FORBIDDEN'] as const;
const text = { type: 'string' } as const;
const PERSON = 'The operator the page was loaded by. A session of another one is refused.';

/** The body of a form, by the names of its fields. */
export const formBodyDocs = (required: readonly string[], also: readonly string[] = []) => ({
  [FORM]: {
    type: 'object',
    additionalProperties: false,
    required,
    properties: Object.fromEntries([...required, ...also].map((name) => [name, text])),
  },
});

type PageDocs = Omit<MethodDocs, 'tag' | 'errors' | 'example'> & { example?: MethodDocs['example'] };

/** What the pages of people have in common. Of forms, that none is taken from a page that is not ours. */
export function personPageDocs({ problems = [], example = {}, body, ...docs }: PageDocs): MethodDocs {
  const isOfPerson = body !== undefined && docs.credential === 'SESSION';
  return {
    ...docs,
    ...(body && { body: isOfPerson ? withPerson(body) : body }),
    tag: PEOPLE_TAG,
    example,
    problems: [
      ...new Set([
        ...problems,
        ...(body ? OF_FORMS : []),
        ...(isOfPerson ? ['PERSON_CHANGED' as const] : []),
        'SERVICE_UNAVAILABLE' as const,
      ]),
    ],
    ...personPageErrorDocs,
  };
}

/** A form that needs a session has a field with the person that its page shows. */
function withPerson(body: NonNullable<MethodDocs['body']>): NonNullable<MethodDocs['body']> {
  const extended = (schema: z.ZodType | object) =>
    schema instanceof z.ZodObject
      ? schema.extend({ [PERSON_FIELD]: z.string().optional().describe(PERSON) })
      : {
          ...schema,
          properties: {
            ...(schema as { properties?: object }).properties,
            [PERSON_FIELD]: { ...text, description: PERSON },
          },
        };
  return Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, extended(schema)]));
}

/** What is refused, told as such a page. */
export const personPageErrorDocs = { errors: { headers: PAGE_HEADERS, content: PAGE } };

/** The answer that is such a page. */
export const aPage = { description: 'The page.', headers: PAGE_HEADERS, content: PAGE };
/** The answer that leads on. */
export const onward = (description: string) => ({
  description,
  headers: ['Location', 'Cache-Control', 'Set-Cookie?'] as const,
});
