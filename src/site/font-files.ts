import type { Mount } from '../platform/http/mount.ts';
import { sendBuiltFile } from './built-page.ts';
import { FONTS_PATH } from './look/fonts.ts';

/** Serves the fonts of the pages, and the licences of the fonts. `scripts/build-fonts.ts` copies them into the folder. */
export function fontFiles(folder: string): Mount {
  const send = sendBuiltFile({ folder, title: 'the fonts', policy: "default-src 'none'" });
  return { kind: 'page', path: `${FONTS_PATH}/:file`, methods: { GET: [send] } };
}
