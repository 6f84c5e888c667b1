import type { ContentDocs, DocsTag, MethodDocs } from '../platform/http/method-docs.ts';

export const PAGES_TAG: DocsTag = { name: 'Pages', description: 'Pages for people, and their files.' };

const PAGE: ContentDocs = { 'text/html': { text: '<!doctype html>…' } };

export const homeDocs: MethodDocs = {
  name: 'home',
  tag: PAGES_TAG,
  summary: 'Start page',
  description: 'Overview of the service with links to its pages.',
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
};

export const problemDocs: MethodDocs = {
  name: 'problemPage',
  tag: PAGES_TAG,
  summary: 'Page about a problem code',
  description: 'Cause and advice for one problem code. The `type` of a problem links here.',
  params: { code: { description: 'Problem code in lower case with hyphens.', example: 'not-found' } },
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
  problems: ['NOT_FOUND'],
};

export const problemsDocs: MethodDocs = {
  name: 'problemsPage',
  tag: PAGES_TAG,
  summary: 'List of problem codes',
  description: 'All problem codes with their causes.',
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
};

export const lookDocs: MethodDocs = {
  name: 'lookPage',
  tag: PAGES_TAG,
  summary: 'Components of pages',
  description: 'Samples of colours with their contrast, type, space, fields, buttons and notices.',
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
};
