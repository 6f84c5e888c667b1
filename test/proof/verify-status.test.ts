import { describe, expect, test } from 'vitest';
import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { statusBundlesIn } from '../../src/proof/status-list.ts';
import { TrustProvenance } from '../../src/proof/trust-basis.ts';
import { jsonOf, NOW, SealingHouse, SealKey } from '../support/seal-fixture.ts';
import { check, proofOf, sealedText, statuses, TEXT } from './sealed-text.ts';

const { house, sealed, other, stamped, judge, keyWith, trustWith } = await sealedText();

const json = (bundle: Bundle) => formatBundle(bundle);
const inForce = house.standing(sealed);
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3600_000).toISOString();

describe('a status', () => {
  test.each([
    ['REVOKED', 'REVOKED', 'failed', /was revoked; the author is not recorded: The figure was wrong\./],
    ['SUPERSEDED', 'SUPERSEDED', 'failed', /was superseded by seal_next/],
    ['ERASED', 'SAME_BYTES', 'passed', /has erased its own copy/],
  ] as const)('of %s makes it %s', async (kind, result, status, detail) => {
    const told = await house.status(sealed, {
      status: kind,
      ...(kind === 'SUPERSEDED' && { supersededBy: 'seal_next' }),
    });

    const verdict = await judge(sealed.bundle, { statuses: [json(told), ...(kind === 'ERASED' ? [inForce] : [])] });

    expect(verdict.result).toBe(result);
    expect(check(verdict, 'status')).toMatchObject({ status, detail: expect.stringMatching(detail) });
  });

  test('of revocation weighs more than any other, in whatever order they come', async () => {
    const told = [
      json(await house.status(sealed, { status: 'SUPERSEDED', supersededBy: 'seal_next' })),
      json(await house.status(sealed, { status: 'REVOKED' })),
      json(await house.status(sealed, { status: 'ERASED' })),
      inForce,
      '{}',
    ];

    expect((await judge(sealed.bundle, { statuses: told })).result).toBe('REVOKED');
    expect((await judge(sealed.bundle, { statuses: told.toReversed() })).result).toBe('REVOKED');
  });

  test('weighs less than other bytes or an invalid seal', async () => {
    const told = [json(await house.status(sealed))];
    const spoilt = jsonOf(sealed.bundle);
    spoilt.dsseEnvelope.signatures[0]!.sig = encodeBase64(house.key.sign(Uint8Array.of(1)));

    expect((await judge(sealed.bundle, { statuses: told, text: 'other' })).result).toBe('DIFFERENT');
    expect((await judge(sealed.bundle, { statuses: told, text: undefined })).result).toBe('REVOKED');
    expect((await judge(spoilt, { statuses: told })).result).toBe('INVALID');
  });

  test('says who asked for it only where that is recorded, and where the keys tell whose they are', async () => {
    const summaryOf = async (by: string | undefined, wishes = {}) =>
      (await judge(sealed.bundle, { statuses: [json(await house.status(sealed, by ? { by } : {}))], ...wishes }))
        .summary;
    const along = { trustSource: { whose: TrustProvenance.ALONG } } as const;

    expect(await summaryOf('OPERATOR')).toBe('The issuer revoked this seal: The figure was wrong.');
    expect(await summaryOf('OWNER')).toBe('The owner revoked this seal: The figure was wrong.');
    for (const by of ['SOMEBODY', undefined]) {
      expect(await summaryOf(by)).toBe('This seal was revoked; the author is not recorded: The figure was wrong.');
    }
    expect(await summaryOf('OPERATOR', along)).toBe(
      'This seal was revoked; the author is not proven: The figure was wrong.',
    );
  });

  test('about another seal says nothing about this one, good or bad', async () => {
    const renamed = await house.status(sealed, { sealId: other.predicate.sealId });
    for (const told of [await house.status(other), renamed]) {
      const verdict = await judge(sealed.bundle, { statuses: [json(told)] });

      expect(verdict).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: null });
      expect(check(verdict, 'status')).toMatchObject({
        status: 'not-checked',
        detail: expect.stringMatching(/not proven.*about another seal/),
      });
    }
  });
});

describe('a revocation is never passed over', () => {
  test('for want of witnesses: that its issuer said so is proven without them', async () => {
    const told = await house.uncosigned(await house.status(sealed));

    const verdict = await judge(sealed.bundle, { statuses: [json(told), inForce] });

    expect(verdict.result).toBe('REVOKED');
    expect(check(verdict, 'status').detail).toContain('Not enough witnesses have seen that yet.');
  });

  test('for a bad time stamp, or one of another day, which anybody can add', async () => {
    const told = await house.status(sealed);
    const lost = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z') });
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const late = await stamped(told, '2026-11-21T11:00:00Z');
    const unreadable = { ...told, timeStamps: [Uint8Array.of(1, 2, 3)] };
    const statusesOf = (bundle: Bundle) => ({ statuses: [json(bundle), inForce] });

    expect((await judge(bundle, { trust: lost, ...statusesOf(told) })).result).toBe('REVOKED');
    expect((await judge(bundle, { trust: lost, ...statusesOf(late) })).result).toBe('REVOKED');
    expect((await judge(bundle, { trust: trustWith({}), ...statusesOf(unreadable) })).result).toBe('REVOKED');
  });

  test('when it is spoilt, unlogged, of an unknown key, cut off or no status at all: nothing is good then', async () => {
    const told = await house.status(sealed);
    const changed = jsonOf(told);
    const statement = Buffer.from(changed.dsseEnvelope.payload, 'base64').toString();
    changed.dsseEnvelope.payload = Buffer.from(statement.replace('REVOKED', 'ERASED')).toString('base64');
    const unsigned = jsonOf(told);
    unsigned.dsseEnvelope.signatures[0]!.sig = encodeBase64(house.key.sign(Uint8Array.of(1)));
    const notLogged = jsonOf(told);
    proofOf(notLogged).hashes.reverse();
    const ofOtherLog = await new SealingHouse().status(sealed, {}, house.key);
    const cases: [string, RegExp][] = [
      [json(await house.status(sealed, {}, new SealKey())), /not proven that the issuer signed it: The signing key/],
      [
        JSON.stringify(changed),
        /not proven that the issuer signed it: The signature is not a signature of the seal key/,
      ],
      [
        JSON.stringify(unsigned),
        /not proven that the issuer signed it: The signature is not a signature of the seal key/,
      ],
      [JSON.stringify(notLogged), /signed by the seal key, but it is not proven that it is in the log/],
      [json(ofOtherLog), /signed by the seal key, but it is not proven that it is in the log/],
      [json(told).slice(0, -500), /is unreadable and may be a revocation/],
      [json(sealed.bundle), /of another kind/],
      ['{}', /mediaType/],
      ['', /is unreadable/],
    ];

    for (const [source, reason] of cases) {
      for (const others of [[], [inForce]]) {
        const verdict = await judge(sealed.bundle, { statuses: [source, ...others] });

        expect(verdict, source.slice(0, 80)).toMatchObject({ result: 'UNKNOWN', inForceAsOf: null });
        expect(verdict.summary).toContain('It is not proven that the seal is still in force.');
        expect(check(verdict, 'status')).toMatchObject({
          status: 'not-checked',
          detail: expect.stringMatching(reason),
        });
      }
    }
  });

  test('beside a supersession that is proven', async () => {
    const superseded = await house.status(sealed, { status: 'SUPERSEDED', supersededBy: 'seal_next' });
    const revoked = json(await house.status(sealed)).slice(0, -300);

    expect((await judge(sealed.bundle, { statuses: [json(superseded), inForce] })).result).toBe('SUPERSEDED');
    expect((await judge(sealed.bundle, { statuses: [json(superseded), revoked] })).result).toBe('UNKNOWN');
  });

  test('when only the issuer’s word in passing is left of it', async () => {
    for (const standing of ['REVOKED', 'SUPERSEDED'] as const) {
      const said = house.standing(sealed, { standing });
      const before = house.standing(sealed, { asOf: daysAgo(1) });

      const verdict = await judge(sealed.bundle, { statuses: [said, before] });

      expect(verdict.result).toBe('UNKNOWN');
      expect(check(verdict, 'status').detail).toContain(
        `the seal was ${standing.toLowerCase()} as of 2026-11-21 12:00:00 UTC`,
      );
    }
  });
});

describe('that a seal is in force', () => {
  test('is its issuer’s signed word, with its time', async () => {
    const verdict = await judge(sealed.bundle, { statuses: [inForce] });

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: NOW.toISOString() });
    expect(check(verdict, 'status')).toEqual({
      name: 'status',
      status: 'passed',
      detail:
        'As of 2026-11-21 12:00:00 UTC the seal was neither revoked nor superseded, as signed by a trusted seal key.',
      trusts: 'The operator, not to withhold a status and not to sign a false one.',
    });
  });

  test('is not said when nobody was asked, nor when the list is empty, since it may have been emptied', async () => {
    const unasked = await judge(sealed.bundle);
    const emptied = await judge(sealed.bundle, { statuses: [] });

    for (const verdict of [unasked, emptied]) {
      expect(verdict).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: null });
      expect(statuses(verdict).status).toBe('not-checked');
    }
    expect(check(unasked, 'status').detail).toBe('No status list was given.');
    expect(check(emptied, 'status').detail).toMatch(/not proven that .* a revocation may have been left out\./);
  });

  test('is said as of when, and not of today by a word of last week', async () => {
    const verdict = await judge(sealed.bundle, { statuses: [house.standing(sealed, { asOf: daysAgo(7) })] });
    const both = await judge(sealed.bundle, { statuses: [inForce, house.standing(sealed, { asOf: daysAgo(7) })] });

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: null });
    expect(check(verdict, 'status')).toMatchObject({
      status: 'not-checked',
      detail: expect.stringMatching(
        /^As of 2026-11-14 12:00:00 UTC the seal was neither.*Later changes were not checked\./,
      ),
    });
    expect(both.inForceAsOf).toBe(NOW.toISOString());
  });

  test.each<[string, () => string, RegExp]>([
    ['by another key', () => house.standing(sealed, {}, new SealKey()), /not signed by a pinned seal key/],
    ['about another seal', () => house.standing(other), /about another seal/],
    ['from the future', () => house.standing(sealed, { asOf: daysAgo(-1) }), /from the future/],
    ['from before its key', () => house.standing(sealed, { asOf: '2025-01-01T00:00:00Z' }), /not valid at 2025-01-01/],
    [
      'changed',
      () => {
        const envelope = JSON.parse(house.standing(sealed, { asOf: daysAgo(7) }));
        const statement = Buffer.from(envelope.payload, 'base64').toString().replace(daysAgo(7), NOW.toISOString());
        return JSON.stringify({ ...envelope, payload: Buffer.from(statement).toString('base64') });
      },
      /not signed by a pinned seal key/,
    ],
  ])('is not by a word %s', async (_, make, reason) => {
    const verdict = await judge(sealed.bundle, { statuses: [make()] });

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: null });
    expect(check(verdict, 'status')).toMatchObject({
      status: 'not-checked',
      detail: expect.stringMatching(reason),
    });
  });

  test('is not by the word of a key that was lost since, which somebody else may have', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const trust = keyWith({ revokedAt: new Date('2026-11-21T11:00:00Z') });

    const verdict = await judge(bundle, { trust, statuses: [inForce] });

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: null });
    expect(check(verdict, 'status').detail).toContain('was revoked, and nothing proves that the statement is older');
  });

  test('is in the same file as the statuses, which reads without it as well', async () => {
    const told = await house.status(sealed);
    const file = (list: object) => new TextEncoder().encode(JSON.stringify(list));
    const whole = { ok: true, statuses: [JSON.parse(json(told))], standing: JSON.parse(inForce) };

    expect(statusBundlesIn(file(whole))).toHaveLength(2);
    expect(statusBundlesIn(file({ statuses: [], standing: JSON.parse(inForce) }))).toEqual([inForce]);
    expect(statusBundlesIn(file({ statuses: [] }))).toEqual([]);
    const cut = file(whole).slice(0, -20);
    expect(statusBundlesIn(cut)).toEqual([cut]);
    expect((await judge(sealed.bundle, { text: TEXT, statuses: [cut] })).result).toBe('UNKNOWN');
  });
});
