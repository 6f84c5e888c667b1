import type { z } from 'zod';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { aPage, onward, personPageDocs } from '../site/index.ts';

export { PEOPLE_TAG } from '../site/index.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

type About = Pick<MethodDocs, 'name' | 'summary' | 'description'> & Partial<MethodDocs>;

/** A page that is looked at. */
export function pageOf(about: About): MethodDocs {
  return personPageDocs({ answers: { 200: aPage }, ...about });
}

/** A form that leads on. */
export function formOn(about: About, body: z.ZodType, example: Record<string, string>): MethodDocs {
  return personPageDocs({
    body: { [FORM_TYPE]: body },
    example: { body: example },
    answers: { 303: onward('Where to go on, as a browser does by itself.') },
    problems: ['RATE_LIMITED'],
    ...about,
  });
}
