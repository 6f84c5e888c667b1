import { BACK_OFFICE_PATH, SIGN_IN_PATH } from './paths.ts';
import { texts } from './texts.ts';

/**
 * A link in the list “Start” of the home page and in the footer of every page. In the list, it leads to the first of its paths
 * that this installation serves; in the footer, to the first path.
 */
interface MainLink {
  paths: readonly [string, ...string[]];
  /** Text of the link in the footer of every page. */
  name: string;
  title: string;
  text: string;
}

export const MAIN_LINKS: readonly MainLink[] = [
  { paths: ['/for/developer-sanctuary'], ...texts.mainLinks.sanctuary },
  { paths: ['/graphql'], ...texts.mainLinks.graphql },
  { paths: ['/docs/rest', '/openapi.json'], ...texts.mainLinks.rest },
  { paths: ['/docs'], ...texts.mainLinks.documents },
  { paths: [BACK_OFFICE_PATH, SIGN_IN_PATH], ...texts.mainLinks.backOffice },
];

/**
 * Links in the footer of a page.
 * @param home address of the home page
 */
export function footerLinks(home: string): { to: string; text: string }[] {
  const base = home.replace(/\/$/, '');
  return MAIN_LINKS.map(({ paths: [path], name }) => ({ to: base + path, text: name }));
}
