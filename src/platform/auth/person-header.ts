/**
 * The header in which a page names the operator it shows, as in `viewer { actor }`. The browser's session can change under an
 * open page: another person uses a second tab to sign in.
 */
export const PERSON_HEADER = 'x-imprimatur-person';
/** Hidden form field with the same purpose, for pages without scripts. */
export const PERSON_FIELD = 'person';
