import { Refusal } from '../platform/errors/errors.ts';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import { type BuiltPage, builtFiles, notBuilt, sendBuiltPage } from './built-page.ts';
import { PAGES_TAG } from './pages.docs.ts';
import { texts } from './texts.ts';

/** Path of the REST reference. Each operation has the fragment `#operation/NAME`. */
export const REST_DOCS_PATH = '/docs/rest';

/**
 * Allows scripts, fonts and requests of this origin only. Styles need `'unsafe-inline'`, because Redoc writes them at run time.
 * Its search runs in a worker from a `blob:` URL, which follows the policy of the page.
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
  summary: 'REST reference',
  description: 'The content of `/openapi.json` as a page, with an example of each request and response.',
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

/**
 * Serves `/docs/rest` and the files of this page.
 * @param folder build folder with `index.html`
 */
export function restDocsMounts(folder: string): Mount[] {
  const page: BuiltPage = { folder, title: texts.builtPages.restDocs, policy: CONTENT_SECURITY_POLICY };
  return [
    readOnly(
      REST_DOCS_PATH,
      docs,
      async (_req, res) => {
        if (!(await sendBuiltPage(res, page))) throw new Refusal('SERVICE_UNAVAILABLE', `${notBuilt(page)}.`);
      },
      texts.moreLinks.restDocs,
    ),
    builtFiles(`${REST_DOCS_PATH}/assets/:file`, 'restDocsFile', REST_DOCS_PATH, page),
  ];
}
