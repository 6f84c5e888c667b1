import { expect, test } from 'vitest';
import { CHAIN_BEGIN, isInPlace } from '../../src/chain/record-match.ts';
import { chainHash, type HashedLink } from '../../src/proof/chain.ts';

const links: HashedLink[] = [];
for (let seq = 1; seq <= 4; seq++) {
  const previous = links.at(-1)?.hash ?? CHAIN_BEGIN.hash;
  const link = {
    seq,
    kind: 'RUN',
    subjectId: `run_${seq}`,
    digest: 'a'.repeat(64),
    previous,
    recordedAt: '2026-11-29T10:00:00.000Z',
  };
  links.push({ ...link, hash: chainHash(link) });
}

test.each([
  ['with both neighbours', 2, links.slice(0, 3), 4, true],
  ['first in the chain', 1, links.slice(0, 2), 4, true],
  ['alone in the chain', 1, links.slice(0, 1), 1, true],
  ['last', 4, links.slice(2), 4, true],
  ['last when the head was read, with an entry added since', 3, links.slice(1), 3, true],
  ['with a head but no next entry', 3, links.slice(1, 3), 4, false],
  ['without the entry before', 3, links.slice(2), 4, false],
  ['missing', 2, [], 4, false],
  [
    'with a next entry that continues another',
    2,
    [links[0]!, links[1]!, { ...links[2]!, previous: 'b'.repeat(64) }],
    4,
    false,
  ],
])('an entry %s', (_, seq, beside, headSeq, isRight) => {
  expect(isInPlace(seq, beside, headSeq)).toBe(isRight);
});
