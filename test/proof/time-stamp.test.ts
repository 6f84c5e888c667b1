import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requestTimeStamp } from '../../src/log/time/time-stamp-client.ts';
import { verifyTimeStamp } from '../../src/proof/time-stamp.ts';
import type { TrustedTimeStampAuthority } from '../../src/proof/trust.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from '../support/time-stamp-authority.ts';
import { FOR_MAIL, FOR_TIME_STAMPS, type Holder, makeCertificate, stamp } from '../support/time-stamp-forger.ts';
import { chain, expectNoChangeGoesUnseen } from './changed-time-stamp.ts';

const DATA = new TextEncoder().encode('a signature');
const AT = new Date('2026-11-21T09:00:00Z');
const NOW = new Date('2026-11-21T12:00:00Z');
const ALWAYS = { start: new Date('2026-01-01T00:00:00Z') };

const pinned = (holders: Holder[], wishes: Partial<TrustedTimeStampAuthority> = {}): TrustedTimeStampAuthority => ({
  name: 'Test TSA',
  certificates: holders.map(({ der }) => der),
  validFor: ALWAYS,
  ...wishes,
});

describe('a time stamp of openssl', () => {
  let authority: TimeStampAuthority;
  beforeAll(async () => {
    authority = await startTimeStampAuthority();
  });
  afterAll(() => authority.stop());

  test('is accepted with its signer and root pinned, and with the root alone', async () => {
    const { response } = await requestTimeStamp(authority.url, DATA);
    const { caPem, certificatePem } = authority;

    for (const trusted of [chain(certificatePem, caPem), chain(caPem)]) {
      const result = await verifyTimeStamp(response, DATA, [trusted], new Date());

      expect(result).toMatchObject({ status: 'passed', authority: 'Test TSA' });
    }
  });

  test('is about its bytes only', async () => {
    const { response } = await requestTimeStamp(authority.url, DATA);

    const result = await verifyTimeStamp(response, Uint8Array.of(1), [chain(authority.caPem)], new Date());

    expect(result).toEqual({ status: 'failed', reason: 'The time stamp is for other bytes than this signature.' });
  });

  test('with a byte changed is refused or says the same time', async () => {
    const { response } = await requestTimeStamp(authority.url, DATA);
    const trusted = chain(authority.certificatePem, authority.caPem);

    // It is made of parts nested in parts, few of which are shorter than this.
    await expectNoChangeGoesUnseen(response, DATA, trusted, { step: 31 });
  });
});

describe('a forged time stamp', () => {
  let root: Holder;
  let signer: Holder;
  let otherRoot: Holder;
  let otherSigner: Holder;
  beforeAll(async () => {
    root = await makeCertificate('Root', { isAuthority: true });
    signer = await makeCertificate('Signer', { issuer: root, usage: FOR_TIME_STAMPS });
    otherRoot = await makeCertificate('Other root', { isAuthority: true });
    otherSigner = await makeCertificate('Other signer', { issuer: otherRoot, usage: FOR_TIME_STAMPS });
  });
  const judge = (response: Uint8Array, authorities = [pinned([signer, root])]) =>
    verifyTimeStamp(response, DATA, authorities, NOW);

  test('that is not forged at all is accepted, so that the refusals below are for their reasons', async () => {
    expect(await judge(await stamp(signer, DATA))).toEqual({ status: 'passed', at: AT, authority: 'Test TSA' });
    expect(await judge(await stamp(signer, DATA, { hash: 'sha512' }))).toMatchObject({ status: 'passed' });
    expect(await judge(await stamp(signer, DATA), [pinned([root])])).toMatchObject({ status: 'passed' });
  });

  test.each([
    ['over other bytes', () => stamp(signer, Uint8Array.of(1)), /for other bytes/],
    ['over SHA-1', () => stamp(signer, DATA, { hash: 'sha1' }), /a hash other than/],
    ['with a cut digest', () => stamp(signer, DATA, { imprint: new Uint8Array() }), /for other bytes/],
    ['that was rejected', () => stamp(signer, DATA, { status: 2 }), /did not grant the time stamp \(status 2\)/],
    ['without a token', () => stamp(signer, DATA, { withoutToken: true }), /no time-stamp token/],
    ['from the future', () => stamp(signer, DATA, { at: new Date('2026-11-21T12:06:00Z') }), /from the future/],
    [
      'that holds something else',
      () => stamp(signer, DATA, { eContentType: '1.2.840.113549.1.7.1' }),
      /contains no time/,
    ],
    [
      'that was signed as something else',
      () => stamp(signer, DATA, { signedContentType: '1.2.840.113549.1.7.1' }),
      /not signed as a time stamp/,
    ],
    ['with another time than was signed', () => stamp(signer, DATA, { otherDigest: true }), /for a different time/],
    ['that names no signing certificate', () => stamp(signer, DATA, { ess: null }), /of a different certificate/],
    [
      'that names another signing certificate',
      () => stamp(signer, DATA, { ess: otherSigner }),
      /of a different certificate/,
    ],
    [
      'by an authority that is not pinned, for mail',
      async () => stamp(await makeCertificate('Other', { issuer: otherRoot }), DATA),
      /not for time stamps alone/,
    ],
    [
      'by an authority that is not pinned, without its certificate among those it brings',
      () => stamp(otherSigner, DATA, { bag: [otherRoot.certificate] }),
      /not its signer/,
    ],
    [
      'by another key under the name of a pinned certificate',
      () => stamp(otherSigner, DATA, { named: signer, ess: signer, bag: [signer.certificate] }),
      /signature of the time stamp is invalid/,
    ],
  ])('%s is refused', async (_, forge, reason) => {
    expect(await judge(await forge())).toEqual({ status: 'failed', reason: expect.stringMatching(reason) });
  });

  test.each([
    ['by another authority', () => stamp(otherSigner, DATA)],
    ['by another authority that brings no certificate', () => stamp(otherSigner, DATA, { bag: [] })],
    [
      'by another authority, with the pinned certificate first in the bag',
      () => stamp(otherSigner, DATA, { bag: [signer.certificate, otherSigner.certificate] }),
    ],
    [
      'by the same authority with a new certificate',
      async () => stamp(await makeCertificate('Renewed', { issuer: root, usage: FOR_TIME_STAMPS }), DATA),
    ],
  ])('%s is no forgery that could be shown, and no time either', async (_, make) => {
    expect(await judge(await make())).toEqual({
      status: 'unknown',
      reason: expect.stringMatching(/not from a pinned authority/),
    });
  });

  test('whose signer has a twin with the right purpose in the bag is judged by the one that signed', async () => {
    const serial = 4711;
    const forMail = await makeCertificate('Mail', {
      issuer: root,
      serial,
      usage: { critical: true, purposes: [FOR_MAIL] },
    });
    const twin = await makeCertificate('Mail', { issuer: root, serial, usage: FOR_TIME_STAMPS });
    const trusted = [pinned([root])];

    for (const bag of [
      [twin.certificate, forMail.certificate],
      [forMail.certificate, twin.certificate],
    ]) {
      expect((await judge(await stamp(forMail, DATA, { bag, ess: forMail }), trusted)).status).toBe('failed');
      expect((await judge(await stamp(forMail, DATA, { bag, ess: twin }), trusted)).status).toBe('failed');
    }
  });

  test.each([
    ['mail', { critical: true, purposes: [FOR_MAIL] }],
    ['time stamps and mail', { critical: true, purposes: [...FOR_TIME_STAMPS.purposes, FOR_MAIL] }],
    ['time stamps, but not critically', { critical: false, purposes: FOR_TIME_STAMPS.purposes }],
    ['nothing in particular', undefined],
  ])('by a certificate for %s is refused, though the chain is good', async (_, usage) => {
    const wrong = await makeCertificate('Wrong', { issuer: root, usage });

    const result = await judge(await stamp(wrong, DATA), [pinned([wrong, root])]);

    expect(result).toEqual({
      status: 'failed',
      reason: 'The signing certificate is not for time stamps alone.',
    });
  });

  test('by an expired certificate, or under an expired root, is refused', async () => {
    const expired = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2026-11-01T00:00:00Z') };
    const late = await makeCertificate('Late', { issuer: root, usage: FOR_TIME_STAMPS, ...expired });
    const oldRoot = await makeCertificate('Old root', { isAuthority: true, ...expired });
    const under = await makeCertificate('Under', { issuer: oldRoot, usage: FOR_TIME_STAMPS });

    for (const chain of [
      [late, root],
      [under, oldRoot],
    ]) {
      const result = await judge(await stamp(chain[0]!, DATA), [pinned(chain)]);
      expect(result).toEqual({
        status: 'failed',
        reason: expect.stringMatching(/was not valid at the time of the stamp/),
      });
    }
    const before = await stamp(late, DATA, { at: new Date('2026-10-01T00:00:00Z') });
    expect(await judge(before, [pinned([late, root])])).toMatchObject({ status: 'passed' });
  });

  test('of a retired authority is refused, even where its neighbour under the same root is still trusted', async () => {
    const neighbour = await makeCertificate('Neighbour', { issuer: root, usage: FOR_TIME_STAMPS });
    const retired = pinned([signer, root], {
      name: 'Retired TSA',
      validFor: { start: ALWAYS.start, end: new Date('2026-06-01T00:00:00Z') },
    });
    const response = await stamp(signer, DATA);

    expect(await judge(response, [retired, pinned([neighbour, root])])).toEqual({
      status: 'failed',
      reason: 'Retired TSA was not trusted at the time of the stamp, 2026-11-21T09:00:00.000Z.',
    });
    const early = await stamp(signer, DATA, { at: new Date('2026-05-01T00:00:00Z') });
    expect(await judge(early, [retired])).toMatchObject({ status: 'passed', authority: 'Retired TSA' });
  });

  test('by way of an intermediate that may not issue is refused; by way of one that may, accepted', async () => {
    const may = await makeCertificate('May', { issuer: root, isAuthority: true, pathLength: 0 });
    const mayNot = await makeCertificate('May not', { issuer: root });
    const tooDeep = await makeCertificate('Too deep', { issuer: may, isAuthority: true });
    const under = (issuer: Holder) => makeCertificate('Leaf', { issuer, usage: FOR_TIME_STAMPS });
    const judged = async (...intermediates: Holder[]) => {
      const leaf = await under(intermediates[0]!);
      const bag = [leaf, ...intermediates].map(({ certificate }) => certificate);
      return judge(await stamp(leaf, DATA, { bag }), [pinned([root])]);
    };

    expect(await judged(may)).toMatchObject({ status: 'passed' });
    expect(await judged(mayNot)).toMatchObject({ reason: expect.stringMatching(/isn’t allowed to issue others/) });
    expect(await judged(tooDeep, may)).toMatchObject({ reason: expect.stringMatching(/longer than/) });
  });

  test('by a certificate with a critical demand that is not known here is refused', async () => {
    const strange = await makeCertificate('Strange', { issuer: root, usage: FOR_TIME_STAMPS, unknownCritical: true });

    expect(await judge(await stamp(strange, DATA), [pinned([strange, root])])).toMatchObject({
      reason: expect.stringMatching(/an unknown critical extension \(1\.2\.3\.4\.5\.6\)/),
    });
  });

  test('where nothing is pinned proves nothing', async () => {
    expect(await judge(await stamp(signer, DATA), [])).toEqual({
      status: 'not-checked',
      reason: 'No time-stamp authority is pinned, so the time stamp proves nothing here.',
    });
  });

  test('that is garbage is refused, whatever it is', async () => {
    const response = await stamp(signer, DATA);
    const bombs = [
      new Uint8Array(),
      Uint8Array.of(...response, 0),
      response.slice(0, -1),
      new Uint8Array(500_000).fill(0x30),
      new Uint8Array(500_000).map((_, i) => (i % 2 ? 0x80 : 0x30)),
      Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff),
    ];
    for (const bomb of bombs) expect((await judge(bomb)).status).toBe('failed');

    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await judge(bytes)).status).toBe('failed');
      }),
    );
  });

  test('without WebCrypto is not checked, unless it can be refused without', async () => {
    const good = await stamp(signer, DATA);
    const bad = await stamp(signer, Uint8Array.of(1));
    vi.stubGlobal('crypto', { getRandomValues: globalThis.crypto.getRandomValues });
    try {
      expect((await judge(good)).status).toBe('not-checked');
      expect((await judge(bad)).status).toBe('failed');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
