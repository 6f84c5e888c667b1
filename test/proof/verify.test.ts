import { randomBytes } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { formatBundle, parseBundle } from '../../src/proof/bundle.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { startThreadTime } from '../support/processor-time.ts';
import { NOW, type Sealed } from '../support/seal-fixture.ts';
import { check, sealedText, statuses, TEXT } from './sealed-text.ts';

const { house, sealed, judge, stamped, trustWith, keyWith } = await sealedText();

describe('a seal as it should be', () => {
  test('with the same text, stamped, cosigned and with its statuses asked for, passes all nine checks', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');

    const verdict = await judge(bundle, { trust: trustWith({}), statuses: [house.standing(sealed)] });

    expect(statuses(verdict)).toEqual({
      digest: 'passed',
      signature: 'passed',
      entry: 'passed',
      checkpoint: 'passed',
      inclusion: 'passed',
      witnesses: 'passed',
      timestamp: 'passed',
      key: 'passed',
      status: 'passed',
    });
    expect(verdict).toMatchObject({
      result: 'SAME_BYTES',
      summary: 'These are exactly the sealed bytes, and the seal is valid.',
      time: { status: 'PROVEN', at: '2026-11-21T09:00:01.000Z', by: 'Test TSA' },
      statement: { predicate: { sealId: sealed.predicate.sealId, aiGenerated: true } },
    });
    expect(verdict.checks.every(({ detail, trusts }) => detail.endsWith('.') && trusts.endsWith('.'))).toBe(true);
  });

  test('without a time stamp holds, and says that the time is not proven', async () => {
    const verdict = await judge(sealed.bundle);

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', time: { status: 'NOT_PROVEN', at: null, by: null } });
    expect(check(verdict, 'timestamp')).toMatchObject({ status: 'not-checked', detail: /not proven/ as unknown });
  });

  test('can be given as bytes, as a file is read', async () => {
    const verdict = await verifySeal({
      bundle: new TextEncoder().encode(formatBundle(sealed.bundle)),
      trust: house.trust(),
      artifact: sealed.artifact,
    });

    expect(verdict.result).toBe('SAME_BYTES');
  });

  test('of the earliest of two stamps is the time', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T10:00:00Z', '2026-11-21T09:00:01Z');

    expect((await judge(bundle, { trust: trustWith({}) })).time.at).toBe('2026-11-21T09:00:01.000Z');
  });

  test('is read again as it was written', () => {
    expect(parseBundle(formatBundle(sealed.bundle))).toEqual(sealed.bundle);
  });
});

describe('what was given to compare', () => {
  test.each([
    ['the same text', TEXT, 'SAME_BYTES'],
    ['CRLF line ends', TEXT.replaceAll('\n', '\r\n'), 'SAME_TEXT'],
    ['CR line ends', TEXT.replaceAll('\n', '\r'), 'SAME_TEXT'],
    ['a byte order mark', `\ufeff${TEXT}`, 'SAME_TEXT'],
    ['accents as they are decomposed', TEXT.normalize('NFD'), 'SAME_TEXT'],
    ['no final newline', TEXT.trimEnd(), 'SAME_TEXT'],
    ['a space more', `${TEXT} `, 'DIFFERENT'],
    ['a zero-width space more', TEXT.replace('much', 'mu\u200bch'), 'DIFFERENT'],
    ['a NUL more', `${TEXT}\u0000`, 'DIFFERENT'],
    ['another text', 'Another text.\n', 'DIFFERENT'],
    ['nothing in it', '', 'DIFFERENT'],
  ])('%s, pasted or as a file', async (_, text, result) => {
    expect((await judge(sealed.bundle, { text })).result).toBe(result);
    expect((await judge(sealed.bundle, { text: undefined, artifact: new TextEncoder().encode(text) })).result).toBe(
      result,
    );
  });

  test('half of a surrogate pair is different, and not taken for the replacement character', async () => {
    const replaced = await house.seal({ text: 'pay \ufffd now' });

    const verdict = await judge(replaced.bundle, { text: 'pay \ud800 now' });

    expect(verdict.result).toBe('DIFFERENT');
    expect(check(verdict, 'digest').detail).toMatch(/surrogate/);
  });

  test.each([['pasted'], ['as a file']])(
    'marks without end are different, soon, and it says what it cannot tell: %s',
    async (how) => {
      const text = `${TEXT}a${'\u0301\u0323'.repeat(250_000)}`;
      const workedMs = startThreadTime();

      const verdict = await judge(
        sealed.bundle,
        how === 'pasted' ? { text } : { text: undefined, artifact: new TextEncoder().encode(text) },
      );

      expect(workedMs()).toBeLessThan(2_000);
      expect(verdict.result).toBe('DIFFERENT');
      expect(check(verdict, 'digest').detail).toMatch(/more than 30 combining marks in a row/);
    },
  );

  test('bytes that are no text are different', async () => {
    expect((await judge(sealed.bundle, { artifact: Uint8Array.of(0xff, 0xfe) })).result).toBe('DIFFERENT');
  });

  test('nothing: the seal holds, and no more is said', async () => {
    const verdict = await judge(sealed.bundle, { text: undefined });

    expect(verdict.result).toBe('NOT_COMPARED');
    expect(check(verdict, 'digest').status).toBe('not-checked');
  });

  test('another text is different, however good the seal: the digest check fails', async () => {
    const verdict = await judge(sealed.bundle, { text: 'Another text.\n' });

    expect(verdict.summary).toBe('The seal is valid. These are not the sealed bytes.');
    expect(statuses(verdict)).toMatchObject({ digest: 'failed', signature: 'passed', inclusion: 'passed' });
  });

  test('a statement that gives another length than the bytes have is not of these bytes', async () => {
    const lying = await house.seal({ text: TEXT, predicate: { byteLength: 3 } });

    expect((await judge(lying.bundle)).result).not.toBe('SAME_BYTES');
  });
});

describe('a private seal', () => {
  const salt = new Uint8Array(randomBytes(32));
  let secret: Sealed;
  beforeAll(async () => {
    secret = await house.seal({ text: 'yes\n', salt });
  });

  test.each([
    ['the text and the salt', { text: 'yes\n', salt }, 'SAME_BYTES'],
    ['the text with other line ends and the salt', { text: 'yes\r\n', salt }, 'SAME_TEXT'],
    ['the file of the text and the salt', { artifact: new TextEncoder().encode('yes\n'), salt }, 'SAME_BYTES'],
    [
      'the text with a byte order mark, as a file',
      { artifact: new TextEncoder().encode('\ufeffyes\n'), salt },
      'SAME_TEXT',
    ],
    ['another text', { text: 'no\n', salt }, 'DIFFERENT'],
    ['another salt', { text: 'yes\n', salt: new Uint8Array(32) }, 'DIFFERENT'],
    ['the text alone', { text: 'yes\n' }, 'NOT_COMPARED'],
    ['the file of the text alone', { artifact: new TextEncoder().encode('yes\n') }, 'NOT_COMPARED'],
    ['another file alone', { artifact: new TextEncoder().encode('no\n') }, 'NOT_COMPARED'],
    ['a salt that is too short', { text: 'yes\n', salt: salt.slice(1) }, 'NOT_COMPARED'],
  ])('with %s', async (_, given, result) => {
    expect((await judge(secret.bundle, { text: undefined, ...given })).result).toBe(result);
  });

  test('says what is missing, or what is wrong with it', async () => {
    const artifact = new TextEncoder().encode('yes\n');
    const summaryWith = async (given: object) => (await judge(secret.bundle, { text: undefined, ...given })).summary;

    expect(await summaryWith({})).toContain('. Pass the text or the file');
    expect(await summaryWith({ artifact })).toContain('. The seal is private: pass its salt');
    expect(await summaryWith({ text: 'yes\n' })).toContain('. The seal is private: pass its salt');
    expect(await summaryWith({ artifact, salt: salt.slice(1) })).toContain('the salt doesn’t have 32 bytes');
  });

  test('with its file of salt and text', async () => {
    const artifact = secret.artifact;

    expect((await judge(secret.bundle, { text: undefined, artifact })).result).toBe('SAME_BYTES');
    const crlf = Uint8Array.of(...salt, ...new TextEncoder().encode('yes\r\n'));
    expect((await judge(secret.bundle, { text: undefined, artifact: crlf })).result).toBe('SAME_TEXT');
  });

  test('tells a guesser nothing: neither digest is that of the text', () => {
    const payload = new TextDecoder().decode(secret.bundle.envelope.payload);

    expect(payload).not.toContain(bytesToHex(sha256(new TextEncoder().encode('yes\n'))));
  });
});

describe('where there is no WebCrypto, as over plain http', () => {
  test('all but the time stamp is checked, and nothing throws', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const source = formatBundle(bundle);
    const trust = trustWith({});
    const revoked = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z') });
    for (const crypto of [{ getRandomValues: () => {} }, undefined]) {
      vi.stubGlobal('crypto', crypto);
      try {
        const verdict = await verifySeal({ bundle: source, trust, text: TEXT, now: NOW });
        const uncertain = await verifySeal({ bundle: source, trust: revoked, text: TEXT, now: NOW });

        expect(verdict).toMatchObject({ result: 'SAME_BYTES', time: { status: 'NOT_CHECKED_HERE', at: null } });
        expect(statuses(verdict)).toMatchObject({
          digest: 'passed',
          signature: 'passed',
          entry: 'passed',
          checkpoint: 'passed',
          inclusion: 'passed',
          witnesses: 'passed',
          timestamp: 'not-checked',
          key: 'passed',
        });
        // Whether the seal is older than the revocation hangs on the stamp.
        expect(uncertain.result).toBe('UNKNOWN');
      } finally {
        vi.unstubAllGlobals();
      }
    }
  });
});
