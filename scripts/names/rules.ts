/** Words that name a thing by what happened to it. A type or file needs a noun: `SignedEntry`, not `Signed`. */
export const PARTICIPLES =
  /^(?:[a-z]{2,}(?:[^e]ed)|given|shown|kept|held|sent|told|made|taken|known|found|drawn|seen|written|left|begun|done|built|paid|spent|meant|bound|hidden|chosen|gone|waiting|standing|trying|ending|asking|earlier|later)$/i;

/** Words of a clause. A file is named by a noun or a verb: `deciders.ts`, not `who-decides.ts`. */
export const CLAUSE_WORDS: ReadonlySet<string> = new Set(
  'who whose whom what which that may must can is are was has have does how where whether than'.split(' '),
);

/** Maximum number of files that can each declare a local type with the same name, such as `Props`. */
export const MAX_LOCAL_HOMONYMS = 3;

/** Names that break a rule, each with its reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  Unauthenticated: 'A problem of the API, named like `Forbidden`; clients match this name in `__typename`.',
  Refused: 'A problem of the API, named like `Unavailable`; clients match this name in `__typename`.',
};
