import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../../src/platform/language/language.ts';
import { findAll, NameList, redact, restore, TextRestorer, TooManyFindings } from '../../src/redaction/index.ts';
import { startThreadTime } from '../support/processor-time.ts';

const NAMES = [new NameList(['Anna Müller', 'Jean-Luc O’Neill', 'Müllers', '田中', 'Øystein Łukasz'])];

test.each([
  ['an account in groups', 'Pay to DE89 3704 0044 0532 0130 00, please', 'Pay to [IBAN_1], please'],
  ['an account in one, with letters', 'GB82WEST12345698765432', '[IBAN_1]'],
  ['an account before a word in capitals', 'NL91 ABNA 0417 1643 00 BIC ABNANL2A', '[IBAN_1] BIC ABNANL2A'],
  ['a card', 'card 4111 1111 1111 1111.', 'card [CARD_1].'],
  ['an American card', '3782-822463-10005', '[CARD_1]'],
  ['a mail address', 'write to Anna.Smith+x@mail.example.co.uk!', 'write to [EMAIL_1]!'],
  ['an international mail address', 'иван@пример.рф, josé@correo.example', '[EMAIL_1], [EMAIL_2]'],
  ['a mail address in angle brackets', '"Ann" <ann@example.org>;', '"Ann" <[EMAIL_1]>;'],
  ['network addresses', 'from 192.168.1.20 and 2001:db8::ff.', 'from [IP_1] and [IP_2].'],
  ['a network address with its port', '10.1.2.3:8080', '[IP_1]:8080'],
  ['a telephone number abroad', 'call +49 (0)30 901820-12 now', 'call [PHONE_1] now'],
  ['a telephone number at home', 'Tel. 030 901820', 'Tel. [PHONE_1]'],
  ['an American telephone number', '(415) 555-2671', '[PHONE_1]'],
  ['names, however they are written', 'ANNA MULLER, anna müller; Anna-Müller', '[NAME_1], [NAME_1.2]; [NAME_1.3]'],
  ['a name with its apostrophe and dash', "Jean Luc O'Neill", '[NAME_1]'],
  ['a name whose letters have no accent to take off', 'Oystein Lukasz', '[NAME_1]'],
  ['a name where words have no blanks', '田中さんへ', '[NAME_1]さんへ'],
  ['an inflection that was given', 'Müllers Haus, Müllerei', '[NAME_1] Haus, Müllerei'],
])('redacts %s', (_, text, redacted) => {
  expect(redact(text, { names: NAMES }).text).toBe(redacted);
});

test.each([
  ['full-width digits', 'card ４１１１ １１１１ １１１１ １１１１', 'card [CARD_1]'],
  ['Arabic-Indic digits', '٤١١١ ١١١١ ١١١١ ١١١١', '[CARD_1]'],
  ['mathematical digits', '\u{1d7d2}\u{1d7cf}\u{1d7cf}\u{1d7cf}111111111111', '[CARD_1]'],
  ['zero-width characters', 'DE89\u200b3704\u200d0044\ufeff0532013000', '[IBAN_1]'],
  ['soft hyphens', 'anna\u00ad@exam\u00adple.com', '[EMAIL_1]'],
  ['narrow blanks', 'DE89\u202f3704\u00a00044\u20090532\u20070130\u00a000', '[IBAN_1]'],
  ['other dashes', '4111‑1111–1111−1111', '[CARD_1]'],
  ['letters that only look Latin', 'GВ82 WЕST 1234 5698 7654 32', '[IBAN_1]'],
  ['a Cyrillic letter in an address', 'аnna@example.com and anna@example.com', '[EMAIL_1] and [EMAIL_1.2]'],
  ['a name with a letter of another script', 'Аnna Müller', '[NAME_1]'],
])('sees through %s, and cuts what stood there', (_, text, redacted) => {
  const result = redact(`« ${text} »`, { names: NAMES });

  expect(result.text).toBe(`« ${redacted} »`);
  expect(restore(result.text, result.map)).toBe(`« ${text} »`);
});

test.each([
  'DE89 3704 0044 0532 0130 01 has a wrong checksum',
  'card 4111 1111 1111 1112 has a wrong digit',
  'on 2026-03-12 and 12.03.2026, 01-02-2026 at 12:30:45',
  'invoice 1234567890 of 1.234,50 EUR, version 1.2.3, version 10.0.0.1',
  '999.1.1.1 is no address, nor is std::vector, nor icon@2x.png, nor lodash@4.17.21',
  'Müllerei, Anna and Müller, Annamüller',
  'PESEL 44051401358, BSN 111222334, 85.07.30-033.29',
])('leaves what is none: %s', (text) => {
  expect(redact(text, { names: NAMES })).toMatchObject({ text, findings: [] });
});

test.each(['A', 'A.', ' b ', '(É)', 'ß'])('a name of a single letter is none: %s', (name) => {
  const text = 'Plan A or plan b: É and ß, a.';

  expect(redact(text, { names: [new NameList([name])] }).findings).toEqual([]);
});

test('an initial is part of a name', () => {
  expect(redact('A. Bo has plan A.', { names: [new NameList(['A. Bo'])] }).text).toBe('[NAME_1] has plan A.');
});

test('the same thing has the same number, and another spelling of it one more', () => {
  const { text, map } = redact(
    'a@b.example, c@d.example, A@B.example, a@b.example; DE89370400440532013000 = DE89 3704 0044 0532 0130 00',
  );

  expect(text).toBe('[EMAIL_1], [EMAIL_2], [EMAIL_1.2], [EMAIL_1]; [IBAN_1] = [IBAN_1.2]');
  expect(map.get('[EMAIL_1.2]')).toBe('A@B.example');
});

test('a placeholder that somebody wrote is left alone, and never restored', () => {
  const text = 'I wrote [EMAIL_1] and [EMAIL_3.2] to a@b.example, b@b.example and c@b.example';
  const redacted = redact(text);

  expect(redacted.text).toBe('I wrote [EMAIL_1] and [EMAIL_3.2] to [EMAIL_2], [EMAIL_4] and [EMAIL_5]');
  expect(restore(redacted.text, redacted.map)).toBe(text);
});

describe('whatever the text', () => {
  const identifier = fc.constantFrom(
    'anna@example.com',
    'DE89 3704 0044 0532 0130 00',
    '4111111111111111',
    '+49 30 901820',
    'Anna Müller',
    '192.168.0.1',
    '12345678Z',
    '[EMAIL_1]',
    '[NAME_',
    '\u200b',
    '４１１１ 1111 1111 1111',
    '"john doe"@example.com',
  );
  const texts = fc
    .array(fc.oneof(identifier, fc.string({ unit: 'grapheme', maxLength: 12 })))
    .map((all) => all.join(' '));

  test('what was redacted is restored exactly, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 7 }), (text, size) => {
        const redacted = redact(text, { names: NAMES });
        const stream = new TextRestorer(redacted.map);
        let restored = '';
        for (let at = 0; at < redacted.text.length; at += size)
          restored += stream.push(redacted.text.slice(at, at + size));

        expect(restore(redacted.text, redacted.map)).toBe(text);
        expect(restored + stream.end()).toBe(text);
      }),
    );
  });

  test('findings are in order, do not overlap, and stand where they say', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { findings, map } = redact(text, { names: NAMES });

        let end = 0;
        for (const finding of findings) {
          expect(finding.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(finding.start, finding.end)).toBe(map.get(finding.placeholder));
          end = finding.end;
        }
      }),
    );
  });
});

test('what lies across the bounds of pieces is found, wherever it begins', () => {
  for (const before of [16_370, 16_380, 16_384, 32_760]) {
    const text = `${'x '.repeat(before / 2)}DE89 3704 0044 0532 0130 00 y`;

    expect(findAll(text)).toEqual([expect.objectContaining({ kind: 'IBAN', start: before, end: before + 27 })]);
  }
});

/** More than there may be is found out on the way. */
function timeFor(text: string): number {
  const elapsed = startThreadTime();
  try {
    findAll(text, NAMES);
  } catch (error) {
    if (!(error instanceof TooManyFindings)) throw error;
  }
  return elapsed();
}

/** Characters of each text: enough to tell what grows with its square. */
const LENGTH = 64_000;

test.each([
  '1 ',
  'a.',
  'AA11',
  '::',
  '@',
  'a@',
  'a@a.',
  '1',
  '12-',
  '(',
  '+',
  '+1',
  '(1',
  '1.1.',
  'DE',
  'DE89 ',
  '4111 ',
  '0123 456 ',
  'Anna ',
  '[',
  '[EMAIL_',
  '\u200b',
  'а',
  '"',
  '"@',
  '01 ',
  '1/',
  'ffff:',
])('a text of nothing but %j costs no more than its length', (piece) => {
  const short = piece.repeat(LENGTH / 10 / piece.length);
  const long = piece.repeat(LENGTH / piece.length);
  timeFor(short);

  const ofShort = timeFor(short);
  const ofLong = timeFor(long);

  // Ten times as long: a hundred times as much is what must not be.
  expect(ofLong).toBeLessThan(30 * ofShort + 300);
});

test.each([
  ['Please call me back about the invoice that came yesterday.', 'en'],
  ['Bitte rufen Sie mich wegen der Rechnung von gestern zurück.', 'de'],
  ['Merci de me rappeler au sujet de la facture.', 'fr'],
  ['Por favor llámeme por la factura de ayer.', 'es'],
  ['La prego di richiamarmi per la fattura di ieri.', 'it'],
  ['Bel mij alstublieft terug over de factuur.', 'nl'],
  ['Proszę o telefon w sprawie faktury.', 'pl'],
  ['Por favor, ligue-me sobre a fatura de ontem.', 'pt'],
  ['4711 0815 12345', null],
  ['Anna', null],
])('the language of %j', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test.each([
  ['dots', '4111.1111.1111.1111', '[CARD_1]'],
  ['dots, of American Express', '3782.822463.10005', '[CARD_1]'],
  ['tabs', '4111\t1111\t1111\t1111', '[CARD_1]'],
  ['line ends', '4111\n1111\n1111\n1111', '[CARD_1]'],
  ['line ends of Windows', '4111\r\n1111\r\n1111\r\n1111', '[CARD_1]'],
  ['a line that is full', '4111 1111\n1111 1111', '[CARD_1]'],
  ['a line that is full, and indented', '4111-1111-\n    1111-1111', '[CARD_1]'],
  ['line separators of Unicode', '4111\u20281111\u20291111\u20281111', '[CARD_1]'],
  ['blank braille patterns', '4111\u28001111\u28001111\u28001111', '[CARD_1]'],
  ['a blank braille pattern in a digit group', 'DE89\u28003704 0044 0532 0130 00', '[IBAN_1]'],
  ['an overlay on each digit', [...'4111111111111111'].map((digit) => `${digit}\u0334`).join(''), '[CARD_1]'],
  ['an overlay on each digit in groups', '4\u0336111 1111 1\u033811\u03351 1111', '[CARD_1]'],
  ['keycaps', [...'4111111111111111'].map((digit) => `${digit}\ufe0f\u20e3`).join(''), '[CARD_1]'],
  ['overlays on an account', 'D\u0334E\u033489\u0334 3704 0044 0532 0130 00', '[IBAN_1]'],
  ['an account in two lines', 'DE89 3704 0044\n0532 0130 00', '[IBAN_1]'],
  ['an account divided by tabs', 'DE89\t3704\t0044\t0532\t0130\t00', '[IBAN_1]'],
])('finds what is divided by %s', (_, text, redacted) => {
  const result = redact(`« ${text} »`);

  expect(result.text).toBe(`« ${redacted} »`);
  expect(restore(result.text, result.map)).toBe(`« ${text} »`);
});

test.each([
  ['a column of numbers', '4111\n1111\n1111\n1111\n5105\n1051\n0510\n5100\n'],
  ['a row of numbers', '4111\t1111\t1111\t1111\t5105\t1051'],
  ['numbers with points between, and more of them', '7.4111.1111.1111.1111'],
  ['groups with several kinds of separators', '4111.1111-1111 1111'],
  ['two line ends', '4111\n\n1111\n\n1111\n\n1111'],
  ['a number with a point in it', '4111 1111 1111 1111.5'],
  ['thousands', '4,111,111,111,111,111'],
])('leaves %s', (_, text) => {
  expect(redact(text).text).toBe(text);
});

test('a long text of digits, separators and marks takes time in proportion', () => {
  const spent = (text: string) => {
    const time = startThreadTime();
    findAll(text);
    return time();
  };
  for (const piece of ['4111\t1111\n', '4\u0334', '1.', '4111.1111.', '1111 1111\r\n']) {
    spent(piece.repeat(4_000));
    const once = spent(piece.repeat(4_000));
    const fourTimes = spent(piece.repeat(16_000));
    expect(fourTimes / Math.max(once, 5)).toBeLessThan(12);
  }
});
