import { z } from 'zod';
import type { AnswerDocs, Content, MethodDocs } from '../../platform/http/method-docs.ts';
import { PAGES_TAG } from '../../platform/pages/pages.docs.ts';
import { MAX_REASON_LENGTH } from '../approval.inputs.ts';

const PAGE: Content = { 'text/html': { text: '<!doctype html>…' } };
const SHOWN: AnswerDocs = { description: 'The page.', headers: ['Cache-Control', 'X-Robots-Tag'], content: PAGE };
const LED: AnswerDocs = {
  description: 'To the sign-in, for who is not signed in.',
  headers: ['Cache-Control', 'Location'],
};
const params = {
  approvalId: { description: 'Of the request for approval.', example: 'apv_01m818k5q9er0az63q2g08xk2r' },
};
const errors = { content: PAGE };

export const inboxPageDocs: MethodDocs = {
  name: 'inboxPage',
  tag: PAGES_TAG,
  summary: 'What waits for your approval',
  description:
    'For people who have signed in and may approve: what they may decide, soonest due first. Whoever has not is led to the sign-in.',
  credential: 'SESSION',
  query: z.object({ after: z.string().optional().describe('Where the page before ended.') }),
  example: {},
  answers: { 200: SHOWN, 303: LED },
  problems: ['FORBIDDEN', 'BAD_USER_INPUT'],
  errors,
};

export const approvalPageDocs: MethodDocs = {
  name: 'approvalPage',
  tag: PAGES_TAG,
  summary: 'What exactly is to be approved',
  description:
    'With nothing hidden: the bytes that the decision is bound to, what is known of them, and who has decided.',
  credential: 'SESSION',
  params,
  example: {},
  answers: { 200: SHOWN, 303: LED },
  problems: ['FORBIDDEN', 'NOT_FOUND'],
  errors,
};

export const decideDocs: MethodDocs = {
  name: 'decideApproval',
  tag: PAGES_TAG,
  summary: 'Approves or rejects',
  description:
    'From the page alone. It says the digest that was seen; another one is refused, with the page as it is now. Whoever has not shown lately that it is still they is led to where they do.',
  credential: 'SESSION',
  params,
  body: {
    'application/x-www-form-urlencoded': z.object({
      verdict: z.enum(['approve', 'reject']),
      sha256: z.string().length(64).describe('Of what was seen.'),
      reason: z.string().max(MAX_REASON_LENGTH).describe('May be empty to approve.'),
    }),
  },
  example: { body: { verdict: 'reject', sha256: 'a'.repeat(64), reason: 'The second recipient is not a customer.' } },
  answers: { 303: { description: 'It counts; to the page.', headers: ['Cache-Control', 'Location'] } },
  problems: [
    'BAD_REQUEST',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  errors,
};
