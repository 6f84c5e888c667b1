import { z } from 'zod';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import { formOn, PEOPLE_TAG, pageOf } from '../person-docs.ts';

const next = z.string().max(2_000).optional().describe('A path of this service to go on to.');

export const passkeyScriptDocs: MethodDocs = {
  name: 'passkeyScript',
  tag: PEOPLE_TAG,
  summary: 'What pages need to ask a browser for a passkey',
  description: 'Puts what the browser gives into a form. It sends nothing.',
  example: {},
  answers: {
    200: { description: 'The script.', headers: ['Cache-Control'], content: { 'text/javascript': { text: '…' } } },
  },
};

export const passkeyPageDocs = pageOf({
  name: 'passkeySignInPage',
  summary: 'Sign in with a passkey',
  description: 'With a challenge that is good for some minutes.',
  query: z.object({ next, fault: z.string().optional().describe('That the last try was not right.') }),
});

export const passkeySignInDocs = formOn(
  {
    name: 'signInWithPasskey',
    summary: 'Signs in by a passkey',
    description: 'One that is not taken leads back to the page.',
  },
  z.object({ next, passkey: z.string().describe('What the browser gives of it, as JSON.') }),
  { passkey: '{}' },
);
