import { BACK_OFFICE_PATH, SIGN_IN_PATH } from './paths.ts';

/** A link in the list “Start” of the start page and in each footer. It leads to the first of its paths that this installation serves. */
interface MainLink {
  paths: readonly [string, ...string[]];
  /** Name in the footer of every page. */
  name: string;
  title: string;
  text: string;
}

export const MAIN_LINKS: readonly MainLink[] = [
  {
    paths: ['/for/developer-sanctuary'],
    name: 'Try it',
    title: 'Try it',
    text: 'Route a task, seal a text and tamper with it, render a picture. No key and no account needed.',
  },
  {
    paths: ['/graphql'],
    name: 'GraphQL',
    title: 'Query with GraphQL',
    text: 'GraphiQL with example queries. The graph covers everything the service does.',
  },
  {
    paths: ['/docs/rest', '/openapi.json'],
    name: 'REST',
    title: 'Call the REST API',
    text: 'Every path outside /admin, with an example that is tested before each release.',
  },
  {
    paths: ['/docs'],
    name: 'Documents',
    title: 'Read the documents',
    text: 'How each part works, how to run it, and why it was built that way.',
  },
  {
    paths: [BACK_OFFICE_PATH, SIGN_IN_PATH],
    name: 'Back office',
    title: 'Open the back office',
    text: 'Curate pictures, approve requests, manage models, customers and settings.',
  },
];

/** Links in the footer of a page. @param home address of the start page */
export function footerLinks(home: string): { to: string; text: string }[] {
  const base = home.replace(/\/$/, '');
  return MAIN_LINKS.map(({ paths: [path], name }) => ({ to: base + path, text: name }));
}
