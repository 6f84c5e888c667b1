import { describe, expect, test } from 'vitest';
import { formatBundle } from '../../src/proof/bundle.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';
import { jsonOf, LOG_ORIGIN, SealingHouse, SealKey } from '../support/seal-fixture.ts';
import { TestLog } from '../support/test-log.ts';
import { check, FROM, sealedText, statuses, TEXT } from './sealed-text.ts';

const { house, sealed, judge, authorities, stamped } = await sealedText();

describe('whoever is not pinned', () => {
  test('as a seal key: the seal cannot be judged', async () => {
    const stranger = await house.seal({ text: TEXT, key: new SealKey() });

    const verdict = await judge(stranger.bundle);

    expect(verdict).toMatchObject({
      result: 'UNKNOWN',
      summary: expect.stringMatching(/The seal key is not pinned/),
    });
    expect(statuses(verdict)).toMatchObject({ key: 'failed', signature: 'not-checked', entry: 'passed' });
  });

  test('as a log: the seal cannot be judged', async () => {
    const verdict = await judge(sealed.bundle, {
      trust: house.trust({ logs: [{ ...house.trustedLog(), publicKey: logSigner(LOG_ORIGIN).key.publicKey }] }),
    });

    expect(verdict.result).toBe('UNKNOWN');
    expect(statuses(verdict)).toMatchObject({ checkpoint: 'failed', inclusion: 'not-checked', signature: 'passed' });
  });

  test('as a seal key, with a hint that points to a pinned one: the signature does not hold', async () => {
    const stranger = jsonOf((await house.seal({ text: TEXT, key: new SealKey() })).bundle);
    stranger.verificationMaterial.publicKey.hint = encodeBase64(house.key.id);

    const verdict = await judge(stranger);

    expect(verdict.result).toBe('INVALID');
    expect(statuses(verdict)).toMatchObject({ signature: 'failed', entry: 'failed' });
  });

  test('as a log, with the id of the pinned one: its checkpoint is not signed', async () => {
    const verdict = await judge(sealed.bundle, {
      trust: house.trust({
        logs: [{ ...house.trustedLog(), validFor: { start: FROM, end: new Date('2026-02-01T00:00:00Z') } }],
      }),
    });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/was not trusted at 2026-11-21/);
  });
});

describe('witnesses that were asked for later, or not any more', () => {
  const SINCE = new Date('2026-06-01T00:00:00Z');
  const seconds = (time: string) => new Date(time).getTime() / 1000;
  const free = { witnesses: [], quorum: 0, validFor: { start: FROM, end: SINCE } };
  /** Sealed when nobody cosigned; only since June has somebody to. */
  const early = async (claimedAt = '2026-05-01T09:00:00Z') => {
    const early = new SealingHouse();
    const { bundle } = await early.seal({ text: TEXT, predicate: { claimedAt } });
    const newer = { witnesses: [witnessSigner('new.example').key], quorum: 1, validFor: { start: SINCE } };
    const trust = early.trust({ timeStampAuthorities: authorities, witnessPolicies: [free, newer] });
    return { bundle, trust, early };
  };

  test('a seal from before, with a time that is proven, is held to what was asked then', async () => {
    const { bundle, trust } = await early();

    const verdict = await judge(await stamped(bundle, '2026-05-01T09:00:01Z'), { trust });

    expect(verdict.result).toBe('SAME_BYTES');
    expect(check(verdict, 'witnesses')).toMatchObject({
      status: 'not-checked',
      detail: 'No witness was required when the seal was time-stamped.',
    });
  });

  test('one that only claims to be from before cannot be judged, and says how it could', async () => {
    const { bundle, trust } = await early();

    const verdict = await judge(bundle, { trust });

    expect(verdict.result).toBe('UNKNOWN');
    expect(check(verdict, 'witnesses').detail).toMatch(/nothing proves that.*a cosigned bundle/);
  });

  test.each([
    ['claims', '2026-07-01T09:00:00Z', undefined],
    ['was stamped', '2026-05-01T09:00:00Z', '2026-07-01T09:00:01Z'],
  ])('one that %s to be from after is refused without its cosignature', async (_, claimedAt, stampedAt) => {
    const { bundle, trust } = await early(claimedAt);

    const verdict = await judge(stampedAt ? await stamped(bundle, stampedAt) : bundle, { trust });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'witnesses').detail).toBe(
      '0 of the pinned witnesses cosigned the checkpoint; 1 are required.',
    );
  });

  test('a seal that was withdrawn before stays withdrawn', async () => {
    const { early: ended, trust } = await early();
    const old = await ended.seal({ text: TEXT, predicate: { claimedAt: '2026-05-01T09:00:00Z' } });
    const revocation = formatBundle(await ended.status(old, { claimedAt: '2026-05-02T09:00:00Z' }));
    const bundle = await stamped(old.bundle, '2026-05-01T09:00:01Z');

    expect((await judge(bundle, { trust, statuses: [] })).result).toBe('SAME_BYTES');
    expect((await judge(bundle, { trust, statuses: [revocation] })).result).toBe('REVOKED');
  });

  test.each([
    ['while it was one of them', '2026-05-31T23:59:59Z', 'SAME_BYTES'],
    ['after it was dismissed', '2026-06-01T00:00:01Z', 'INVALID'],
  ] as const)('a witness that cosigned %s: its own time decides', async (_, cosignedAt, result) => {
    const old = new SealingHouse({ witnesses: [witnessSigner('old.example', seconds(cosignedAt))] });
    const { bundle } = await old.seal({ text: TEXT });
    const newer = { witnesses: [witnessSigner('new.example').key], quorum: 1, validFor: { start: SINCE } };
    const before = old.witnessPolicy({ validFor: { start: FROM, end: SINCE } });

    const verdict = await judge(bundle, { trust: old.trust({ witnessPolicies: [before, newer] }) });

    expect(verdict.result).toBe(result);
    expect(check(verdict, 'witnesses').detail).toBe(
      result === 'INVALID'
        ? '0 of the pinned witnesses cosigned the checkpoint; 1 are required.'
        : 'Cosigned by old.example.',
    );
  });

  test('of one key under two names counts once', async () => {
    const one = witnessSigner('one.example');
    const same = witnessSigner('two.example', undefined, new Uint8Array(one.secretKey));
    const stranger = witnessSigner('three.example');
    const two = new SealingHouse({ witnesses: [one, same] });
    const { bundle } = await two.seal({ text: TEXT });
    const policy = { witnesses: [one.key, stranger.key], quorum: 2, validFor: { start: FROM } };
    const earlier = { witnesses: [same.key], quorum: 0, validFor: { start: FROM, end: FROM } };

    const verdict = await judge(bundle, { trust: two.trust({ witnessPolicies: [earlier, policy] }) });

    expect(verdict.result).toBe('INVALID');
  });
});

describe('a log that has ended', () => {
  const newWitness = { witnesses: [witnessSigner('new.example').key], quorum: 1, validFor: { start: FROM } };

  test('vouches with its last tree, which the trust file names, for what no witness saw', async () => {
    const ended = new SealingHouse();
    const { bundle } = await ended.seal({ text: TEXT });
    const closedLogs = [{ origin: LOG_ORIGIN, checkpoint: bundle.logEntry.inclusionProof.checkpoint }];

    const verdict = await judge(bundle, { trust: ended.trust({ closedLogs, witnessPolicies: [newWitness] }) });

    expect(verdict.result).toBe('SAME_BYTES');
    expect(check(verdict, 'witnesses').detail).toBe(
      `It is the last tree of ${LOG_ORIGIN}, which the trust file names.`,
    );
  });

  test('vouches for nothing beyond that tree', async () => {
    const ended = new SealingHouse();
    const { bundle } = await ended.seal({ text: TEXT });
    const last = ended.tree().checkpoint(bundle.logEntry.logIndex);

    const verdict = await judge(bundle, {
      trust: ended.trust({ closedLogs: [{ origin: LOG_ORIGIN, checkpoint: last }] }),
    });

    expect(verdict.result).toBe('UNKNOWN');
    expect(check(verdict, 'checkpoint').detail).toContain('the trust file says that it ended with 13');
  });

  test('vouches for no other tree of that size', async () => {
    const ended = new SealingHouse();
    const { bundle } = await ended.seal({ text: TEXT });
    const { treeSize } = bundle.logEntry.inclusionProof;
    const fork = new TestLog(LOG_ORIGIN, treeSize, (index) => `other ${index}`, ended.log);

    const verdict = await judge(bundle, {
      trust: ended.trust({ closedLogs: [{ origin: LOG_ORIGIN, checkpoint: fork.checkpoint(treeSize) }] }),
    });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toContain('signed two different trees');
  });
});
