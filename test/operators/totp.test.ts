import { describe, expect, test } from 'vitest';
import { newRecoveryCodes, recoveryCodeIn } from '../../src/operators/second-factor/recovery-codes.ts';
import { base32, matchingStep, stepAt, totpAddress, totpCode } from '../../src/operators/second-factor/totp.ts';

const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of an app', () => {
  // The last six of the eight digits that stand there.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 appendix B at %i', (seconds, code) => {
    expect(totpCode(SECRET, stepAt(at(seconds)))).toBe(code);
  });

  test('are taken of the step before and the step after, and of no other', () => {
    const now = at(1_000_000_015);
    const step = stepAt(now);
    const taken = [-2, -1, 0, 1, 2].map((drift) => matchingStep(SECRET, totpCode(SECRET, step + drift), now));

    expect(taken).toEqual([null, step - 1, step, step + 1, null]);
  });

  test('are of the newer step where two steps share a code, so that it counts once', () => {
    const [older, newer] = [50_424_280, 50_424_281];

    expect(totpCode(SECRET, older)).toBe(totpCode(SECRET, newer));
    expect(matchingStep(SECRET, '070562', at(older * 30))).toBe(newer);
    expect(matchingStep(SECRET, '070562', at(newer * 30))).toBe(newer);
  });

  test.each(['', '28708', '2870822', '28708x', '２８７０８２', 'x'.repeat(10_000)])('are not %j', (code) => {
    expect(matchingStep(SECRET, code, at(59))).toBeNull();
  });
});

describe('a secret', () => {
  // RFC 4648 section 10, without its padding.
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is typed as %j', (plain, typed) => {
    expect(base32(Buffer.from(plain))).toBe(typed);
  });

  test('is read by an app from an address', () => {
    expect(totpAddress(SECRET, 'Imprimatur', 'vera+a:b@example.org')).toBe(
      'otpauth://totp/Imprimatur:vera%2Ba%3Ab%40example.org?issuer=Imprimatur&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('recovery codes', () => {
  test('are ten, each another, in groups that can be read out', () => {
    const codes = newRecoveryCodes();

    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  });

  test('are understood as people write them', () => {
    expect(recoveryCodeIn(' 7kqx 2m4b-zp3d hw5n ')).toBe('7KQX2M4BZP3DHW5N');
  });

  test.each(['', '123456', '7KQX-2M4B-ZP3D-HW51', '7KQX-2M4B-ZP3D-HW5NA'])('are not %j', (written) => {
    expect(recoveryCodeIn(written)).toBeNull();
  });
});
