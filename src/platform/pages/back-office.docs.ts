import type { MethodDocs } from '../http/method-docs.ts';
import { aPage, personPageDocs } from './person-pages.docs.ts';

/** What is wrong is told as on every page below `/admin`. */
export const backOfficeFileDocs = personPageDocs({
  name: 'backOfficeFile',
  summary: 'A file of the back office',
  description:
    'What the page at `/admin` loads, packed for who can unpack it. The name of such a file changes with its content.',
  params: { file: { description: 'Its name.', example: 'index.js' } },
  answers: {
    200: {
      description: 'The file.',
      headers: ['Cache-Control', 'Last-Modified', 'Vary?', 'Content-Encoding?'],
      content: { 'text/javascript': { text: 'export{};' }, 'text/css': { text: 'body{}' } },
    },
  },
  problems: ['NOT_FOUND'],
});

/** One of its pages. Whoever is not signed in is led to where they can, and back. */
function screenDocs(docs: Omit<Parameters<typeof personPageDocs>[0], 'answers'>): MethodDocs {
  const { errors, ...described } = personPageDocs({ ...docs, credential: 'SESSION', answers: { 200: aPage } });
  const notBuilt = { text: 'The back office has not been built yet. Run: npm run build\n' };
  return { ...described, errors: { ...errors, content: { ...errors?.content, 'text/plain': notBuilt } } };
}

export const backOfficeHomeDocs = screenDocs({
  name: 'backOffice',
  summary: 'The back office',
  description: 'For whoever has signed in. Its screens ask the graph for all that they show.',
});

export const backOfficePageDocs = screenDocs({
  name: 'backOfficeScreen',
  summary: 'A screen of the back office',
  description:
    'Every address below `/admin` that is nothing else: the same page, which shows the screen of its address.',
  params: { screen: { description: 'Of the screen.', example: 'audit' } },
});
