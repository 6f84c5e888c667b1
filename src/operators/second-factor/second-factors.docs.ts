import { z } from 'zod';
import { aPage, onward } from '../../site/index.ts';
import { formOn, pageOf } from '../person-docs.ts';

export const secondFactorsPageDocs = pageOf({
  name: 'secondFactorsPage',
  summary: 'Passkeys and codes of one’s own',
  description:
    'Those that there are, and forms to add and remove some. To change them, the session has to be confirmed.',
  credential: 'SESSION',
  query: z.object({ said: z.string().optional().describe('What became of the last form.') }),
});

export const secondFactorsDocs = {
  ...formOn(
    {
      name: 'changeSecondFactors',
      summary: 'Adds, names or removes a passkey, or sets up the codes of an app',
      description:
        'One thing at a time. What is told once (a secret for an app, recovery codes) is the page that answers.',
      credential: 'SESSION',
      answers: {
        303: onward('To the page, which says what became of it.'),
        200: { ...aPage, asked: { body: { do: 'begin-codes' } } },
      },
    },
    z.object({
      do: z.enum([
        'add-passkey',
        'rename-passkey',
        'remove-passkey',
        'begin-codes',
        'confirm-codes',
        'renew-codes',
        'remove-codes',
      ]),
      id: z.string().max(100).optional().describe('Of the passkey.'),
      name: z.string().max(80).optional().describe('What the passkey is called.'),
      passkey: z.string().optional().describe('What the browser gives of it, as JSON.'),
      code: z.string().max(40).optional(),
    }),
    { do: 'remove-passkey', id: 'opk_01m818k5q9er0az63q2g08xk2r' },
  ),
};
