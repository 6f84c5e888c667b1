import { z } from 'zod';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import { PEOPLE_TAG } from '../person-docs.ts';

const leadsOn = (description: string): MethodDocs['answers'] => ({
  303: { description, headers: ['Cache-Control', 'Location'] },
});

export const oidcDocs: MethodDocs = {
  name: 'signInByProvider',
  tag: PEOPLE_TAG,
  summary: 'To the provider of identities',
  description: 'Leads to the provider that the operator has named, to sign in there.',
  query: z.object({
    next: z.string().max(2_000).optional().describe('A path of this service to go on to.'),
    confirm: z.string().optional().describe('That the session there is is to be confirmed.'),
  }),
  example: {},
  answers: leadsOn('To the provider.'),
  problems: ['SERVICE_UNAVAILABLE'],
};

export const oidcBackDocs: MethodDocs = {
  name: 'backFromProvider',
  tag: PEOPLE_TAG,
  summary: 'Back from the provider of identities',
  description: 'Where the provider sends the browser. What does not belong to a way that began here is refused.',
  query: z.object({ state: z.string().optional(), code: z.string().optional() }).catchall(z.string()),
  example: {},
  answers: leadsOn('Where to go on.'),
  problems: ['FORBIDDEN', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
};
