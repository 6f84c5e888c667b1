import type { RequestHandler } from 'express';
import { describeCode, type ErrorCode, errorCodes, isErrorCode } from '../platform/errors/error-codes.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { readOnly } from '../platform/http/mount.ts';
import { problemBody } from '../platform/http/problem-body.ts';
import { definitionList, escapeHtml, PageFrame, PLAIN_PAGE } from './html-page.ts';
import { problemDocs, problemsDocs } from './pages.docs.ts';
import { adviceOf, problemPath, retryRule, sentenceHtml } from './problem-texts.ts';
import { texts } from './texts.ts';

const EXAMPLE_REQUEST = 'b7f0c1d2-4e5f-4a6b-8c9d-0e1f2a3b4c5d';
const NAV = { label: texts.problems.title, links: [{ to: '/problems', text: texts.problems.all }] };

/** Page `/problems/{code}` about one problem code. The `type` of a problem is the URL of this page. */
export function problemPage(publicUrl: string) {
  const send: RequestHandler = (req, res) => {
    const code = String(req.params.code).toUpperCase().replaceAll('-', '_');
    if (!isErrorCode(code)) throw new Refusal('NOT_FOUND', 'This problem code doesn’t exist. All codes: /problems.');
    res
      .set('Content-Security-Policy', PLAIN_PAGE.policy)
      .type('html')
      .send(PLAIN_PAGE.page(describeCode(code).title, aboutProblem(code, publicUrl), { nav: NAV }));
  };
  return readOnly('/problems/:code', problemDocs, send);
}

function aboutProblem(code: ErrorCode, publicUrl: string): string {
  const { status, title, cause } = describeCode(code);
  const example = problemBody({ code, detail: `${title}.` }, { publicUrl, requestId: EXAMPLE_REQUEST });
  return `<h1>${escapeHtml(title)}</h1>
<p class="id">${code}</p>
${cause ? `<p class="lead">${sentenceHtml(cause)}</p>\n` : ''}<h2>${texts.problems.whatToDo}</h2>
<p>${sentenceHtml(adviceOf(code))}</p>
${definitionList([
  [texts.problems.retry, sentenceHtml(retryRule(code))],
  [texts.problems.status, String(status)],
  [
    texts.problems.inGraphql,
    texts.problems.inGraphqlAs('<code>code</code>', '<code>Problem</code>', '<code>extensions.code</code>'),
  ],
])}
<h2>${texts.problems.example}</h2>
<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>
<p>${texts.problems.detail('<code>detail</code>', '<code>requestId</code>')}</p>`;
}

const INDEX_FRAME = new PageFrame({
  style: `
  .problems { list-style: none; padding: 0; border-top: 1px solid var(--line); margin: .75rem 0 0; }
  .problems li { display: grid; grid-template-columns: 1fr 1fr; gap: var(--space-6); border-bottom: 1px solid var(--line); margin: 0;
    padding: .8rem 0; max-width: none; }
  .problems p { margin: 0; } .problems .cause { color: var(--soft); }
  main h2 { margin-top: var(--space-6); }
  @media (max-width: 50rem) { .problems li { grid-template-columns: 1fr; gap: .35rem; } }
`,
});

/** Page `/problems`: all problem codes on one page, so that users can search it in the browser. */
export const problemsPage = readOnly(
  '/problems',
  problemsDocs,
  (_req, res) => {
    res
      .set('Content-Security-Policy', INDEX_FRAME.policy)
      .type('html')
      .send(INDEX_FRAME.page(texts.problems.title, allProblems(), { isWide: true }));
  },
  texts.moreLinks.problems,
);

function allProblems(): string {
  const codes = errorCodes();
  const byStatus = Map.groupBy(codes, (code) => describeCode(code).status);
  const sections = [...byStatus].sort(([one], [other]) => one - other).map(([status, some]) => ofStatus(status, some));
  return `<h1>${texts.problems.title}</h1>
<p class="lead">${texts.problems.lead(codes.length)}</p>
<p>${texts.problems.find('<code>code</code>')}</p>
${sections.join('\n')}`;
}

function ofStatus(status: number, codes: readonly ErrorCode[]): string {
  return `<h2>${status}</h2>
<ul class="problems">
${codes.map(oneProblem).join('\n')}
</ul>`;
}

function oneProblem(code: ErrorCode): string {
  const { title, cause } = describeCode(code);
  return `<li><div><a href="${problemPath(code)}">${escapeHtml(title)}</a>
<p class="id">${code}</p></div>${cause ? `\n<p class="cause">${sentenceHtml(cause)}</p>` : ''}</li>`;
}
