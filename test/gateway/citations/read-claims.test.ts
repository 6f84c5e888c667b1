import { expect, test } from 'vitest';
import { readClaims } from '../../../src/gateway/runs/citations/answer-claims.ts';

const shortly = (text: string) => {
  const { claims, isNotInDocuments } = readClaims(text);
  return {
    claims: claims.map((claim) => [
      claim.text,
      ...claim.quotations.map(({ passage, words }) => `${passage}: ${words}`),
    ]),
    isNotInDocuments,
  };
};

test('a statement has the quotations under it', () => {
  const text =
    '# Notice\n\n- The notice is 90 days.\n> [2] a notice of 90 days\n> [3] “ninety days”\n\nNothing else.\n';

  expect(shortly(text)).toEqual({
    claims: [['The notice is 90 days.', '2: a notice of 90 days', '3: ninety days'], ['Nothing else.']],
    isNotInDocuments: false,
  });
});

test('places are those in the text', () => {
  const text = 'One.\n> [1] “the first words”\n  2. Two.\n>[12] the second words  \n';

  const { claims } = readClaims(text);

  for (const claim of claims) {
    expect(text.slice(claim.start, claim.end)).toBe(claim.text);
    for (const { start, end, words } of claim.quotations) expect(text.slice(start, end)).toBe(words);
  }
  expect(claims.map(({ text: words }) => words)).toEqual(['One.', 'Two.']);
});

test.each([
  '> 1: words of a passage',
  '> (1) words of a passage',
  '[1] words of a passage',
  '> [one] words of a passage',
  '> [99999] words of a passage',
  '“words of a passage” [1]',
])('`%s` isn’t a quotation', (line) => {
  expect(readClaims(`A statement.\n${line}`).claims.flatMap(({ quotations }) => quotations)).toEqual([]);
});

test('a quotation before any statement stands alone', () => {
  expect(shortly('> [1] words of a passage')).toEqual({
    claims: [['', '1: words of a passage']],
    isNotInDocuments: false,
  });
});

test('“not in the documents” is an outcome only if nothing else is stated', () => {
  expect(shortly('NOT IN THE DOCUMENTS\nThe date of the sale is missing.')).toEqual({
    claims: [],
    isNotInDocuments: true,
  });
  expect(shortly('NOT IN THE DOCUMENTS\nBut the rent is zero.\nAnd the deposit too.').claims).toHaveLength(2);
  expect(shortly('The rent is zero.\nNOT IN THE DOCUMENTS').claims).toHaveLength(1);
});
