import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { ANONYMOUS } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { sendTagged } from '../platform/http/etag.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import { networkOf } from '../platform/limits/counted-caller.ts';
import type { Platform } from '../platform/platform.ts';
import type { Operations } from '../rest/index.ts';
import { SANCTUARY_PATH, SANCTUARY_POLICY } from './html.ts';
import { SanctuaryBuildLoader } from './page-bundle.ts';
import { sanctuaryDocs, sanctuaryFileDocs } from './sanctuary.docs.ts';
import { SanctuaryPages } from './sanctuary-pages.ts';

/** Serves the developer sanctuary and the files of its page. */
export function sanctuaryMounts(
  platform: Pick<Platform, 'builtPages' | 'probes' | 'publicUrl' | 'turns'>,
  operations: Operations,
): Mount[] {
  const { builtPages, turns } = platform;
  const folder = builtPages('sanctuary');
  const built = new SanctuaryBuildLoader(folder);
  const pages = new SanctuaryPages(operations, platform);

  const page: RequestHandler = async (req, res) => {
    const found = await built.find();
    if (!found) throw new Refusal('SERVICE_UNAVAILABLE', 'This page has not been built yet. Run: npm run build');
    // Limits the requests per network: rendering a page takes some milliseconds, and anonymous callers can request any number of
    // different addresses.
    await turns.take(networkOf(req.ip ?? ''));
    if (res.destroyed) return;
    const html = await pages.page(found, req.url.split('?')[1] ?? '', operations.contextFor(res, ANONYMOUS));
    res.set('Content-Security-Policy', SANCTUARY_POLICY).set('Cache-Control', 'no-cache').type('html');
    sendTagged(res, html);
  };

  const file: RequestHandler = (req, res, next) => {
    const options = {
      root: join(folder, 'client/assets'),
      immutable: true,
      maxAge: '365d',
      dotfiles: 'ignore' as const,
    };
    res.sendFile(String(req.params.file), options, (error) => {
      if (!error || res.headersSent) return;
      next(
        new Refusal('NOT_FOUND', 'The developer sanctuary doesn’t have this file. Reload the page.', { cause: error }),
      );
    });
  };

  return [
    readOnly(SANCTUARY_PATH, sanctuaryDocs, page, {
      title: 'Developer sanctuary',
      text: 'route a task and see why, run it, seal a text, render a picture; no key needed',
    }),
    readOnly(`${SANCTUARY_PATH}/assets/:file`, sanctuaryFileDocs, file),
  ];
}
