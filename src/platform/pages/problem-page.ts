import type { RequestHandler } from 'express';
import { describeCode, isErrorCode } from '../error-codes.ts';
import { Refusal } from '../errors.ts';
import { readOnly } from '../http/mount.ts';
import { definitionList, escapeHtml, PLAIN_PAGE } from './html-page.ts';
import { problemDocs } from './pages.docs.ts';

const send: RequestHandler = (req, res) => {
  const code = String(req.params.code).toUpperCase().replaceAll('-', '_');
  if (!isErrorCode(code)) throw new Refusal('NOT_FOUND', 'There is no problem of this kind.');
  const { status, title } = describeCode(code);
  const body = `<h1>${escapeHtml(title)}</h1>
<p class="id">${code}</p>
${definitionList([
  ['HTTP status', String(status)],
  [
    'Try again',
    status >= 500 || status === 429
      ? 'Yes, after the time in <code>Retry-After</code> where there is one'
      : 'Not without changing the request',
  ],
  ['In GraphQL', 'As <code>code</code> of a <code>Problem</code>, or as <code>extensions.code</code> of an error'],
])}
<p>The <code>detail</code> of the answer says what happened in your case and what to do about it. If you ask the operator,
name the <code>requestId</code>.</p>`;
  res.set('Content-Security-Policy', PLAIN_PAGE.policy).type('html').send(PLAIN_PAGE.page(title, body));
};

/** `/problems/{code}`: what the `type` of a problem leads to. */
export const problemPage = readOnly('/problems/:code', problemDocs, send);
