import type { RequestHandler } from 'express';
import type { Authentication } from '../platform/auth/authenticate.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { Mount } from '../platform/http/mount.ts';
import { type BuiltPage, notBuilt, sendBuiltFile, sendBuiltPage } from './built-page.ts';
import { BACK_OFFICE_PATH, forPersons, personPageErrors } from './person-pages.ts';
import { texts } from './texts.ts';

/**
 * Content-Security-Policy of the back office. Scripts, fonts and requests can only use this origin. Styles need
 * `'unsafe-inline'`, because menus, dialogs and bars are positioned by style attributes. Pictures can also be `blob:`, before
 * they are uploaded, and `data:`, as blurred placeholders.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the single page of the back office at `/admin` and at every address below it that no other route serves. The page's
 * script shows the screen for the address. Mount this after the routes with more specific paths.
 * @param distFolder build folder with `index.html`
 */
export function backOfficeMounts(distFolder: string, authentication: () => Authentication): Mount[] {
  const signedIn = forPersons(authentication);
  const built: BuiltPage = {
    folder: distFolder,
    title: texts.builtPages.backOffice,
    policy: CONTENT_SECURITY_POLICY,
    // With a stricter policy browsers would omit the header `Origin`, by which the service recognises requests from its own site.
    headers: { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' },
  };
  const show: RequestHandler = async (_req, res) => {
    if (!(await sendBuiltPage(res, built))) throw new Refusal('SERVICE_UNAVAILABLE', `${notBuilt(built)}.`);
  };
  const page: readonly RequestHandler[] = [signedIn, show];
  return [
    {
      path: '/admin/assets/:file',
      methods: { GET: [sendBuiltFile(built)] },
      kind: 'page',
      errors: personPageErrors,
    },
    {
      path: BACK_OFFICE_PATH,
      methods: { GET: page },
      kind: 'page',
      errors: personPageErrors,
      link: texts.moreLinks.backOffice,
    },
    {
      path: '/admin/*screen',
      methods: { GET: page },
      kind: 'page',
      errors: personPageErrors,
      isFallback: true,
    },
  ];
}
