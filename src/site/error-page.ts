import type { ProblemBody } from '../platform/http/problem-body.ts';
import { escapeHtml } from './html-page.ts';
import { SIGN_IN_PATH } from './paths.ts';
import { adviceOf, problemPath, sentenceHtml } from './problem-texts.ts';
import { texts } from './texts.ts';

/** Error page for browsers: the problem, advice on what to do, and the JSON that an API client would get. */
export function errorPageHtml(problem: ProblemBody): string {
  const { status, title, detail, code, errors = [] } = problem;
  return `<p class="id">${status}</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${sentenceHtml(detail)}</p>
${errors.length === 0 ? '' : `<ul>\n${errors.map(({ pointer, detail: text }) => `<li><code>${escapeHtml(pointer)}</code> ${sentenceHtml(text)}</li>`).join('\n')}\n</ul>\n`}<p>${sentenceHtml(adviceOf(code))}</p>
<p class="actions"><a class="button" href="/">${texts.error.home}</a>${
    status === 401 ? `<a class="button quiet" href="${SIGN_IN_PATH}">${texts.error.signIn}</a>` : ''
  }<a class="button quiet" href="${problemPath(code)}">${texts.error.about}</a></p>
<details><summary>${texts.error.json}</summary>
<pre>${escapeHtml(JSON.stringify(problem, null, 2))}</pre>
</details>`;
}
