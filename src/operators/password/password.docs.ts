import { z } from 'zod';
import { aPage, onward } from '../../site/index.ts';
import { formOn, pageOf } from '../person-docs.ts';

export const passwordPageDocs = pageOf({
  name: 'passwordPage',
  summary: 'Change one’s own password',
  description:
    'A form. Who has not shown for ten minutes that it is still they is led to `/admin/confirm` first, and back.',
  credential: 'SESSION',
  answers: { 200: aPage },
});

export const passwordDocs = formOn(
  {
    name: 'changePassword',
    summary: 'Take another password',
    description:
      'What the page sends. All sessions end, and this browser gets a new one. Who comes by a passkey or a provider of identities alone, and has no password, leaves `present` out.',
    credential: 'SESSION',
    answers: { 303: onward('On to the account, with a new session in a cookie.') },
    problems: ['RATE_LIMITED', 'INPUT_INVALID', 'CONFLICT'],
  },
  z.object({
    present: z.string().max(256).optional().describe('The password so far.'),
    password: z.string().describe('The new one: 12 to 128 characters.'),
  }),
  { present: 'difference engine no. 2', password: 'difference engine no. 3' },
);
