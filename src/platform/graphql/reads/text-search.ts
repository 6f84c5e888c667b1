/** SQL condition that a text contains another text, ignoring case and accents. Reads every row, so it is for small tables. */
export const containsText = (text: string, search: string): string =>
  `strpos(lower(without_accents(${text})), lower(without_accents(${search}))) > 0`;

/**
 * SQL condition that a text matches a pattern of `patternOf`, ignoring case and accents. A trigram index on
 * `without_accents(text)` can answer it.
 */
export const matchesText = (text: string, pattern: string): string =>
  `without_accents(${text}) ilike without_accents(${pattern})`;

/** LIKE pattern that matches texts which contain `search`. */
export const patternOf = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
