import { escapeHtml, SEAL_ICON } from '../site/index.ts';
import type { SanctuaryBuild } from './page-bundle.ts';

export const SANCTUARY_PATH = '/for/developer-sanctuary';

/**
 * Content-Security-Policy: allows scripts, styles, pictures and requests of this origin only. `data:` and `blob:` are for
 * pictures that the user drops onto the page. Style attributes stay forbidden, because the server writes none and scripts set
 * styles through the DOM.
 */
export const SANCTUARY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Writes the whole page.
 * @param json data from which the body was rendered, embedded so that the browser's script starts with the same data
 */
export function sanctuaryHtml(
  { title, description, body }: { title: string; description: string; body: string },
  json: string,
  { script, preloads, styles }: Omit<SanctuaryBuild, 'bundle'>,
): Buffer {
  const asset = (name: string) => `${SANCTUARY_PATH}/assets/${escapeHtml(name)}`;
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${SEAL_ICON}">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(description)}">
${styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`).join('\n')}
${preloads.map((name) => `<link rel="modulepreload" href="${asset(name)}">`).join('\n')}
<script type="module" src="${asset(script)}"></script>
</head>
<body>
<div id="sanctuary">${body}</div>
<script type="application/json" id="sanctuary-data">${json.replaceAll('<', '\\u003c')}</script>
</body>
</html>
`);
}
