import { expect, test } from 'vitest';
import { prepareSource, type QuotationResult, QuotationSearch, Tier } from '../../src/quotations/index.ts';
import { LANGUAGES, type Language, passagesOf, randomNumbers, TEXTS } from './passages.ts';

const search = new QuotationSearch(LANGUAGES.map((language) => prepareSource(TEXTS[language])));

type Change = (words: string, other: string) => string | null;

const replaced = (pattern: RegExp, by: (found: string) => string): Change => {
  return (words) => {
    const changed = words.replace(pattern, by);
    return changed === words ? null : changed;
  };
};

/** Each takes a true quotation and makes a false one. Null if it doesn't apply. */
const CHANGES: Record<string, Change> = {
  number: replaced(/\d+/, (digits) => String(Number(digits) + 1)),
  'number word': replaced(/\b(one|two|three|vier|drei|sechzig|achtundvierzig|sieben)\b/, () => 'acht'),
  'negation added': replaced(/\b(shall|may|is|must|darf|hat|findet|doit|peut)\b/, (verb) =>
    /[a-z]+(is|may|shall|must)?$/.test(verb) && ['shall', 'may', 'is', 'must'].includes(verb)
      ? `${verb} not`
      : `${verb} nicht`,
  ),
  'negation removed': replaced(/ (not|nicht|pas|non|no)\b/, () => ''),
  'negation in a word': replaced(/\b(non-exclusive|irrevocable|unantastbar|inviolable)\b/, (word) =>
    word.replace(/^(non-|ir|un|in)/, ''),
  ),
  name: replaced(
    /\b(Licensor|Contributor|Work|Bundestag|Bayern|Hamburg|Niemand|Loi|Nation|Homme|Constitution)\b/,
    () => 'Smith',
  ),
  date: replaced(/\b(January|Mai 1949|2004)\b/, () => 'März 1948'),
  'joined sentences': (words, other) =>
    `${words.split(/\s+/).slice(0, 8).join(' ')} ${other.split(/\s+/).slice(-8).join(' ')}`,
};

interface Misquotation {
  language: Language;
  change: string;
  quotation: string;
}

function misquotations(): Misquotation[] {
  const random = randomNumbers(38);
  return LANGUAGES.flatMap((language) => {
    const passages = passagesOf(TEXTS[language], 16);
    return passages.flatMap(({ words }) =>
      Object.entries(CHANGES).flatMap(([change, make]) => {
        const other = passages[Math.floor(random() * passages.length)]!.words;
        const quotation = other === words ? null : make(words, other);
        return quotation === null || TEXTS[language].includes(quotation) ? [] : [{ language, change, quotation }];
      }),
    );
  });
}

test('no planted misquotation is verified, in three languages', () => {
  const planted = misquotations();
  expect(planted.length).toBeGreaterThanOrEqual(200);
  for (const change of Object.keys(CHANGES)) expect(planted.map((one) => one.change)).toContain(change);
  for (const language of LANGUAGES) expect(planted.map((one) => one.language)).toContain(language);

  const accepted = planted.filter(({ quotation }) => search.find(quotation).status === 'VERIFIED');
  const altered = planted.filter(({ change, quotation }) => {
    return change !== 'joined sentences' && search.find(quotation).status !== 'ALTERED';
  });

  expect(accepted).toEqual([]);
  expect(altered, 'changed words are shown at their place').toEqual([]);
});

/** Each writes a quotation in another way that means the same. */
const VARIATIONS: Record<string, { tier: Tier; vary: (words: string) => string }> = {
  apostrophes: { tier: Tier.TYPOGRAPHY, vary: (words) => words.replaceAll("'", '’').replaceAll('"', '“') },
  spaces: { tier: Tier.TYPOGRAPHY, vary: (words) => words.replaceAll(' ', '\u00a0') },
  dashes: { tier: Tier.TYPOGRAPHY, vary: (words) => words.replaceAll('-', '\u2011') },
  ligatures: { tier: Tier.TYPOGRAPHY, vary: (words) => words.replaceAll('fi', 'ﬁ').replaceAll('fl', 'ﬂ') },
  accents: { tier: Tier.TYPOGRAPHY, vary: (words) => words.normalize('NFD') },
  'one line': { tier: Tier.WHITESPACE, vary: (words) => words.replace(/\s+/g, ' ') },
  'narrow lines': { tier: Tier.WHITESPACE, vary: (words) => words.replace(/\s+/g, '\r\n  ') },
  'hyphens at line ends': {
    tier: Tier.HYPHENATION,
    vary: (words) => words.replace(/(?<=\s\p{L}{3})(?=\p{Ll}{3})/gu, '-\n'),
  },
  'soft hyphens': {
    tier: Tier.HYPHENATION,
    vary: (words) => words.replace(/(?<=\s\p{L}{3})(?=\p{Ll}{3})/gu, '\u00ad'),
  },
};

test('variants in typography, white space and hyphenation are verified at their place, with their tier', () => {
  const failed: unknown[] = [];
  let count = 0;
  for (const language of LANGUAGES) {
    const text = TEXTS[language];
    for (const { start, end, words } of passagesOf(text, 24)) {
      for (const [name, { tier, vary }] of Object.entries(VARIATIONS)) {
        const quotation = vary(words);
        if (quotation === words || text.indexOf(words) !== start) continue;
        count++;
        const found = search.find(quotation);
        const expected = { status: 'VERIFIED', tier, source: LANGUAGES.indexOf(language), start, end, words };
        if (!isLike(found, expected)) failed.push({ name, language, quotation, found });
      }
    }
  }

  expect(failed).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(200);
});

function isLike(found: QuotationResult, expected: object): boolean {
  const known = new Map<string, unknown>(Object.entries(found));
  return Object.entries(expected).every(([name, value]) => known.get(name) === value);
}
