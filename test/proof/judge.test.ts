import { expect, test } from 'vitest';
import { TrustProvenance, type TrustSource } from '../../src/proof/trust-basis.ts';
import { sealedText, TEXT } from './sealed-text.ts';

const { house, judge } = await sealedText();

test.each([
  ['http://seals.example.org', 'https://seals.example.org', true],
  ['http://seals.example.org:8080', 'https://seals.example.org:8080', true],
  ['https://Seals.Example.org:443', 'https://seals.example.org', true],
  ['https://seals.example.org', 'http://seals.example.org', false],
  ['http://seals.example.org', 'https://seals.example.org:8443', false],
  ['http://seals.example.org', 'https://seals.example.org.evil.example', false],
  ['http://seals.example.org', 'https://www.seals.example.org', false],
  ['seals.example.org', 'https://seals.example.org', false],
])('a seal of %s, judged by the keys of %s, shows who sealed: %s', async (issuer, origin, isWhoShown) => {
  const sealed = await house.seal({ text: TEXT, predicate: { issuer: { origin: issuer } } });
  const trustSource: TrustSource = { whose: TrustProvenance.SITE, origin };

  const verdict = await judge(sealed.bundle, { trustSource });

  expect(verdict).toMatchObject({ result: 'SAME_BYTES', judge: { isWhoShown } });
});
