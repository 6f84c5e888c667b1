import type { MethodDocs } from '../platform/http/method-docs.ts';
import { aPage, personPageDocs } from './person-pages.docs.ts';

export const backOfficeHomeDocs: MethodDocs = personPageDocs({
  name: 'backOffice',
  summary: 'The back office',
  description:
    'For whoever has signed in; others are led to where they can, and back. Its screens ask the graph for all that they show.',
  credential: 'SESSION',
  answers: { 200: aPage },
});

export const backOfficePageDocs: MethodDocs = personPageDocs({
  name: 'backOfficeScreen',
  summary: 'A screen of the back office',
  description:
    'Every address below `/admin` that is nothing else: the same page, which shows the screen of its address.',
  params: { screen: { description: 'Of the screen.', example: 'audit' } },
  credential: 'SESSION',
  answers: { 200: aPage },
});
