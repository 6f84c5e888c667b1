import { describe, expect, test } from 'vitest';
import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import { TrustProvenance } from '../../src/proof/trust-basis.ts';
import type { SealToVerify } from '../../src/proof/verify.ts';
import { verifyInstructions } from '../../src/proof/verify-instructions.ts';
import { NOW, SealingHouse, SealKey } from '../support/seal-fixture.ts';
import { check, sealedText, TEXT } from './sealed-text.ts';

const { house, sealed, other, judge } = await sealedText();

const json = (bundle: Bundle) => formatBundle(bundle);
const inForce = house.standing(sealed);
const lastWeek = new Date(NOW.getTime() - 7 * 24 * 3600_000).toISOString();
const revoked = json(await house.status(sealed));
const superseded = json(await house.status(sealed, { status: 'SUPERSEDED' }));
const revokedElsewhere = json(await new SealingHouse().status(sealed, {}, house.key));
const revokedByStranger = json(await house.status(sealed, {}, new SealKey()));
const sealOfStranger = json((await new SealingHouse().seal()).bundle);
const statusPath = `/v/${sealed.predicate.sealId}/statuses.json`;

describe('a copy of the sealed bytes is verified', () => {
  test('by a fresh word of its issuer that the seal is in force', async () => {
    expect(await judge(sealed.bundle, { statuses: [inForce] })).toMatchObject({
      answer: 'VERIFIED',
      summary: 'These are exactly the sealed bytes, and the seal is valid.',
      statusPath: null,
    });
  });

  test('though statements about another seal are in the list, which go without saying', async () => {
    const verdict = await judge(sealed.bundle, { statuses: [inForce, house.standing(other), house.standing(other)] });

    expect(verdict.answer).toBe('VERIFIED');
    expect(check(verdict, 'status').detail).toMatch(/^As of [^.]*\.$/);
  });
});

describe('without such a word it is verified, and its revocation not checked', () => {
  test.each<[string, SealToVerify['statuses'], RegExp]>([
    ['no list', undefined, /No status list was given\.$/],
    ['an emptied list', [], /a revocation may have been left out\.$/],
    [
      'a stale list',
      [house.standing(sealed, { asOf: lastWeek })],
      /The status list is stale: it counts for one day\.$/,
    ],
    [
      'a list of another seal',
      [house.standing(other), house.standing(other)],
      /the status list is about another seal\.$/,
    ],
    [
      'a list of another issuer',
      [house.standing(sealed, {}, new SealKey())],
      /One statement doesn’t count: it is not si/,
    ],
    ['a seal in its place', [sealOfStranger], /damaged/],
    [
      'a list that was cut off',
      [inForce.slice(0, -9)],
      /One statement is unreadable and may be a revocation: The JSON/,
    ],
    ['a cut off list beside a fresh word', [inForce, '{"statuses":['], /One statement is unreadable and may be a rev/],
    ['a list of something else', ['{}', '[]', '""'], /mediaType must be a string/],
  ])('%s is blamed itself', async (_, statuses, reason) => {
    const verdict = await judge(sealed.bundle, { statuses });

    expect(verdict).toMatchObject({ answer: 'REVOCATION_NOT_CHECKED', inForceAsOf: null, statusPath });
    expect(verdict.summary).toMatch(/^These are exactly the sealed bytes, and the seal is valid, but /);
    expect(`${verdict.summary} ${check(verdict, 'status').detail}`).toMatch(reason);
    expect(check(verdict, 'status').status).toBe('not-checked');
  });

  test('a thousand statements give no thousand sentences', async () => {
    const statuses = Array.from({ length: 1_000 }, (_, n) => `{"mediaType":"${n}","x${n}":`);

    const { summary } = await judge(sealed.bundle, { statuses });

    expect(summary.length).toBeLessThan(2_000);
  });
});

describe('it is not verified', () => {
  test.each<[string, Partial<SealToVerify>]>([
    ['other bytes', { text: 'Another text.\n' }],
    ['other line ends', { text: TEXT.replaceAll('\n', '\r\n') }],
    ['no copy', { text: undefined }],
    ['keys that came with the seal', { trustSource: { whose: TrustProvenance.ALONG } }],
    ['keys of another issuer', { trust: new SealingHouse().trust() }],
    ['a revocation', { statuses: [revoked, inForce] }],
    ['a supersession', { statuses: [superseded, inForce] }],
    ['a revocation whose log is unknown', { statuses: [revokedElsewhere] }],
    ['a revocation by an unknown key', { statuses: [revokedByStranger] }],
    ['its issuer’s word that it was revoked', { statuses: [house.standing(sealed, { standing: 'REVOKED' })] }],
    ['a damaged list for other bytes', { text: 'Another text.\n', statuses: ['{}'] }],
    ['a damaged list for keys of another issuer', { trust: new SealingHouse().trust(), statuses: ['{}'] }],
    [
      'a damaged list beside an unproven revocation',
      {
        statuses: ['{}', revokedByStranger],
      },
    ],
  ])('with %s', async (_, wishes) => {
    expect((await judge(sealed.bundle, { statuses: [inForce], ...wishes })).answer).toBe('NOT_VERIFIED');
  });

  test('with a damaged list and no copy, which leaves the seal valid', async () => {
    const { summary } = await judge(sealed.bundle, { text: undefined, statuses: ['{}'] });

    expect(summary).toMatch(/^The seal is valid, but the status list is damaged\. It is not proven that/);
  });
});

test('the instructions on paper name the three answers, and that their commands leave revocation open', () => {
  const text = verifyInstructions(sealed.bundle, house.trust(), { stampedAt: null });

  for (const answer of ['Verified: ', 'Verified, revocation not checked: ', 'Not verified: ']) {
    expect(text).toContain(`\n- ${answer}`);
  }
  expect(text).toContain("Was it revoked or superseded?\n\nThe commands above can't tell");
});
