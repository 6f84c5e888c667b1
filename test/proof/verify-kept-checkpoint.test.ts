import { describe, expect, test } from 'vitest';
import { canonicalBytes } from '../../src/proof/json.ts';
import { logSigner } from '../support/note-signing.ts';
import { LOG_ORIGIN, SealingHouse } from '../support/seal-fixture.ts';
import { TestLog } from '../support/test-log.ts';
import { check, sealedText } from './sealed-text.ts';

const { house, sealed, judge, trustWith } = await sealedText();

describe('a checkpoint that the reader kept', () => {
  const treeSize = () => sealed.bundle.logEntry.inclusionProof.treeSize;
  const kept = async (size: number) => {
    const tree = house.tree();
    const [from, to] = size < treeSize() ? [size, treeSize()] : [treeSize(), size];
    return { note: tree.checkpoint(size), consistency: from === to ? null : await tree.consistencyProof(from, to) };
  };
  /** The same log with another history, from the entry that follows on the beginning. */
  const splitView = async () => {
    const split = new SealingHouse({ log: house.log });
    while (split.size < treeSize()) await split.logged(canonicalBytes({ n: split.size }));
    return split.tree();
  };

  test.each([
    ['older', -5],
    ['the same', 0],
    ['newer', 1],
  ])('that is %s is found to be of one history', async (_, by) => {
    await house.logged(canonicalBytes({ another: 'entry' }));

    const verdict = await judge(sealed.bundle, { oldCheckpoint: await kept(treeSize() + by) });

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', proofPath: null });
    expect(check(verdict, 'checkpoint').detail).toMatch(/the checkpoint you saved/);
  });

  test('of the same size with another root shows that the log has two stories', async () => {
    const split = await splitView();

    const verdict = await judge(sealed.bundle, {
      oldCheckpoint: { note: split.checkpoint(treeSize()), consistency: null },
    });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/signed two different trees of \d+ entries/);
  });

  test('proven in a tree that the log signed for others alone shows the same', async () => {
    const split = await splitView();
    const consistency = await split.consistencyProof(13, treeSize());

    const verdict = await judge(sealed.bundle, { oldCheckpoint: { note: split.checkpoint(13), consistency } });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/signed two different trees of \d+ entries/);
  });

  test.each([
    ['older', -5],
    ['newer', 1],
  ])('that is %s and comes without a proof leaves it open, with where the proof is', async (_, by) => {
    await house.logged(canonicalBytes({ another: 'entry' }));
    const sizes = [treeSize(), treeSize() + by].sort((one, other) => one - other);

    const verdict = await judge(sealed.bundle, {
      oldCheckpoint: { ...(await kept(treeSize() + by)), consistency: null },
    });

    const path = `/log/by-name/${LOG_ORIGIN}/consistency/${sizes[0]}/${sizes[1]}`;
    expect(verdict).toMatchObject({ result: 'UNKNOWN', proofPath: path });
    expect(verdict.summary).toContain(`from the log’s service, at ${path}.`);
  });

  test('with a proof that does not hold is not passed over', async () => {
    const older = await kept(10);
    const consistency = { ...older.consistency!, proof: older.consistency!.proof.slice(1) };

    const verdict = await judge(sealed.bundle, { oldCheckpoint: { ...older, consistency } });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/doesn’t show that this tree and the one you saved/);
  });

  test.each([
    ['between other trees', () => house.tree().consistencyProof(9, treeSize()), /is from 9 to \d+ entries/],
    ['of another log', () => new TestLog('log9.example.org', 40).consistencyProof(10, 40), /log9\.example\.org/],
    ['by another key', () => new SealingHouse().tree().consistencyProof(10, 13), /is not valid/],
    ['of nothing', async () => ({ oldSize: 10, proof: [], checkpoint: 'nothing' }), /is not valid/],
  ])('with a proof %s asks for the right one', async (_, consistency, why) => {
    const oldCheckpoint = { note: house.tree().checkpoint(10), consistency: await consistency() };

    const verdict = await judge(sealed.bundle, { oldCheckpoint });

    expect(verdict).toMatchObject({
      result: 'UNKNOWN',
      proofPath: `/log/by-name/${LOG_ORIGIN}/consistency/10/${treeSize()}`,
    });
    expect(check(verdict, 'checkpoint')).toMatchObject({ status: 'not-checked', detail: expect.stringMatching(why) });
  });

  test.each([
    ['of a log that is not pinned', 'log9.example.org', /another log, log9\.example\.org.*does not name that log/],
    ['by another key', LOG_ORIGIN, /The checkpoint you saved is not valid: .*not signed by any trusted key/],
  ])('%s says nothing about the seal, and why', async (_, origin, why) => {
    const note = new TestLog(origin, 10).checkpoint(10);

    const verdict = await judge(sealed.bundle, { oldCheckpoint: { note, consistency: null } });

    expect(verdict).toMatchObject({ result: 'UNKNOWN', proofPath: null });
    expect(verdict.summary).toMatch(why);
  });

  test('of the log before this one is told from one of a stranger', async () => {
    const earlier = new SealingHouse({ log: logSigner('log0.seals.example.org') });
    const trust = trustWith({
      logs: [{ ...earlier.trustedLog(), origin: 'log0.seals.example.org' }, house.trustedLog()],
    });
    const note = earlier.tree().checkpoint(10);

    const verdict = await judge(sealed.bundle, { trust, oldCheckpoint: { note, consistency: null } });

    expect(verdict.result).toBe('UNKNOWN');
    expect(verdict.summary).toMatch(/another log, log0\.seals\.example\.org.*Your trust file names that log as well/);
    expect(verdict.summary).toContain(`Pass a checkpoint of ${LOG_ORIGIN}.`);
  });
});
