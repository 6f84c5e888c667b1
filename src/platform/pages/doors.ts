import { BACK_OFFICE_PATH, SIGN_IN_PATH } from './paths.ts';

/** What the service is for, most of all: each by the first of its paths that is there. */
interface Door {
  paths: readonly [string, ...string[]];
  /** As the foot of every page calls it. */
  name: string;
  title: string;
  text: string;
}

export const DOORS: readonly Door[] = [
  {
    paths: ['/for/developer-sanctuary'],
    name: 'Try it',
    title: 'Play with it',
    text: 'Send a task and see the way it takes, seal a file and break it, have a picture drawn. No key, no account.',
  },
  {
    paths: ['/graphql'],
    name: 'GraphQL',
    title: 'Ask the graph',
    text: 'GraphiQL, with queries ready to run. Everything there is can be asked here.',
  },
  {
    paths: ['/docs/rest', '/openapi.json'],
    name: 'REST',
    title: 'Call it by REST',
    text: 'Every path with an example that is run before each release.',
  },
  {
    paths: ['/docs'],
    name: 'Documents',
    title: 'Read about it',
    text: 'How each part works, how to run it, and why it is built so.',
  },
  {
    paths: [BACK_OFFICE_PATH, SIGN_IN_PATH],
    name: 'Back office',
    title: 'Run it',
    text: 'The back office, for the people who curate, approve and keep watch.',
  },
];

/** The ways on at the foot of a page. @param home where the name of the service leads */
export function waysOn(home: string): { to: string; text: string }[] {
  const base = home.replace(/\/$/, '');
  return DOORS.map(({ paths: [path], name }) => ({ to: base + path, text: name }));
}
