import { expect, test } from 'vitest';
import { auditExport } from '../../src/proof/audit-export.ts';
import { formatBundle } from '../../src/proof/bundle.ts';
import { CHAIN_START, chainHash, type HashedLink } from '../../src/proof/chain.ts';
import { type AnchorPredicate, anchorStatement } from '../../src/proof/chain-anchor.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { preAuthenticationEncoding } from '../../src/proof/dsse.ts';
import { STATEMENT_MEDIA_TYPE } from '../../src/proof/statement.ts';
import { NOW, PUBLIC_URL, SealingHouse } from '../support/seal-fixture.ts';

const issuer = new SealingHouse();
const DELETED = 'run_01jc0000000000000000000000';
const ACT = {
  act: 'RETENTION',
  of: 'RUN',
  fromId: 'run_01jc000000',
  untilId: 'run_01jd000000',
  runs: 1,
  at: '2026-11-21T08:00:00.000Z',
  by: 'upkeep',
};

/** A chain with a deleted run and the act of the deletion, which a release that didn’t sign acts wrote. */
function entries(): HashedLink[] {
  let previous = CHAIN_START;
  return [
    { kind: 'RUN', subjectId: DELETED, digest: 'f'.repeat(64), recordedAt: '2026-11-20T08:00:00.000Z' },
    { kind: 'ACT', subjectId: 'cha_1', digest: documentDigest(ACT), recordedAt: '2026-11-21T08:00:00.000Z' },
  ].map((one, at) => {
    const link = { ...one, seq: at + 1, previous };
    previous = chainHash(link);
    return { ...link, hash: previous };
  });
}

async function report(anchorsOfFirst: (first: HashedLink) => AnchorPredicate[]) {
  const [first, last] = entries() as [HashedLink, HashedLink];
  const anchors = anchorsOfFirst(first).map((predicate) => {
    const payload = anchorStatement(PUBLIC_URL, first.hash, predicate);
    const signature = issuer.key.sign(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload));
    return {
      statement: Buffer.from(payload).toString('utf8'),
      signature: Buffer.from(signature).toString('base64'),
      keyId: Buffer.from(issuer.key.id).toString('hex'),
    };
  });
  const statement = anchorStatement(PUBLIC_URL, last.hash, { anchorId: 'anc_9', seq: 2, claimedAt: NOW.toISOString() });
  const bundle = JSON.parse(formatBundle(await issuer.signed(statement)));
  const lines = [
    {
      ...{ type: 'header', format: 'imprimatur.chain-export', version: 1, kind: 'RUN', filter: {} },
      ...{ exportedAt: NOW.toISOString(), issuer: PUBLIC_URL, first: 1 },
    },
    { type: 'entry', entry: first, absent: 'NOT_KEPT', ...(anchors.length > 0 && { anchors }) },
    { type: 'record', entry: last, record: ACT, erasable: {} },
    {
      ...{ type: 'trailer', entries: 2, records: 1, last: { seq: 2, hash: last.hash } },
      anchor: { seq: 2, hash: last.hash, bundle },
    },
  ];
  return auditExport(
    lines.map((line) => JSON.stringify(line)),
    { trust: issuer.trust(), now: NOW },
  );
}

const anchor = (claimedAt: string, previous?: AnchorPredicate['previous']): AnchorPredicate => ({
  anchorId: `anc_${claimedAt}`,
  seq: 1,
  ...(previous && { previous }),
  claimedAt,
});

test('an act of a release that didn’t sign acts explains what is missing, and a note says so', async () => {
  const { faults, isClean, isComplete, notKept, notes } = await report(() => []);

  expect(faults).toEqual([]);
  expect({ isClean, isComplete, notKept }).toEqual({ isClean: true, isComplete: true, notKept: 1 });
  expect(notes).toContain('One act on records isn’t signed, as in releases up to 0.2.0. The chain alone confirms it.');
});

test('an act without signature after an anchor that names the one before it was inserted', async () => {
  const previous = { anchorId: 'anc_0', seq: 0, hash: CHAIN_START };

  const { faults } = await report(() => [anchor('2026-11-20T09:00:00.000Z', previous)]);

  expect(faults.map(({ fault }) => fault)).toEqual(['ACT_INVALID', 'REMOVED']);
});

test('within a day after the upgrade of an earlier release, its processes may have added the act', async () => {
  const { faults } = await report((first) => {
    const one = anchor('2026-11-20T09:00:00.000Z');
    const other = anchor('2026-11-20T09:10:00.000Z');
    const previous = { anchorId: other.anchorId, seq: 0, hash: first.hash };
    return [one, other, anchor('2026-11-20T09:20:00.000Z', previous)];
  });

  expect(faults).toEqual([]);
});
