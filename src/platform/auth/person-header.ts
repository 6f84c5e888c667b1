/**
 * Header that names the operator for whom a page of the back office was loaded, as in `viewer { actor }`. The browser's session
 * can change while a page is open, when another person uses a second tab to sign in.
 */
export const PERSON_HEADER = 'x-imprimatur-person';
/** Hidden form field with the same meaning as `PERSON_HEADER`, for pages without scripts. */
export const PERSON_FIELD = 'person';
