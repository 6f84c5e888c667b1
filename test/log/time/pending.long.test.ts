import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseTrust } from '../../../src/proof/trust.ts';
import { verifySeal } from '../../../src/proof/verify.ts';
import { type Api, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import { download, sealFile, sealText } from '../../support/seals.ts';
import { startTimeStampAuthority, type TimeStampBehaviour } from '../../support/time-stamp-authority.ts';

async function start(behaviour: TimeStampBehaviour = 'honest') {
  const authority = await startTimeStampAuthority({ behaviour });
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-tsa-'));
  onTestFinished(async () => {
    await authority.stop();
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'tsa.pem');
  writeFileSync(file, authority.certificatePem + authority.caPem);
  const api = await startApi({ env: { TSA_URL: authority.url, TSA_CERTIFICATES: file } });
  return { authority, folder, api };
}

const statusOf = async (api: Api, sealId: string) => (await api.json(`/v/${sealId}`)).body.seal.status;

async function verdictOf(api: Api, sealId: string, text: string) {
  const trust = parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));
  return verifySeal({ bundle: await sealFile(api, sealId, 'seal.sigstore.json'), trust, text });
}

test('a seal is given out at once and gets its time stamp later, which our verifier and openssl take', async () => {
  const { api, folder, authority } = await start();

  const { seal } = await sealText(api, 'when was it?');

  expect(seal.status).toBe('PENDING_TIMESTAMP');
  await expect.poll(() => statusOf(api, seal.id)).toBe('SEALED');
  const verdict = await verdictOf(api, seal.id, 'when was it?');
  expect(verdict).toMatchObject({ result: 'SAME_BYTES', time: { status: 'PROVEN' } });
  const { data } = await api.graphql(`{ seal(id: "${seal.id}") { evidence { hasTimeStamp stampedAt } } }`, {
    as: 'operator',
  });
  expect(data.seal.evidence).toEqual({ hasTimeStamp: true, stampedAt: expect.stringMatching(/^20\d\d-/) });
  writeFileSync(path.join(folder, 'sig.der'), await sealFile(api, seal.id, 'sig.der'));
  writeFileSync(path.join(folder, 'sig.tsr'), await sealFile(api, seal.id, 'sig.tsr'));
  writeFileSync(path.join(folder, 'ca.pem'), authority.caPem);
  const args = ['ts', '-verify', '-data', 'sig.der', '-in', 'sig.tsr', '-CAfile', 'ca.pem'];
  expect(execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })).toContain('Verification: OK');
});

test('before its time stamp comes a seal is complete but for the time, and says so', async () => {
  const { api } = await start('down');
  const { seal } = await sealText(api, 'not yet');

  expect(await verdictOf(api, seal.id, 'not yet')).toMatchObject({
    result: 'SAME_BYTES',
    time: { status: 'NOT_PROVEN' },
  });
  expect((await api.json(`/v/${seal.id}/sig.tsr`)).status).toBe(404);
});

test('an authority that is away, or lies, is asked again until it gives a stamp that holds', async () => {
  const { api, authority } = await start('over-other-bytes');
  const { seal } = await sealText(api, 'patience');
  await expect.poll(() => authority.requests.length).toBeGreaterThan(0);
  expect(await statusOf(api, seal.id)).toBe('PENDING_TIMESTAMP');

  authority.setBehaviour('honest');

  await expect.poll(() => statusOf(api, seal.id)).toBe('SEALED');
});

test('a stamp from after the end of its key is not kept: the seal holds, its time is not proven', async () => {
  const { api, authority } = await start('down');
  const { seal } = await sealText(api, 'too late');
  await api.database.query('update seal_key set valid_until = now()');

  authority.setBehaviour('honest');

  await expect.poll(() => statusOf(api, seal.id)).toBe('SEALED');
  expect(await verdictOf(api, seal.id, 'too late')).toMatchObject({
    result: 'SAME_BYTES',
    time: { status: 'NOT_PROVEN' },
  });
});

test('without TSA_URL the stamps that there are still count', async () => {
  const { api, folder } = await start();
  const { seal } = await sealText(api, 'stamped');
  await expect.poll(() => statusOf(api, seal.id)).toBe('SEALED');

  const later = await startApi({
    database: api.database,
    works: false,
    env: { TSA_CERTIFICATES: path.join(folder, 'tsa.pem') },
  });

  expect(await verdictOf(later, seal.id, 'stamped')).toMatchObject({ time: { status: 'PROVEN' } });
  expect((await sealText(later, 'not stamped')).seal.status).toBe('SEALED');
});

test('a stamp of another authority than the one that is trusted is not kept', async () => {
  const stranger = await startTimeStampAuthority();
  const trusted = await start('down');
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-tsa-'));
  onTestFinished(async () => {
    await stranger.stop();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(path.join(folder, 'tsa.pem'), trusted.authority.certificatePem + trusted.authority.caPem);
  const api = await startApi({ env: { TSA_URL: stranger.url, TSA_CERTIFICATES: path.join(folder, 'tsa.pem') } });

  const { seal } = await sealText(api, 'by whom?');

  await expect.poll(() => stranger.requests.length).toBeGreaterThan(1);
  expect(await statusOf(api, seal.id)).toBe('PENDING_TIMESTAMP');
});

test('upkeep forgets the job of a seal an hour after its time stamp', async () => {
  const { api } = await start();
  const { seal } = await sealText(api, 'to be forgotten by the queue');
  await expect.poll(() => statusOf(api, seal.id)).toBe('SEALED');
  const jobs = () => api.database.query(`select state from pgboss.job where data ->> 'sealId' = $1`, [seal.id]);
  await expect.poll(jobs).toEqual([{ state: 'completed' }]);
  const tidy = () => {
    const { upkeep, platform } = api.services;
    return upkeep['finished jobs']!(contextOn(platform.database));
  };
  await tidy();
  expect(await jobs()).toEqual([{ state: 'completed' }]);

  // As if it were an hour later.
  await api.database.query(`update pgboss.job set completed_on = completed_on - interval '1 hour'`);
  await tidy();

  await expect.poll(jobs).toEqual([]);
});
