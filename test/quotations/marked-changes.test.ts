import { expect, test } from 'vitest';
import { findQuotation, prepareSource } from '../../src/quotations/index.ts';
import { leastThreadTime } from '../support/processor-time.ts';

const LEASE =
  'The tenant may not, without the written consent of the landlord, terminate this lease before 31 March 2027. He bears the costs of it.';
const find = (quotation: string, source = LEASE) => findQuotation(prepareSource(source), quotation);

test.each([
  [
    'an ellipsis',
    'The tenant may not … terminate this lease',
    ['…'],
    [', without the written consent of the landlord,'],
  ],
  [
    'dots in brackets',
    'The tenant may not [...] terminate this lease',
    ['[...]'],
    [', without the written consent of the landlord,'],
  ],
  [
    'spaced dots',
    'The tenant may not . . . terminate this lease',
    ['. . .'],
    [', without the written consent of the landlord,'],
  ],
  [
    'a negation left out',
    'The tenant may … terminate this lease',
    ['…'],
    ['not, without the written consent of the landlord,'],
  ],
  ['a replaced word', '[The tenant] bears the costs of it', ['[The tenant]'], ['']],
  [
    'a replaced word amid others',
    'The tenant may not, without the [oral] consent of the landlord',
    ['[oral]'],
    ['written'],
  ],
  ['a note', 'The tenant may not, without the written consent [sic] of the landlord', ['[sic]'], ['']],
  ['a small letter', '[t]he tenant may not, without the written consent', ['[t]he'], ['The']],
  ['a capital', '[W]ithout the written consent of the landlord', ['[W]ithout'], ['without']],
  [
    'several marks',
    '[t]he tenant may not … terminate this lease … 31 March 2027',
    ['[t]he', '…', '…'],
    ['The', ', without the written consent of the landlord,', 'before'],
  ],
])('%s is a marked change, and what stands there is listed', (_, quotation, quoted, source) => {
  const result = find(quotation);

  expect(result).toMatchObject({ status: 'ALTERED', isMarked: true });
  if (result.status !== 'ALTERED') return;
  expect(result.differences.map((one) => [one.quoted, one.source])).toEqual(quoted.map((one, at) => [one, source[at]]));
  expect(LEASE.slice(result.start, result.end)).toBe(result.words);
  for (const { source: words, start, end } of result.differences) expect(LEASE.slice(start, end).trim()).toBe(words);
});

test.each([
  ['another number', 'The tenant may not … terminate this lease before 30 March 2027'],
  ['another word', 'The tenant must not … terminate this lease before 31 March 2027'],
  ['parts in another order', 'terminate this lease … The tenant may not, without'],
  ['a part of a word', 'The tenant may not … minate this lease before'],
])('%s beside an ellipsis isn’t marked', (_, quotation) => {
  const result = find(quotation);

  expect(result.status).not.toBe('VERIFIED');
  expect(result).not.toMatchObject({ isMarked: true });
});

test.each([
  '… without the written consent of the landlord …',
  'without the written consent of the landlord [...]',
  '...without the written consent of the landlord',
])('an ellipsis at an end says that the document continues: %s', (quotation) =>
  expect(find(quotation)).toMatchObject({ status: 'VERIFIED', tier: 'EXACT', addsEndMark: false }),
);

test('an ellipsis of the document itself is verified', () => {
  expect(find('he paid … and left', 'So he paid … and left.')).toMatchObject({ status: 'VERIFIED', tier: 'EXACT' });
});

test('words that are pages apart aren’t one quotation', () => {
  const source = `The tenant pays the rent monthly. ${'Another sentence of the lease. '.repeat(500)} The deposit is returned.`;

  expect(find('The tenant pays the rent … The deposit is returned', source)).not.toMatchObject({ isMarked: true });
});

test.each(['… ', '[a] ', '[a]b ', 'the … ', 'x […] y ', '. . . . '])(
  'hostile quotations take bounded time: %j',
  async (piece) => {
    const source = prepareSource('the x y of the lease and the x of the y '.repeat(20_000));
    findQuotation(source, 'a first quotation makes the index');

    const { tookMs } = await leastThreadTime(5_000, () =>
      findQuotation(source, `the x of the y ${piece.repeat(Math.floor(90_000 / piece.length))}of the lease and the`),
    );

    expect(tookMs).toBeLessThan(5_000);
  },
);
