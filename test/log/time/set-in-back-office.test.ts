import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseTrust } from '../../../src/proof/trust.ts';
import { verifySeal } from '../../../src/proof/verify.ts';
import { change, changing, shown } from '../../settings/support.ts';
import { type Api, startApi } from '../../support/api.ts';
import { download, sealFile, sealText } from '../../support/seals.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from '../../support/time-stamp-authority.ts';

const URL_SETTING = 'SEALS_TIME_STAMP_URL';
const CERTIFICATES = 'SEALS_TIME_STAMP_CERTIFICATES';

let api: Api;
let first: TimeStampAuthority;
let second: TimeStampAuthority;
beforeAll(async () => {
  first = await startTimeStampAuthority({ commonName: 'First Authority' });
  second = await startTimeStampAuthority({ commonName: 'Second Authority' });
  const hosts = [first, second].map(({ url }) => new URL(url).host).join(',');
  api = await startApi({ env: { TSA_ALLOWED_HOSTS: hosts } });
});
afterAll(async () => {
  await api.stop();
  await first.stop();
  await second.stop();
});

const chainOf = ({ certificatePem, caPem }: TimeStampAuthority) => certificatePem + caPem;
const statusOf = async (sealId: string) => (await api.json(`/v/${sealId}`)).body.seal.status;
const connections = async () =>
  (await api.graphql('{ health { connections { name status } } }')).data.health.connections;

async function refusal(name: string, text: string): Promise<string> {
  const { data } = await changing(api, { name, text });
  expect(data.updateSetting).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer: '/text' }] });
  return data.updateSetting.issues[0].message;
}

async function timeOf(sealId: string, text: string) {
  const trust = parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));
  return (await verifySeal({ bundle: await sealFile(api, sealId, 'seal.sigstore.json'), trust, text })).time;
}

async function reset(): Promise<void> {
  await change(api, { name: URL_SETTING, reset: true });
  await change(api, { name: CERTIFICATES, reset: true });
}

test('what would give no stamp that holds is refused, with what to do, and nothing is stamped by it', async () => {
  await reset();

  expect(await refusal(URL_SETTING, first.url)).toMatch(/^Set seals\.timeStampCertificates first/);
  expect(await refusal(CERTIFICATES, 'certificates')).toMatch(/^Enter certificates in PEM/);
  expect(await refusal(CERTIFICATES, first.caPem)).toMatch(/Put the authority’s own certificate first/);
  expect(await refusal(CERTIFICATES, first.certificatePem.replace(/\n.{20}/, '\nxxxx'))).toMatch(/^Certificate 1 /);
  expect(await refusal(CERTIFICATES, chainOf(first).repeat(33))).toMatch(/40000/);
  expect(await refusal(CERTIFICATES, chainOf(first).repeat(26))).toMatch(/at most 50 are allowed/);
  await change(api, { name: CERTIFICATES, text: chainOf(first) });
  expect(await refusal(URL_SETTING, 'ftp://tsa.example.org')).toMatch(/^Enter an address that starts with https/);
  expect(await refusal(URL_SETTING, 'http://127.0.0.1:9/')).toContain('TSA_ALLOWED_HOSTS');
  expect(await refusal(URL_SETTING, 'http://169.254.169.254/latest')).toBe(
    'This address is reserved, for example for cloud metadata, and never called. Use another address.',
  );
  expect(await refusal(URL_SETTING, 'https://user:hunter2@tsa.example.org/')).toMatch(/must not contain a user name/);
  expect(await refusal(URL_SETTING, second.url)).toMatch(/can’t be trusted: .*Check seals.timeStampCertificates/);
  first.setBehaviour('down');
  expect(await refusal(URL_SETTING, first.url)).toMatch(/responded with status 503 instead of 200/);
  first.setBehaviour('honest');

  expect((await sealText(api, 'by nobody')).seal.status).toBe('SEALED');
  expect((await connections()).map(({ name }: { name: string }) => name)).not.toContain('time-stamps');
});

test('the next seal is stamped by what was set, without a restart, and earlier stamps hold on', async () => {
  await reset();
  await change(api, { name: CERTIFICATES, text: chainOf(first) });
  await change(api, { name: URL_SETTING, text: first.url });

  const one = (await sealText(api, 'by the first')).seal;
  expect(one.status).toBe('PENDING_TIMESTAMP');
  await expect.poll(() => statusOf(one.id)).toBe('SEALED');
  expect(await timeOf(one.id, 'by the first')).toMatchObject({ status: 'PROVEN' });

  expect(await refusal(CERTIFICATES, chainOf(second))).toContain('Keep the chain of the current authority');
  await change(api, { name: CERTIFICATES, text: chainOf(second) + chainOf(first) });
  const before = second.requests.length;
  await change(api, { name: URL_SETTING, text: second.url });
  const two = (await sealText(api, 'by the second')).seal;
  await expect.poll(() => statusOf(two.id)).toBe('SEALED');

  expect(second.requests.length).toBe(before + 2);
  expect(await timeOf(two.id, 'by the second')).toMatchObject({ status: 'PROVEN' });
  expect(await timeOf(one.id, 'by the first')).toMatchObject({ status: 'PROVEN' });
  await expect.poll(connections).toContainEqual({ name: 'time-stamps', status: 'PASS' });

  await change(api, { name: URL_SETTING, text: '' });
  expect((await sealText(api, 'by none any more')).seal.status).toBe('SEALED');
  expect(await timeOf(two.id, 'by the second')).toMatchObject({ status: 'PROVEN' });
});

test('an authority that stops answering is in the health report', async () => {
  await reset();
  await change(api, { name: CERTIFICATES, text: chainOf(first) });
  await change(api, { name: URL_SETTING, text: first.url });
  first.setBehaviour('down');

  const { seal } = await sealText(api, 'not yet');

  await expect.poll(connections).toContainEqual({ name: 'time-stamps', status: 'WARN' });
  expect(await statusOf(seal.id)).toBe('PENDING_TIMESTAMP');
  first.setBehaviour('honest');
});

test('the audit trail says whose certificates were set, and the setting shows them', async () => {
  await reset();
  await change(api, { name: CERTIFICATES, text: chainOf(first) });

  const { data } = await api.graphql(
    '{ auditTrail(first: 1, filter: { subjectId: ["seals.timeStampCertificates"] }) { nodes { action changes { field before after } } } }',
    { as: 'operator' },
  );

  expect(data.auditTrail.nodes).toEqual([
    {
      action: 'updateSetting',
      changes: [
        { field: 'value', before: '', after: expect.stringMatching(/^First Authority \(SHA-256 [0-9a-f]{16}\)$/) },
      ],
    },
  ]);
  const { value, history } = await shown(api, CERTIFICATES);
  expect(value).toEqual({ text: chainOf(first) });
  expect(history[0].to.text).toMatch(/^First Authority/);
});

test('of an address of the environment no password and no query is shown', async () => {
  await reset();
  const file = path.join(api.dataDir, 'tsa.pem');
  writeFileSync(file, chainOf(first));
  const TSA_URL = 'https://user:hunter2@tsa.example.org/stamps?key=hunter2';

  const other = await startApi({ database: api.database, works: false, env: { TSA_URL, TSA_CERTIFICATES: file } });

  expect((await shown(other, URL_SETTING)).value).toEqual({ text: 'https://tsa.example.org/stamps' });
  expect((await shown(other, CERTIFICATES)).origin).toBe('ENVIRONMENT');
});
