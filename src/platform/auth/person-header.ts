/**
 * Header with the operator whom a page of the back office displays, as in `viewer { actor }`. The browser's session can change
 * while a page is open, when another person uses a second tab to sign in.
 */
export const PERSON_HEADER = 'x-imprimatur-person';
/** Hidden form field with the same meaning as the header, for pages without scripts. */
export const PERSON_FIELD = 'person';
