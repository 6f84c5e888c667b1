import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApi } from '../support/api.ts';
import { sealFile, sealText } from '../support/seals.ts';
import { until } from '../support/service-process.ts';
import { startTimeStampAuthority } from '../support/time-stamp-authority.ts';

const FILES = [
  'seal.sigstore.json',
  'trust.json',
  'seal.tlog-proof',
  'pae.bin',
  'sig.der',
  'seal.pub.pem',
  'sig.tsr',
  'tsa-ca.pem',
];

test('a file of a seal is made by itself: only the instructions look at the time stamp, and once', async () => {
  await using authority = await startTimeStampAuthority({ behaviour: 'honest' });
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-tsa-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'tsa.pem'), authority.certificatePem + authority.caPem);
  const api = await startApi({ env: { TSA_URL: authority.url, TSA_CERTIFICATES: path.join(folder, 'tsa.pem') } });
  const { seal } = await sealText(api, 'stamped');
  await until(async () => (await api.fetch(`/v/${seal.id}/sig.tsr`)).ok);
  // What a stamp and its certificates are verified with.
  const verifying = vi.spyOn(crypto.subtle, 'verify');

  for (const name of [...FILES, ...FILES]) await sealFile(api, seal.id, name);
  const ofFiles = verifying.mock.calls.length;
  const first = await sealFile(api, seal.id, 'VERIFY.txt');
  const ofFirst = verifying.mock.calls.length;
  for (let n = 0; n < 5; n++) expect(await sealFile(api, seal.id, 'VERIFY.txt')).toEqual(first);

  expect(ofFiles).toBe(0);
  expect(ofFirst).toBeGreaterThan(0);
  expect(verifying.mock.calls.length).toBe(ofFirst);
  expect(first.toString()).toContain('openssl ts -verify');
});
