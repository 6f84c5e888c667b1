import type { ContentDocs, DocsTag, MethodDocs } from '../platform/http/method-docs.ts';

export const PAGES_TAG: DocsTag = { name: 'Pages', description: 'For people.' };

const PAGE: ContentDocs = { 'text/html': { text: '<!doctype html>…' } };

export const homeDocs: MethodDocs = {
  name: 'home',
  tag: PAGES_TAG,
  summary: 'Where to find the rest',
  description: 'Links to what a person who typed the address may be looking for.',
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
};

export const problemDocs: MethodDocs = {
  name: 'problemPage',
  tag: PAGES_TAG,
  summary: 'About one kind of problem',
  description: 'What the `type` of a problem leads to.',
  params: { code: { description: 'Of the problem, in lower case with hyphens.', example: 'not-found' } },
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
  problems: ['NOT_FOUND'],
};

export const problemsDocs: MethodDocs = {
  name: 'problemsPage',
  tag: PAGES_TAG,
  summary: 'Every kind of problem',
  description: 'An index of all codes, with why each comes.',
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
};

export const lookDocs: MethodDocs = {
  name: 'lookPage',
  tag: PAGES_TAG,
  summary: 'The parts of pages',
  description: 'Colours with their contrast, type, space, fields, buttons and notices, in the scheme of whoever looks.',
  example: {},
  answers: { 200: { description: 'The page.', content: PAGE } },
};
