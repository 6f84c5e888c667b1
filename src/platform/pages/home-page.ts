import { type Mount, readOnly } from '../http/mount.ts';
import { definitionList, escapeHtml, PLAIN_PAGE } from './html-page.ts';
import { homeDocs } from './pages.docs.ts';

/** `/`: where a person who typed the address finds the rest. */
export function homePage(mounts: readonly Mount[]): Mount {
  const links = mounts.flatMap(({ path, link }) =>
    link ? [[link.title, `<a href="${path}">${path}</a>: ${escapeHtml(link.text)}`] as const] : [],
  );
  const body = `<h1>Imprimatur</h1>
<p>Renders pictures from a brief into a governed image bank, and seals what comes out so that anyone can check it later.</p>
${definitionList(links)}`;
  return readOnly('/', homeDocs, (_req, res) => {
    res.set('Content-Security-Policy', PLAIN_PAGE.policy).type('html').send(PLAIN_PAGE.page('Home', body));
  });
}
