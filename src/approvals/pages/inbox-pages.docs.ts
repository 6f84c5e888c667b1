import { z } from 'zod';
import { aPage, onward, personPageDocs } from '../../site/index.ts';
import { MAX_REASON_LENGTH } from '../approval.inputs.ts';

const params = {
  approvalId: { description: 'Of the request for approval.', example: 'apv_01m818k5q9er0az63q2g08xk2r' },
};

export const inboxPageDocs = personPageDocs({
  name: 'inboxPage',
  summary: 'Approvals that wait for you, without scripts',
  description:
    'For operators who may approve: requests they may decide, soonest due first. Users without a session are sent to the sign-in page. The screen of the back office is `/admin/approvals`.',
  credential: 'SESSION',
  query: z.object({ after: z.string().optional().describe('Where the page before ended.') }),
  answers: { 200: aPage },
  problems: ['FORBIDDEN', 'BAD_USER_INPUT'],
});

export const approvalPageDocs = personPageDocs({
  name: 'approvalPage',
  summary: 'What exactly is to be approved',
  description:
    'With nothing hidden: the bytes that the decision is bound to, what is known of them, and who has decided.',
  credential: 'SESSION',
  params,
  answers: { 200: aPage },
  problems: ['FORBIDDEN', 'NOT_FOUND'],
});

export const decideDocs = personPageDocs({
  name: 'decideApproval',
  summary: 'Approves or rejects',
  description:
    'From the page alone. It says the digest of what is decided and that of what was shown; others are refused, with the page as it is now. Whoever has not shown lately that it is still they is led to where they do.',
  credential: 'SESSION',
  params,
  body: {
    'application/x-www-form-urlencoded': z.object({
      verdict: z.enum(['approve', 'reject']),
      sha256: z.string().length(64).describe('Of what is decided.'),
      displayHash: z.string().length(64).describe('Of what the page has shown.'),
      reason: z.string().max(MAX_REASON_LENGTH).describe('May be empty to approve.'),
    }),
  },
  example: {
    body: {
      verdict: 'reject',
      sha256: 'a'.repeat(64),
      displayHash: 'b'.repeat(64),
      reason: 'The second recipient is not a customer.',
    },
  },
  answers: { 303: onward('It counts; to the page.') },
  problems: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});
