import { describe, expect, test } from 'vitest';
import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { jsonOf, SealKey } from '../support/seal-fixture.ts';
import { check, proofOf, sealedText } from './sealed-text.ts';

const { house, sealed, other, stamped, judge, keyWith } = await sealedText();

describe('a status', () => {
  const json = (bundle: Bundle) => formatBundle(bundle);

  test.each([
    ['REVOKED', 'REVOKED', 'failed', /The issuer revoked it: The figure was wrong\./],
    ['SUPERSEDED', 'SUPERSEDED', 'failed', /The issuer put seal_next in its place/],
    ['ERASED', 'SAME_BYTES', 'passed', /has erased its own copy/],
  ] as const)('of %s makes it %s', async (kind, result, status, detail) => {
    const told = await house.status(sealed, {
      status: kind,
      ...(kind === 'SUPERSEDED' && { supersededBy: 'seal_next' }),
    });

    const verdict = await judge(sealed.bundle, { statuses: [json(told)] });

    expect(verdict.result).toBe(result);
    expect(check(verdict, 'status')).toMatchObject({ status, detail: expect.stringMatching(detail) });
  });

  test('of revocation weighs more than any other, in whatever order they come', async () => {
    const told = [
      json(await house.status(sealed, { status: 'SUPERSEDED', supersededBy: 'seal_next' })),
      json(await house.status(sealed, { status: 'REVOKED' })),
      json(await house.status(sealed, { status: 'ERASED' })),
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

  test('does not count when it is unsigned, not logged, about another seal, or not a status, and that is said', async () => {
    const told = await house.status(sealed);
    const byStranger = await house.status(sealed, {}, new SealKey());
    const notLogged = jsonOf(told);
    proofOf(notLogged).hashes.reverse();
    const ofOther = await house.status(other);
    const renamed = await house.status(sealed, { sealId: other.predicate.sealId });
    const cases: [string | Uint8Array, RegExp][] = [
      [json(byStranger), /seal key is not one that is pinned/],
      [JSON.stringify(notLogged), /not proven that this is entry/],
      [json(ofOther), /about another seal/],
      [json(renamed), /about another seal/],
      [json(sealed.bundle), /of another kind/],
      ['{}', /mediaType/],
    ];

    for (const [source, reason] of cases) {
      const verdict = await judge(sealed.bundle, { statuses: [source] });
      expect(verdict.result).toBe('SAME_BYTES');
      expect(check(verdict, 'status')).toMatchObject({ status: 'not-checked', detail: expect.stringMatching(reason) });
    }
  });

  test('by a stolen key does not count after the key was revoked', async () => {
    const told = await stamped(await house.status(sealed), '2026-11-21T11:00:00Z');
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const trust = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z') });

    expect((await judge(bundle, { trust, statuses: [json(told)] })).result).toBe('SAME_BYTES');
  });

  test('that was not asked for is not said to be in order', async () => {
    expect(check(await judge(sealed.bundle), 'status')).toMatchObject({ status: 'not-checked' });
    expect(check(await judge(sealed.bundle, { statuses: [] }), 'status')).toMatchObject({
      status: 'passed',
      trusts: 'The operator, not to keep a status back.',
    });
  });
});
