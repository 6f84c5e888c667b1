import { expect, test } from 'vitest';
import {
  type CitationFile,
  CitationFileKind,
  checkCitationFile,
  findQuotation,
  formatCitationFile,
  isCitationFile,
  parseCitationFile,
  prepareSource,
  textDigest,
} from '../../src/quotations/index.ts';

const SOURCE =
  'The tenant pays a rent of 900 euros.[7] The deposit is returned within six weeks\nafter the keys are handed over.';
const BRIEF =
  'As agreed, “the deposit is not due”. It says: “The deposit is returned within six weeks after the keys”.';
const QUOTED = 'The deposit is returned within six weeks after the keys';
const VERSION = { id: 'dcv_1', sha256: 'a'.repeat(64), textSha256: textDigest(SOURCE), textLength: SOURCE.length };

function fileOf(more: object = {}, at: object = {}): CitationFile {
  const start = SOURCE.indexOf('The deposit');
  const place = { version: 0, start, end: SOURCE.indexOf(' are handed') };
  const wordsSha256 = textDigest(SOURCE.slice(place.start, place.end));
  const begin = BRIEF.indexOf(QUOTED);
  return {
    kind: CitationFileKind.QUOTATION_REPORT,
    versions: [VERSION],
    text: { sha256: textDigest(BRIEF), length: BRIEF.length },
    quotations: [
      { start: 12, end: 34, status: 'NOT_FOUND' },
      {
        start: begin,
        end: begin + QUOTED.length,
        status: 'VERIFIED',
        tier: 'WHITESPACE',
        place: { ...place, wordsSha256, ...at },
        ...more,
      },
    ],
  };
}

const check = (file: CitationFile, texts: string[] = [SOURCE], quoting: string | null = BRIEF) =>
  checkCitationFile(parseCitationFile(formatCitationFile(file)), { texts, quoting });

test('a quotation is proven by copies of the document and of the brief', () => {
  const { quotations, isProven, versions, isQuotingSame } = check(fileOf());

  expect(quotations.map(({ result }) => result)).toEqual(['NOT_CLAIMED', 'PASSED']);
  expect(quotations[1]!.words).toBe('The deposit is returned within six weeks\nafter the keys');
  expect([isProven, versions, isQuotingSame]).toEqual([true, [true], true]);
});

test.each([
  ['another place', {}, { start: 38 }],
  ['an end within a word', {}, { end: SOURCE.indexOf(' are handed') - 1, wordsSha256: undefined }],
  ['a place after the end', {}, { end: 5_000 }],
  ['another digest of the words', {}, { wordsSha256: 'b'.repeat(64) }],
  ['a stricter tier', { tier: 'EXACT' }, {}],
  ['a laxer tier', { tier: 'HYPHENATION' }, {}],
  ['another range of the brief', { start: 0 }, {}],
])('%s fails', (_, more, at) => {
  const file = fileOf(more, at);
  const { textLength: _length, ...version } = VERSION;

  const { quotations, isProven } = check(JSON.parse(JSON.stringify({ ...file, versions: [version] })));

  expect(quotations[1]!.result).toBe('FAILED');
  expect(isProven).toBe(false);
});

test('a changed text is not the cited version, and a changed brief is not the sealed one', () => {
  const ofText = check(fileOf(), [SOURCE.replace('six', 'two')]);
  const ofBrief = check(fileOf(), [SOURCE], BRIEF.replace('six', 'two'));

  expect([ofText.versions, ofText.quotations[1]!.result, ofText.isProven]).toEqual([[false], 'NOT_CHECKED', false]);
  expect([ofBrief.isQuotingSame, ofBrief.quotations[1]!.result, ofBrief.isProven]).toEqual([
    false,
    'NOT_CHECKED',
    false,
  ]);
});

test('without the brief, the words at the place are known, and the tier isn’t', () => {
  const { quotations, isProven } = check(fileOf(), [SOURCE], null);

  expect(quotations[1]).toMatchObject({ result: 'NOT_CHECKED', words: expect.stringContaining('six weeks') });
  expect(isProven).toBe(false);
});

test('a quotation that leaves out a footnote is proven with what it leaves out', () => {
  const footnotes = [{ start: SOURCE.indexOf('[7]'), end: SOURCE.indexOf('[7]') + 3 }];
  const quoted = 'a rent of 900 euros. The deposit is returned.';
  const found = findQuotation(prepareSource(SOURCE, { footnotes }), quoted);
  if (found.status !== 'VERIFIED') throw new Error(found.status);
  const { start, end, tier, leftOut } = found;

  const { quotations, isProven } = check(
    {
      ...fileOf(),
      text: { sha256: textDigest(quoted), length: quoted.length },
      quotations: [
        {
          start: 0,
          end: quoted.length,
          status: 'VERIFIED',
          tier,
          place: { version: 0, start, end },
          leftOut: leftOut!,
          addsEndMark: true,
        },
      ],
    },
    [SOURCE],
    quoted,
  );

  expect(quotations[0]).toMatchObject({ result: 'PASSED', leftOut: ['[7]'] });
  expect(isProven).toBe(true);
});

test('statements that the quotations don’t support are contradictions', () => {
  const [missing, verified] = fileOf().quotations!;
  const answer = (claims: boolean[], outcome: string) =>
    check({
      ...fileOf(),
      kind: CitationFileKind.ANSWER,
      outcome,
      claims: claims.map((isSupported, at) => ({ start: at * 10, end: at * 10 + 10, isSupported })),
      quotations: [
        { ...missing!, claim: 0 },
        { ...verified!, claim: 1 },
      ],
    });

  expect(answer([false, true], 'PARTLY_SUPPORTED').isProven).toBe(true);
  expect(answer([true, true], 'SUPPORTED').contradictions).toHaveLength(1);
  expect(answer([false, true], 'SUPPORTED').contradictions).toHaveLength(1);
});

test('the file is canonical, recognised by its content, and read strictly', () => {
  const bytes = formatCitationFile(fileOf());
  const json = JSON.parse(Buffer.from(bytes).toString());
  const parse = (value: unknown) => parseCitationFile(Buffer.from(JSON.stringify(value)));

  expect(Buffer.from(formatCitationFile(JSON.parse(JSON.stringify(fileOf())))).equals(bytes)).toBe(true);
  expect(isCitationFile(bytes)).toBe(true);
  expect(isCitationFile(Buffer.from('{"format":"other"}'))).toBe(false);
  expect(() => parse({ ...json, format: 'imprimatur-citations/v2' })).toThrow(/newer verifier/);
  expect(() => parse({ ...json, versions: [] })).toThrow(/not an index of a version/);
  expect(() => parse({ ...json, quotations: [{ start: 0, end: 4, status: 'VERIFIED' }] })).toThrow(/tier/);
  expect(parse({ ...json, later: 1 }).unknownMembers?.paths).toEqual(['later']);
});
