import { z } from 'zod';
import { formOn, pageOf } from '../person-docs.ts';

const next = z.string().max(2_000).optional().describe('A path of this service to go on to.');

export const confirmPageDocs = pageOf({
  name: 'confirmPage',
  summary: 'Show again that it is you',
  description: 'Asks for a password, a passkey or a code again, before what decides or shows a secret.',
  credential: 'SESSION',
  query: z.object({ next, fault: z.string().optional().describe('That the last try was not right.') }),
});

export const confirmDocs = formOn(
  {
    name: 'confirm',
    summary: 'Confirms a session for ten minutes',
    description: 'By one of the three. What is not right leads back to the page.',
    credential: 'SESSION',
  },
  z.object({
    next,
    password: z.string().max(256).optional(),
    code: z.string().max(40).optional().describe('Of an app, or a recovery code.'),
    passkey: z.string().optional().describe('What the browser gives of a passkey, as JSON.'),
  }),
  { code: '123456', next: '/admin/account' },
);
