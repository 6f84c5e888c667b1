import { describe, expect, test } from 'vitest';
import type { ResolveName } from '../../src/platform/http/checked-lookup.ts';
import { GuardedAddresses } from '../../src/platform/http/guarded-addresses.ts';
import { Proxies } from '../../src/platform/http/proxies.ts';
import { customerWithKey } from '../customers/graph.ts';
import { startApi } from '../support/api.ts';
import { deployment, GENEROUS } from '../support/providers/calling.ts';
import { FakeProvider } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../support/providers/protocols.ts';
import { mutate, REMOVED_SERVER, STORED_SERVER, TESTED } from './support.ts';

const KEY = 'canary-of-an-own-server-Qrst';
const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '0',
  '0x7f000001',
  '017700000001',
  '2130706433',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[fc00::1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'ollama',
  'printer.local',
  'db.internal',
];
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'metadata.google.internal',
  'metadata.google.internal.',
  'METADATA',
];

const addressesOf = (listed: readonly string[], resolve?: ResolveName) =>
  new GuardedAddresses({ listed, listedIn: 'OWN_SERVER_HOSTS', proxies: Proxies.NONE, resolve });

describe('an address', () => {
  test.each(PRIVATE)('%s leads into a private network', (host) => {
    expect(() => addressesOf([]).allowed(`https://${host}/v1`)).toThrow();
  });

  test.each(METADATA)('%s is never called, whoever lists it', (host) => {
    const plain = new URL(`http://${host}`).hostname;

    expect(() => addressesOf([`${plain}:80`, `${plain}:443`]).allowed(`http://${host}/v1`)).toThrow('and never called');
  });

  test.each([
    'file:///etc/passwd',
    'gopher://llm.example.org',
    'https://user:password@llm.example.org/v1',
    'https://llm.example.org/v1?key=1',
    'https://llm.example.org/v1#x',
    'http://llm.example.org/v1',
    'llm.example.org',
    `https://llm.example.org/${'a'.repeat(600)}`,
  ])('%s is none', (url) => {
    expect(() => addressesOf([]).allowed(url)).toThrow();
  });

  test('that is listed may be private, at its port and no other', () => {
    const addresses = addressesOf(['ollama:11434', '[::1]:8000']);

    expect(addresses.allowed('http://ollama:11434/v1').host).toBe('ollama:11434');
    expect(addresses.allowed('http://[::1]:8000/v1').host).toBe('[::1]:8000');
    expect(() => addresses.allowed('http://ollama:11435/v1')).toThrow('Private');
  });

  test.each([
    ['llm.example.org', '10.0.0.5', [], 'rivate address'],
    ['llm.example.org', '169.254.169.254', ['llm.example.org:443'], 'and never called'],
    ['llm.example.org', '::ffff:169.254.169.254', ['llm.example.org:443'], 'and never called'],
  ])('%s is judged by where it leads: %s', async (name, address, listed, says) => {
    const addresses = addressesOf(listed, async () => [
      { address: '93.184.215.14', family: 4 },
      { address, family: 4 },
    ]);

    await expect(addresses.assertResolves(new URL(`https://${name}/v1`))).rejects.toThrow(says);
  });

  test('that leads elsewhere the second time is not connected to', async () => {
    const fake = await FakeProvider.start(() => json({}));
    const port = fake.authority.split(':')[1];
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }];
    const addresses = addressesOf([], resolve);
    const url = new URL(`https://llm.example.org:${port}/v1`);
    await addresses.assertResolves(url);
    const agent = addresses.agent({});

    const request = agent.request({ origin: url.origin, path: '/v1/models', method: 'GET' });

    await expect(request).rejects.toThrow('rivate address');
    expect([asked, fake.asked]).toEqual([2, []]);
    await agent.destroy();
  });
});

test('a customer’s own server is set, tested, called and removed', async () => {
  const fake = await FakeProvider.start(
    ({ method }) =>
      method === 'GET' ? json({ object: 'list', data: [] }) : json(PROTOCOLS.own.answer('From next door')),
    'own',
  );
  const api = await startApi({ env: { OWN_SERVER_HOSTS: fake.authority, SANDBOX: '0' } });
  const { customer, as } = await customerWithKey(api, { plan: 'PRO' });
  const account = { id: customer.id, isOwnUse: false, plan: 'PRO' as const, keyId: null, tasks: null };
  const input = { baseUrl: `${fake.url}/v1/`, key: KEY, model: 'gpt-oss:20b' };

  const { ownServer } = await mutate(api, 'setOwnServer', input, STORED_SERVER, as);
  expect(ownServer).toMatchObject({ baseUrl: `${fake.url}/v1`, model: 'gpt-oss:20b', hint: 'Qrst' });
  expect(await mutate(api, 'testOwnServer', { ownServerId: ownServer.id }, TESTED, as)).toMatchObject({
    isAccepted: true,
  });

  const { providers, models } = api.services.apis;
  const catalogue = { ...(await models.current()), deployments: [deployment('own')] };
  const { credential } = (await providers.availabilityOf(account, catalogue)).get('own/a-model')!;
  const answer = await providers.call({
    deployment: deployment('own'),
    credential: credential!,
    account,
    task: 'human-phrasing/local-draft',
    options: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    timeouts: GENEROUS,
    signal: new AbortController().signal,
  });

  expect(answer.content).toMatchObject([{ type: 'text', text: 'From next door' }]);
  expect(fake.asked.at(-1)).toMatchObject({
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: 'gpt-oss:20b' },
  });
  expect(await mutate(api, 'deleteOwnServer', { ownServerId: ownServer.id }, REMOVED_SERVER, as)).toMatchObject({
    ownServerId: ownServer.id,
  });
  expect((await providers.availabilityOf(account, catalogue)).get('own/a-model')).toMatchObject({
    whyNot: 'NO_OWN_SERVER',
  });

  // Not without the list, and not on the plan BASE.
  const private_ = await mutate(api, 'setOwnServer', { baseUrl: 'http://127.0.0.1:9/v1' }, STORED_SERVER, as);
  expect(private_).toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' });
  const base = await customerWithKey(api, { plan: 'BASE' });
  expect(await mutate(api, 'setOwnServer', input, STORED_SERVER, base.as)).toMatchObject({
    code: 'PLAN_NOT_SUFFICIENT',
  });
  await api.stop();
});

test('a redirect of an own server is not followed, and its key goes nowhere else', async () => {
  const elsewhere = await FakeProvider.start(() => json({}));
  const fake = await FakeProvider.start(() => ({ status: 307, headers: { location: `${elsewhere.url}/v1/models` } }));
  const api = await startApi({ env: { OWN_SERVER_HOSTS: `${fake.authority},${elsewhere.authority}` } });
  const { as } = await customerWithKey(api, { plan: 'PRO' });
  const { ownServer } = await mutate(api, 'setOwnServer', { baseUrl: fake.url, key: KEY }, STORED_SERVER, as);

  const tested = await mutate(api, 'testOwnServer', { ownServerId: ownServer.id }, TESTED, as);

  expect(tested).toMatchObject({ isAccepted: false, failure: 'GARBAGE' });
  expect(elsewhere.asked).toEqual([]);
  await api.stop();
});
