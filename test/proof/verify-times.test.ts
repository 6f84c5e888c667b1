import { describe, expect, test } from 'vitest';
import { type Bundle } from '../../src/proof/bundle.ts';
import { SealKey } from '../support/seal-fixture.ts';
import { FOR_TIME_STAMPS, makeCertificate, stamp } from '../support/time-stamp-forger.ts';
import { check, FROM, sealedText, TEXT } from './sealed-text.ts';

const { house, sealed, other, tsa, tsaRoot, authorityOf, stamped, judge, trustWith, keyWith } = await sealedText();

describe('time stamps', () => {
  test.each<[string, () => Promise<Bundle>, RegExp]>([
    [
      'row 19: over the text instead of the signature',
      async () => ({ ...sealed.bundle, timeStamps: [await stamp(tsa, sealed.artifact)] }),
      /other bytes/,
    ],
    [
      'row 19: of another seal',
      async () => ({ ...sealed.bundle, timeStamps: (await stamped(other.bundle, '2026-11-21T09:00:01Z')).timeStamps }),
      /other bytes/,
    ],
    ['row 19: from the future', () => stamped(sealed.bundle, '2026-11-22T09:00:01Z'), /from the future/],
    [
      'row 4: after the authority was retired',
      () => stamped(sealed.bundle, '2026-11-21T11:30:00Z'),
      /was not trusted at the time/,
    ],
    [
      'row 4: one good, one bad',
      () => stamped(sealed.bundle, '2026-11-21T09:00:01Z', '2026-11-21T11:30:00Z'),
      /was not trusted at the time/,
    ],
    [
      'row 6: the same one twice',
      async () => {
        const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
        return { ...bundle, timeStamps: [bundle.timeStamps[0]!, bundle.timeStamps[0]!] };
      },
      /given twice/,
    ],
    [
      'row 3: by a certificate that is not for it',
      async () => {
        const wrong = await makeCertificate('Wrong', { issuer: tsaRoot });
        const bag = [tsa.certificate, wrong.certificate];
        return {
          ...sealed.bundle,
          timeStamps: [await stamp(wrong, sealed.bundle.envelope.signatures[0]!.sig, { bag })],
        };
      },
      /not for time stamps alone/,
    ],
  ])('%s', async (_, make, reason) => {
    const trust = trustWith({
      timeStampAuthorities: [authorityOf('Test TSA', FROM, new Date('2026-11-21T11:00:00Z'))],
    });

    const verdict = await judge(await make(), { trust });

    expect(verdict).toMatchObject({ result: 'INVALID', time: { status: 'NOT_PROVEN', at: null } });
    expect(check(verdict, 'timestamp')).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) });
  });
});

describe('an authority that the service has changed to since the trust file was made', () => {
  const newlyStamped = async () => {
    const root = await makeCertificate('New root', { isAuthority: true });
    const signer = await makeCertificate('New signer', { issuer: root, usage: FOR_TIME_STAMPS });
    const stamps = [await stamp(signer, sealed.bundle.envelope.signatures[0]!.sig)];
    return { ...sealed.bundle, timeStamps: stamps };
  };

  test('leaves a seal unjudged, which is not the same as forged, and its time not proven', async () => {
    const verdict = await judge(await newlyStamped(), { trust: trustWith({}) });

    expect(verdict).toMatchObject({ result: 'UNKNOWN', time: { status: 'NOT_PROVEN', at: null } });
    expect(verdict.summary).toMatch(
      /can’t be verified here\. The time stamp is not from a pinned authority\. .*changed/,
    );
    expect(check(verdict, 'timestamp').status).toBe('failed');
  });

  test('with a damaged certificate in the trust file leaves it unjudged, and the trust file is named', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const sound = authorityOf('Test TSA', FROM);
    const [signer, root] = sound.certificates as [Uint8Array, Uint8Array];
    const damaged = { ...sound, name: 'Damaged TSA', certificates: [signer.slice(0, -9), root] };

    const verdict = await judge(bundle, { trust: trustWith({ timeStampAuthorities: [damaged] }) });
    const beside = await judge(bundle, { trust: trustWith({ timeStampAuthorities: [damaged, sound] }) });

    expect(verdict.result).toBe('UNKNOWN');
    expect(verdict.summary).toBe(
      'This seal can’t be verified here. The trust file is damaged: a certificate of Damaged TSA in it is unreadable. Get the trust file again.',
    );
    expect(beside).toMatchObject({ result: 'SAME_BYTES', time: { status: 'PROVEN' } });
  });

  test('beside a stamp of the earlier one leaves it unjudged as well', async () => {
    const { timeStamps } = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const both = await newlyStamped();

    const verdict = await judge({ ...both, timeStamps: [...timeStamps, ...both.timeStamps] }, { trust: trustWith({}) });

    expect(verdict.result).toBe('UNKNOWN');
  });

  test('proves nothing of a key that was revoked since, either way', async () => {
    const trust = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z') });

    expect((await judge(await newlyStamped(), { trust })).result).toBe('UNKNOWN');
  });

  test('takes nothing from a seal where no authority is pinned', async () => {
    expect((await judge(await newlyStamped())).result).toBe('SAME_BYTES');
  });
});

describe('a seal key that is not valid for ever', () => {
  const STAMPED_AT = '2026-11-21T09:00:01Z';

  test('row 5: that had ended before the stamp is refused, and after it is not', async () => {
    const bundle = await stamped(sealed.bundle, STAMPED_AT);
    const ended = (end: string) => keyWith({ validFor: { start: FROM, end: new Date(end) } });

    const before = await judge(bundle, { trust: ended('2026-11-21T09:00:00Z') });
    const after = await judge(bundle, { trust: ended('2026-11-21T09:00:02Z') });

    expect(before.result).toBe('INVALID');
    expect(check(before, 'key')).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/was not valid at 2026-11-21T09:00:01/),
    });
    expect(after.result).toBe('SAME_BYTES');
  });

  test('row 5: that had not begun is refused', async () => {
    const trust = keyWith({ validFor: { start: new Date('2026-12-01T00:00:00Z') } });

    expect((await judge(await stamped(sealed.bundle, STAMPED_AT), { trust })).result).toBe('INVALID');
  });

  test('row 5: after a rotation, each seal is judged by its own key', async () => {
    const next = new SealKey();
    const later = await house.seal({ text: TEXT, key: next });
    const trust = trustWith({
      sealKeys: [
        { publicKey: house.key.spki, validFor: { start: FROM, end: new Date('2026-11-21T09:30:00Z') } },
        { publicKey: next.spki, validFor: { start: new Date('2026-11-21T09:30:00Z') } },
      ],
    });

    expect((await judge(await stamped(sealed.bundle, STAMPED_AT), { trust })).result).toBe('SAME_BYTES');
    expect((await judge(await stamped(later.bundle, '2026-11-21T10:00:00Z'), { trust })).result).toBe('SAME_BYTES');
    expect((await judge(await stamped(sealed.bundle, '2026-11-21T10:00:00Z'), { trust })).result).toBe('INVALID');
    expect((await judge(await stamped(later.bundle, STAMPED_AT), { trust })).result).toBe('INVALID');
  });

  test('without a stamp is judged by the time the issuer claims, and says so', async () => {
    const ended = (end: string) => keyWith({ validFor: { start: FROM, end: new Date(end) } });

    const within = await judge(sealed.bundle, { trust: ended('2026-11-21T09:00:00Z') });
    const outside = await judge(sealed.bundle, { trust: ended('2026-11-21T08:59:59Z') });

    expect(within.result).toBe('SAME_BYTES');
    expect(within.time.status).toBe('NOT_PROVEN');
    expect(check(within, 'key').detail).toMatch(/according to the issuer/);
    expect(outside.result).toBe('INVALID');
  });

  test('row 24: revoked at a time, leaves the seals stamped before it and takes the others', async () => {
    const revoked = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z'), reason: 'a laptop was stolen' });

    const before = await judge(await stamped(sealed.bundle, STAMPED_AT), { trust: revoked });
    const at = await judge(await stamped(sealed.bundle, '2026-11-21T10:00:00Z'), { trust: revoked });
    const unproven = await judge(sealed.bundle, { trust: revoked });

    expect(before.result).toBe('SAME_BYTES');
    expect(at.result).toBe('INVALID');
    expect(check(at, 'key').detail).toMatch(
      /revoked at 2026-11-21T10:00:00.000Z \(a laptop was stolen\), before the seal/,
    );
    expect(unproven.result).toBe('INVALID');
    expect(check(unproven, 'key').detail).toMatch(/nothing proves that the seal is older/);
  });
});
