import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../src/customers/index.ts';
import { formatVerifierKey } from '../../../src/proof/note.ts';
import { type Api, INBOUND_SECRET, startApi } from '../../support/api.ts';
import { ConnectProxy } from '../../support/connect-proxy.ts';
import { deployment, GENEROUS } from '../../support/providers/calling.ts';
import { PROTOCOLS } from '../../support/providers/protocols.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from '../../support/time-stamp-authority.ts';
import { TlsSite } from '../../support/tls-site.ts';
import { TestWitness } from '../../support/witness.ts';
import { createWebhook, sendTest } from '../../webhooks/graph.ts';

const PASSWORD = 'hunter2-of-the-proxy';
const TEN_SECONDS = { timeout: 10_000 };

let proxy: ConnectProxy;
let site: TlsSite;
let witness: TestWitness;
let authority: TimeStampAuthority;
const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-proxied-'));
let api: Api;
beforeAll(async () => {
  proxy = await ConnectProxy.start();
  proxy.needs = `Basic ${Buffer.from(`service:${PASSWORD}`).toString('base64')}`;
  site = await TlsSite.start();
  proxy.rest = site.authority;
  witness = await TestWitness.start();
  authority = await startTimeStampAuthority();
  const stampCertificates = path.join(folder, 'tsa.pem');
  writeFileSync(stampCertificates, authority.certificatePem + authority.caPem);
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  site.answer = (req, res) => {
    if (req.url === '/v1/chat/completions') return res.end(JSON.stringify(PROTOCOLS.openai.answer('Hello')));
    if (req.url === '/picture.png') return res.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    return res.writeHead(req.url === '/hook' ? 204 : 503).end();
  };
  const url = `http://service:${PASSWORD}@${proxy.authority}`;
  api = await startApi({
    env: {
      HTTPS_PROXY: url,
      http_proxy: url,
      NO_PROXY: 'direct.example',
      PUBLIC_URL: 'https://media.proxied.example',
      OPENAI_BASE_URL: 'https://models.proxied.example/v1',
      OPENAI_API_KEY: 'sk-a-key',
      ANTHROPIC_BASE_URL: 'https://unreached.example/v1',
      OIDC_ISSUER: 'https://issuer.proxied.example',
      OIDC_CLIENT_ID: 'imprimatur',
      OIDC_CLIENT_SECRET: 'a-secret',
      TSA_URL: 'https://stamps.proxied.example/tsa',
      TSA_CERTIFICATES: stampCertificates,
      WITNESSES: `${formatVerifierKey(witness.key)} https://witness.proxied.example`,
    },
  });
});
afterAll(async () => {
  await api?.stop();
  await authority.stop();
  rmSync(folder, { recursive: true });
  await witness[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

const ACCOUNT: Account = { id: 'cus_1', isOwnUse: false, plan: 'PRO', keyId: null, tasks: null };
const call = () =>
  api.services.apis.providers
    .call({
      deployment: deployment('openai'),
      credential: { source: 'SERVICE', keyId: null },
      account: ACCOUNT,
      task: 'human-phrasing/warm-tone',
      options: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
      timeouts: GENEROUS,
      signal: new AbortController().signal,
    })
    .catch((error) => error);

async function openai() {
  const { data } = await api.graphql('{ serviceCapabilities { name state remedy } }', { as: 'operator' });
  return data.serviceCapabilities.find(({ name }: { name: string }) => name === 'openai');
}

test('a provider behind an unknown authority fails with that reason, for the attempt, the log and the report', async () => {
  const failure = await call();

  expect(failure).toMatchObject({ failure: 'UNREACHABLE', mayHaveCost: false });
  expect(failure.reason).toMatch(/authority that this service doesn.t trust .*NODE_EXTRA_CA_CERTS/);
  expect(failure.reason).not.toContain(PASSWORD);
  expect(await openai()).toEqual({ name: 'openai', state: 'FAILING', remedy: expect.stringContaining(failure.reason) });
});

test('with that authority, every call goes through the proxy, which is shown its password', async () => {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(site.caFile, 'utf8')]);
  // Connections that failed are not made again at once.
  const came = (request: RegExp) => expect.poll(() => site.seen.join('\n'), TEN_SECONDS).toMatch(request);

  expect(await call()).toMatchObject({ statusCode: 200 });
  await expect.poll(async () => (await openai()).state, TEN_SECONDS).toBe('ON');

  const imported = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { imageUrl: 'https://pictures.proxied.example/picture.png', title: 'Teal' },
  });
  expect(imported.status).toBe(201);

  const { webhook } = await createWebhook(api, {
    url: 'https://hooks.proxied.example/hook',
    eventNames: ['render.ended'],
  });
  await sendTest(api, webhook.id);
  await came(/POST hooks\.proxied\.example\/hook/);

  await api.fetch('/admin/sign-in/oidc');
  await came(/GET issuer\.proxied\.example\/\.well-known\/openid-configuration/);

  await api.json('/api/legal/provenance-seal', { body: { artifact_text: 'a text', disclaimer_ack: true } });
  await came(/POST stamps\.proxied\.example\/tsa/);
  await came(/POST witness\.proxied\.example\/add-checkpoint/);

  const { data } = await api.graphql(
    `mutation ($input: SendIntegrationsTestRequestInput!) { sendIntegrationsTestRequest(input: $input) {
       ... on SentIntegrationsTestRequest { status } } }`,
    { as: 'operator', variables: { input: { secret: INBOUND_SECRET } } },
  );
  expect(data.sendIntegrationsTestRequest).toEqual({ status: 503 });
  await came(/GET media\.proxied\.example\/api\/integrations/);

  expect(new Set(proxy.tunnels)).toEqual(
    new Set(
      ['models', 'pictures', 'hooks', 'issuer', 'stamps', 'witness', 'media'].map((n) => `${n}.proxied.example:443`),
    ),
  );
  expect(new Set(proxy.credentials)).toEqual(new Set([proxy.needs]));
});
