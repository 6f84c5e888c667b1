import { z } from 'zod';
import { aPage, onward } from '../../site/index.ts';
import { formOn, pageOf } from '../person-docs.ts';

export const codePageDocs = {
  ...pageOf({
    name: 'codePage',
    summary: 'The code of an app, after the password',
    description: 'Whoever has not shown a password shortly before is sent to do so.',
    query: z.object({ fault: z.string().optional().describe('That the last try was not right.') }),
  }),
  answers: { 303: onward('To the sign-in.'), 200: { ...aPage, asked: { after: 'PASSWORD' } } },
} as const;

export const codeDocs = formOn(
  {
    name: 'signInWithCode',
    summary: 'Ends a sign-in by the code of an app',
    description: 'Or by a recovery code. Each is good once.',
  },
  z.object({ code: z.string().max(40) }),
  { code: '123456' },
);
