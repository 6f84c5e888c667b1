import { expect, test } from 'vitest';
import { findQuotationsIn } from '../../src/quotations/index.ts';
import { leastThreadTime } from '../support/processor-time.ts';

const textsIn = (brief: string) => findQuotationsIn(brief).quotations.map(({ text }) => text);

test.each([
  ['English', 'It held “the law is clear” here', ['the law is clear']],
  ['straight', 'It held "the law is clear" here', ['the law is clear']],
  ['German', 'Es heißt „Das Gesetz ist klar“ dort', ['Das Gesetz ist klar']],
  ['German with a straight or English end', 'Es heißt „Das Gesetz ist klar” dort', ['Das Gesetz ist klar']],
  ['French', 'On lit « la loi est claire » ici', ['la loi est claire']],
  ['pointing inwards', 'Es heißt »Das Gesetz ist klar« dort', ['Das Gesetz ist klar']],
  ['single', 'the buyers’ claim ‘the buyers’ claims aren’t good’ fails', ['the buyers’ claims aren’t good']],
  ['nested', 'It held “the ‘law’ is “very” clear” here', ['the ‘law’ is “very” clear']],
  ['apostrophes only', 'the buyers’ claims aren’t good', []],
  ['several paragraphs', 'So: “First one.\n\n“Second one.” After', ['First one.\n\nSecond one.']],
  ['Markdown', 'He says:\n\n> First line\n> second line\n\nAfter', ['First line\nsecond line']],
  ['an indented paragraph', 'He says:\n\n    First line\n    second line\n\nAfter', ['First line\nsecond line']],
  ['a list', 'He says:\n\n    - First line\n', []],
])('finds quotations: %s', (_, brief, texts) => {
  expect(textsIn(brief)).toEqual(texts);
});

test('offsets are those of the words, and a citation that follows is found', () => {
  const brief =
    'Es gilt: „Die Würde des Menschen ist unantastbar“, Art. 1 Abs. 1 GG. Und “x y z” (Smith v. Jones, 12 F.3d 4).';

  const { quotations } = findQuotationsIn(brief);

  expect(quotations.map(({ start, end }) => brief.slice(start, end))).toEqual([
    'Die Würde des Menschen ist unantastbar',
    'x y z',
  ]);
  expect(quotations.map(({ citation }) => citation?.text)).toEqual(['Art. 1 Abs. 1 GG', '(Smith v. Jones, 12 F.3d 4)']);
});

test('a mark that is never closed is reported and swallows nothing', () => {
  const { quotations, unclosed } = findQuotationsIn('An “open one\n\nThen “a good one” and „another open\n\n"x y z"');

  expect(quotations.map(({ text }) => text)).toEqual(['a good one', 'x y z']);
  expect(unclosed).toEqual([3, 36]);
});

test.each(['"', '“', '«', '’s ', '‘s’ ', ' ', '\n', '> \n', '“a b c”\n\n“', '(“a” ', '    \n\n'])(
  'hostile briefs take bounded time: %j',
  async (piece) => {
    const brief = piece.repeat(Math.floor(1_900_000 / piece.length));

    const { tookMs } = await leastThreadTime(15_000, () => findQuotationsIn(brief));

    expect(tookMs).toBeLessThan(15_000);
  },
);
