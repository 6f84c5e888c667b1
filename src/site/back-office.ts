import type { RequestHandler } from 'express';
import type { Authentication } from '../platform/auth/authenticate.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { Mount } from '../platform/http/mount.ts';
import { type BuiltPage, notBuilt, sendBuiltFile, sendBuiltPage } from './built-page.ts';
import { BACK_OFFICE_PATH, forPersons, personPageErrors } from './person-pages.ts';

/**
 * What its screens need and nothing else: scripts, requests and pictures of this origin. `'unsafe-inline'` is for styles
 * alone: what is placed on the screen while it runs (menus, dialogs, bars) is placed by style attributes. `blob:` are
 * pictures that somebody is about to upload, `data:` the blurred ones that stand in for those still on their way.
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
 * `/admin` and every address below it that no page of the server has: one page, whose script shows the screen of the
 * address. To be mounted after whatever is more exact.
 * @param distFolder where the build was put, the folder that holds `index.html`
 */
export function backOfficeMounts(distFolder: string, authentication: () => Authentication): Mount[] {
  const signedIn = forPersons(authentication);
  const built: BuiltPage = {
    folder: distFolder,
    title: 'The back office',
    policy: CONTENT_SECURITY_POLICY,
    // With less than the origin, browsers leave it out of what its scripts send, by which we tell that it is ours.
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
      link: {
        title: 'Back office',
        text: 'approvals, health, costs and settings, for operators',
      },
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
