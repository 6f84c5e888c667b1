/** Condition: a text contains another one, whatever their case and accents. For tables that are small enough to be read. */
export const containsText = (text: string, search: string): string =>
  `strpos(lower(without_accents(${text})), lower(without_accents(${search}))) > 0`;

/** The same condition for a pattern of `patternOf`. An index of the trigrams of `without_accents(text)` can answer it. */
export const matchesText = (text: string, pattern: string): string =>
  `without_accents(${text}) ilike without_accents(${pattern})`;

/** Pattern of the texts that contain `search`. */
export const patternOf = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
