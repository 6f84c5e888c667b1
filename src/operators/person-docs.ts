import type { z } from 'zod';
import type { DocsTag, MethodDocs } from '../platform/http/method-docs.ts';

export const PEOPLE_TAG: DocsTag = {
  name: 'People',
  description: 'Pages on which people who run the service sign in and see to their accounts.',
};

const PAGE = { 'text/html': { text: '<!doctype html>…' } } as const;
/** What such a page has: nobody keeps it, and no machine looks for it. */
const PAGE_HEADERS = ['Cache-Control', 'X-Robots-Tag'] as const;

export const FORM_TYPE = 'application/x-www-form-urlencoded';

type About = Pick<MethodDocs, 'name' | 'summary' | 'description'> & Partial<MethodDocs>;

/** A page that is looked at. */
export function pageOf(about: About, description = 'The page.'): MethodDocs {
  return {
    tag: PEOPLE_TAG,
    example: {},
    answers: { 200: { description, headers: PAGE_HEADERS, content: PAGE } },
    ...about,
  };
}

/** A form that leads on. */
export function formOn(about: About, body: z.ZodType, example: Record<string, string>): MethodDocs {
  return {
    tag: PEOPLE_TAG,
    body: { [FORM_TYPE]: body },
    example: { body: example },
    answers: {
      303: { description: 'Where to go on, as a browser does by itself.', headers: ['Cache-Control', 'Location'] },
    },
    problems: ['BAD_REQUEST', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'],
    ...about,
  };
}
