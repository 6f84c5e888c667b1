import { type MethodDocs, REVALIDATED, sameAsBefore } from '../../platform/http/method-docs.ts';
import { PAGES_TAG } from '../pages.docs.ts';

const HEADERS = [...REVALIDATED, 'Vary'] as const;

const read: Pick<MethodDocs, 'tag' | 'takes' | 'example' | 'answers' | 'problems'> = {
  tag: PAGES_TAG,
  takes: ['Accept', 'If-None-Match'],
  example: {},
  answers: {
    200: {
      description: 'The page as HTML, or its Markdown source for a caller that prefers `text/markdown`.',
      headers: HEADERS,
      content: { 'text/html': { text: '<!doctype html>…' }, 'text/markdown': { text: '# The gateway\n\n…' } },
    },
    304: sameAsBefore(HEADERS),
  },
  problems: ['SERVICE_UNAVAILABLE'],
};

const ENDING = 'Append `.md` to get the Markdown source.';

export const libraryDocs: MethodDocs = {
  ...read,
  name: 'documents',
  summary: 'The documents',
  description: 'The list of documents about the service, by what a reader wants to do.',
};

export const documentDocs: MethodDocs = {
  ...read,
  name: 'document',
  summary: 'A document',
  description: 'One of the project’s documents: a file of the folder `docs` in the repository.',
  params: { name: { description: `Name of the document. ${ENDING}`, example: 'gateway' } },
  problems: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
};

export const decisionsDocs: MethodDocs = {
  ...read,
  name: 'decisions',
  summary: 'The decisions',
  description: 'List of the design decisions by number, with a link to each.',
};

export const decisionDocs: MethodDocs = {
  ...read,
  name: 'decision',
  summary: 'A decision',
  description: 'A design decision: the choice, its reason and its cost.',
  params: {
    decision: {
      description: `Number and name of the decision. The number alone is enough. ${ENDING}`,
      example: '0002-run-stored-graphql-operations-behind-rest',
    },
  },
  problems: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
};

export const pictureDocs: MethodDocs = {
  name: 'documentPicture',
  tag: PAGES_TAG,
  summary: 'A picture in a document',
  description: 'A screenshot in one of the documents.',
  params: { name: { description: 'File name of the picture.', example: 'image-bank.webp' } },
  takes: ['If-None-Match'],
  example: {},
  answers: {
    200: { description: 'The picture.', headers: REVALIDATED, content: { 'image/webp': 'BYTES' } },
    304: sameAsBefore(),
  },
  problems: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
};
