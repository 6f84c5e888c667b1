/** PostgreSQL’s text search configurations by primary language tag of BCP 47. All exist since PostgreSQL 14. */
const CONFIGURATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ar: 'arabic',
    ca: 'catalan',
    da: 'danish',
    de: 'german',
    el: 'greek',
    en: 'english',
    es: 'spanish',
    eu: 'basque',
    fi: 'finnish',
    fr: 'french',
    ga: 'irish',
    hu: 'hungarian',
    hy: 'armenian',
    id: 'indonesian',
    it: 'italian',
    lt: 'lithuanian',
    nb: 'norwegian',
    nl: 'dutch',
    nn: 'norwegian',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sr: 'serbian',
    sv: 'swedish',
    tr: 'turkish',
  }),
);

/** Text search configuration for a language, `simple` if there is none: words are compared as they are written. */
export function textConfiguration(language: string | null): string {
  return CONFIGURATIONS.get(language?.toLowerCase().split('-')[0] ?? '') ?? 'simple';
}
