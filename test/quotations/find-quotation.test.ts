import { expect, test } from 'vitest';
import {
  findQuotation,
  prepareSource,
  QUOTATION_RULES,
  QuotationLimitExceeded,
  QuotationSearch,
} from '../../src/quotations/index.ts';
import { startThreadTime } from '../support/processor-time.ts';
import { LANGUAGES, passagesOf, randomNumbers, TEXTS } from './passages.ts';

const statusOf = (source: string, quotation: string) => findQuotation(prepareSource(source), quotation).status;

test.each([
  ['a decimal comma', 'paid 1,5 million in cash', 'paid 1.5 million in cash'],
  ['grouped digits', 'paid 10 000 euros in cash', 'paid 10000 euros in cash'],
  ['an exponent', 'about 10² metres of land', 'about 102 metres of land'],
  ['an exponent left out', 'about 10² metres of land', 'about 10 metres of land'],
  ['a fraction', 'paid 5½ percent of it', 'paid 5 percent of it'],
  ['a sign', 'a change of −5 percent a year', 'a change of 5 percent a year'],
  ['a dash for a sign', 'a change of −5 percent a year', 'a change of –5 percent a year'],
  ['the start of a number', 'they paid 10 000 euros', 'they paid 10'],
  ['the end of a number', 'it grew by 0.5 percent last year', '5 percent last year'],
  ['the end of a decimal without zero', 'it grew by .5 percent last year', '5 percent last year'],
  ['a joined compound', 'they can re-sign the contract', 'they can resign the contract'],
  ['the end of a compound', 'a non-exclusive licence of it', 'exclusive licence of it'],
  ['the start of a contraction', 'the buyer can’t assign it', 'the buyer can'],
  ['a French negation', 'la garantie n’est pas assurée', 'est pas assurée'],
  ['a capital letter', 'the Buyer pays the price', 'the buyer pays the price'],
  ['a joined range', 'between 1990-\n1995 they paid rent', 'between 19901995 they paid rent'],
  ['a unit’s exponent', 'an area of 5 km² is sold', 'an area of 5 km is sold'],
])('%s is never verified', (_, source, quotation) => {
  expect(statusOf(source, quotation)).not.toBe('VERIFIED');
});

test.each([
  ['a word after an elision', 'exercer d’autorité qui émane de l’homme seul', 'homme seul', 'TOO_SHORT'],
  ['words after an elision', 'les droits de l’homme et du citoyen', 'homme et du citoyen', 'VERIFIED'],
  [
    'a compound over a line end',
    'ein öffentlich-\nrechtliches Verhältnis',
    'ein öffentlich-rechtliches Verhältnis',
    'VERIFIED',
  ],
  ['a word over a line end', 'ein rechts-\nkräftiges Urteil', 'ein rechtskräftiges Urteil', 'VERIFIED'],
  ['a suspended hyphen at a line end', 'der Ein-\nund Ausgang', 'der Ein- und Ausgang', 'VERIFIED'],
  ['nested marks', 'the “Program” means any work', 'the ‘Program’ means any work', 'VERIFIED'],
  ['French spaces', 'il dit « oui » ; puis il part', 'il dit "oui"; puis il part', 'VERIFIED'],
  ['an ellipsis character', 'so he said… and left', 'so he said... and left', 'VERIFIED'],
  ['Chinese', '合同当事人应当遵守约定的义务', '当事人应当遵守', 'VERIFIED'],
  ['nothing similar', 'the buyer pays the price', 'an entirely other sentence of words', 'NOT_FOUND'],
  ['a dash without spaces', 'the statute—which applies here—was passed', 'which applies here', 'VERIFIED'],
  [
    'a suspended hyphen amid words',
    'der Plan für Ein-\nund Ausgang ist fertig',
    'Plan für Ein- und Ausgang ist fertig',
    'VERIFIED',
  ],
  ['two words', 'the buyer pays', 'the buyer', 'TOO_SHORT'],
])('%s: %s', (_, source, quotation, status) => {
  expect(statusOf(source, quotation)).toBe(status);
});

test('footnotes can be left out where they are known as such, and the result says so', () => {
  const source = 'The buyer[12] pays the price.¹ The seller delivers the goods.';
  const footnotes = [{ start: 9, end: 13 }];
  const quotation = 'The buyer pays the price. The seller delivers';

  expect(statusOf(source, quotation)).not.toBe('VERIFIED');
  expect(findQuotation(prepareSource(source, { footnotes }), quotation)).toMatchObject({
    status: 'VERIFIED',
    tier: 'EXACT',
    start: 0,
    words: 'The buyer[12] pays the price.¹ The seller delivers',
    leavesOutFootnotes: true,
  });
  expect(findQuotation(prepareSource(source, { footnotes }), 'The buyer[12] pays the price.¹')).toMatchObject({
    status: 'VERIFIED',
    leavesOutFootnotes: false,
  });
});

test('a full stop of the quotation’s own is accepted and reported', () => {
  expect(findQuotation(prepareSource('The buyer pays the price in cash.'), 'The buyer pays the price.')).toMatchObject({
    status: 'VERIFIED',
    addsEndMark: true,
    words: 'The buyer pays the price',
  });
});

test.each([
  ['the buyer pays 15 euros in March', 'NUMBER', '15', '14'],
  ['the buyer not pays 14 euros in March', 'NEGATION', 'not', ''],
  ['the Seller pays 14 euros in cash', 'WORD', 'Seller', 'buyer'],
  ['the buyer pays 14 euros in April', 'DATE', 'April', 'March'],
  ['the buyer pays 14 euros, in March', 'PUNCTUATION', ', ', ' '],
  ['the buyer Pays 14 euros in March', 'CASE', 'Pays', 'pays'],
  ['the buyer pays euros in March to', 'NUMBER', '', '14'],
])('an altered quotation lists what differs: %s', (quotation, kind, quoted, source) => {
  const text = 'By law the buyer pays 14 euros in March to the seller.';

  const result = findQuotation(prepareSource(text), quotation);

  expect(result.status).toBe('ALTERED');
  if (result.status !== 'ALTERED') return;
  expect(result.differences).toContainEqual(expect.objectContaining({ kind, quoted, source }));
  for (const one of result.differences) expect(text.slice(one.start, one.end)).toBe(one.source);
});

test('several documents are searched at once, the strictest tier first', () => {
  const search = new QuotationSearch([
    prepareSource('the buyer\npays the price'),
    prepareSource('so the buyer pays the price'),
  ]);

  expect(search.find('the buyer pays the price')).toMatchObject({ source: 1, tier: 'EXACT', start: 3, end: 27 });
});

test('random passages are found, and what is verified equals the quotation character by character', () => {
  const random = randomNumbers(87);
  for (const language of LANGUAGES) {
    const text = TEXTS[language];
    const source = prepareSource(text);
    for (const { start, words } of passagesOf(text, 6)) {
      const quotation = words
        .replace(/\s/g, () => (random() < 0.5 ? ' ' : '\n\t'))
        .replace(/'/g, () => (random() < 0.5 ? '’' : "'"));
      const found = findQuotation(source, quotation);
      expect(found, quotation).toMatchObject({ status: 'VERIFIED' });
      if (found.status !== 'VERIFIED') continue;
      expect(text.slice(found.start, found.end)).toBe(found.words);
      expect(letters(found.words)).toBe(letters(quotation));
      if (oneLine(text).split(oneLine(words)).length === 2) expect(found.start).toBe(start);
    }
  }
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Slow and independent of the normal forms: letters and digits only. */
const letters = (text: string) => Array.from(text.matchAll(/[\p{L}\p{N}]/gu), ([one]) => one).join('');

test('300 quotations against 300 pages take less than three seconds', () => {
  const page = Object.values(TEXTS).join('\n');
  const pages = Array.from({ length: Math.ceil(600_000 / page.length) }, (_, at) =>
    page.replaceAll('the ', `the${at} `),
  );
  const text = pages.join('\n');
  const quotations = passagesOf(text, 40)
    .filter((_, at) => at % 8 === 0)
    .slice(0, 300);
  const workedMs = startThreadTime();

  const search = new QuotationSearch([prepareSource(text)]);
  const found = quotations.map(({ words }, at) =>
    search.find(at % 2 === 0 ? words : words.replace(/ \p{L}+ /u, ' changed ')),
  );

  expect(found.filter(({ status }) => status === 'VERIFIED').length).toBeGreaterThanOrEqual(150);
  expect(found.filter(({ status }) => status === 'NOT_FOUND')).toEqual([]);
  expect(workedMs()).toBeLessThan(3_000);
});

test.each([
  ['spaces', ' '.repeat(2_000_000)],
  ['combining marks', `e${'\u0301'.repeat(2_000_000)}`],
  ['quotation marks', '"'.repeat(2_000_000)],
  ['hyphens', '-'.repeat(2_000_000)],
  ['hyphens at line ends', 'a-\n'.repeat(600_000)],
  ['one word', 'word '.repeat(400_000)],
  ['one letter', 'a'.repeat(2_000_000)],
  ['superscripts', 'word¹ '.repeat(300_000)],
])('hostile documents take bounded time: %s', (_, text) => {
  const workedMs = startThreadTime();

  const search = new QuotationSearch([prepareSource(text)]);
  for (let at = 0; at < 20; at++) search.find(`word word word other${at} word word`);

  expect(workedMs()).toBeLessThan(20_000);
});

test('10,000 quotations against a repetitive document take bounded time', () => {
  const search = new QuotationSearch([prepareSource('as the law provides, word word '.repeat(10_000))]);
  const workedMs = startThreadTime();

  for (let at = 0; at < 10_000; at++) search.find(`as the law provides, word word${at}`);

  expect(workedMs()).toBeLessThan(60_000);
});

test('longer texts than the limits are refused by name', () => {
  expect(() => prepareSource(' '.repeat(6_000_001))).toThrow(QuotationLimitExceeded);
  expect(() => findQuotation(prepareSource('a b c'), 'a '.repeat(60_000))).toThrow(QuotationLimitExceeded);
});

test('a change of the rules needs a new version', () => {
  expect(QUOTATION_RULES).toEqual({
    name: 'imprimatur-quotations',
    version: '1',
    sha256: 'c95d20206adf5a577226693c92dd9fbcdb89dbab227b36886f83eaa4f4beaf30',
  });
});
