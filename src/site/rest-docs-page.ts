import { Refusal } from '../platform/errors/errors.ts';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import { type BuiltPage, builtFiles, notBuilt, sendBuiltPage } from './built-page.ts';
import { PAGES_TAG } from './pages.docs.ts';

/** Where each operation has an address of its own: `#operation/` and its name. */
export const REST_DOCS_PATH = '/docs/rest';

/**
 * What Redoc needs, all from this origin. `'unsafe-inline'` is for styles alone, which it writes while it runs. Its search
 * works beside the page in a script that stands in its own; such a worker obeys the policy of the page.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  'worker-src blob:',
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const docs: MethodDocs = {
  name: 'restDocs',
  tag: PAGES_TAG,
  summary: 'What REST can do, to be read',
  description: 'The content of `/openapi.json` as a page, with an example of each request and each answer.',
  example: {},
  answers: {
    200: {
      description: 'The page.',
      headers: ['Cache-Control'],
      content: { 'text/html': { text: '<!doctype html>…' } },
    },
  },
  problems: ['SERVICE_UNAVAILABLE'],
};

/** `/docs/rest` and its files. @param folder where the build was put, the folder that holds `index.html` */
export function restDocsMounts(folder: string): Mount[] {
  const page: BuiltPage = { folder, title: 'The REST reference', policy: CONTENT_SECURITY_POLICY };
  return [
    readOnly(
      REST_DOCS_PATH,
      docs,
      async (_req, res) => {
        if (!(await sendBuiltPage(res, page))) throw new Refusal('SERVICE_UNAVAILABLE', `${notBuilt(page)}.`);
      },
      { title: 'REST reference', text: 'each path with what it takes and answers' },
    ),
    builtFiles(`${REST_DOCS_PATH}/assets/:file`, 'restDocsFile', REST_DOCS_PATH, page),
  ];
}
