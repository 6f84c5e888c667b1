import type { ProblemBody } from '../platform/http/problem-body.ts';
import { escapeHtml } from './html-page.ts';
import { SIGN_IN_PATH } from './paths.ts';
import { adviceOf, problemPath, sentenceHtml } from './problem-texts.ts';

/** What was refused, for somebody who looks at it in a browser: what happened, what to do, and what a program would have got. */
export function errorPageHtml(problem: ProblemBody): string {
  const { status, title, detail, code, errors = [] } = problem;
  return `<p class="id">${status}</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${sentenceHtml(detail)}</p>
${errors.length === 0 ? '' : `<ul>\n${errors.map(({ pointer, detail: what }) => `<li><code>${escapeHtml(pointer)}</code> ${sentenceHtml(what)}</li>`).join('\n')}\n</ul>\n`}<p>${sentenceHtml(adviceOf(code))}</p>
<p class="actions"><a class="button" href="/">To the first page</a>${
    status === 401 ? `<a class="button quiet" href="${SIGN_IN_PATH}">Sign in</a>` : ''
  }<a class="button quiet" href="${problemPath(code)}">About this problem</a></p>
<details><summary>What a program gets here</summary>
<pre>${escapeHtml(JSON.stringify(problem, null, 2))}</pre>
</details>`;
}
