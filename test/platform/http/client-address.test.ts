import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readClientAddresses } from '../../../src/platform/http/client-address.ts';
import { type Api, startApi } from '../../support/api.ts';
import { postForm, signedIn, withPassword } from '../../support/people.ts';

const PASSWORD = 'difference engine no. 2';

describe('the address of who asks', () => {
  const servers: Server[] = [];
  afterAll(() => servers.map((server) => server.close()));

  async function addressOf(trusted: number | string[] | undefined, forwarded: string | undefined): Promise<string> {
    const app = express();
    if (trusted !== undefined) app.set('trust proxy', trusted);
    readClientAddresses(app);
    app.get('/', (req, res) => void res.send(req.ip));
    const server = createServer(app).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return (await fetch(url, { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })).text();
  }

  test.each([
    ['203.0.113.8', '203.0.113.8'],
    ['203.0.113.8:40000', '203.0.113.8'],
    ['  203.0.113.8:40000\t', '203.0.113.8'],
    ['"203.0.113.8:40000"', '203.0.113.8'],
    ['[203.0.113.8]:40000', '203.0.113.8'],
    ['2001:db8::8', '2001:db8::8'],
    ['[2001:db8::8]', '2001:db8::8'],
    ['[2001:DB8::8]:443', '2001:db8::8'],
    ['"[2001:db8::8]:443"', '2001:db8::8'],
    ['" [2001:db8:0:0::8]:443 "', '2001:db8::8'],
    ['2001:db8:0:0:0:0:0:8:443', '2001:db8::8'],
    ['[::ffff:203.0.113.8]:443', '203.0.113.8'],
    ['fe80::8%eth0', 'fe80::8'],
    ['198.51.100.1, 203.0.113.8:40000', '203.0.113.8'],
  ])('is read from %j', async (forwarded, address) => {
    expect(await addressOf(1, forwarded)).toBe(address);
  });

  test.each([
    'unknown',
    '_hidden:80',
    'client.example.org',
    '',
    '   ',
    '12345',
    '127.1',
    '0x7f.1',
    '203.0.113.8:',
    '203.0.113.8:port',
    '203.0.113.8:123456',
    '203.0.113.300',
    '[2001:db8::8',
    '[2001:db8::8]443',
    '[]:443',
    'for=203.0.113.8',
    '198.51.100.1, unknown',
    '198.51.100.1,',
    'x'.repeat(4_000),
  ])('is that of the proxy where the proxy says %j', async (forwarded) => {
    expect(await addressOf(1, forwarded)).toBe('127.0.0.1');
  });

  test.each<[number | string[] | undefined, string | undefined, string]>([
    [undefined, '203.0.113.8:40000', '127.0.0.1'],
    [1, undefined, '127.0.0.1'],
    [2, '198.51.100.1, 203.0.113.8:40000, 10.0.0.1:5000', '203.0.113.8'],
    [2, '198.51.100.1, unknown, 10.0.0.1:5000', '10.0.0.1'],
    [3, '203.0.113.8:40000, [fd00::1]:5000', '203.0.113.8'],
    [['loopback', '10.0.0.0/8'], '198.51.100.1, 203.0.113.8:40000, 10.0.0.1:5000', '203.0.113.8'],
    [['loopback', 'fd00::/8'], '203.0.113.8:40000, [fd00::1]:5000', '203.0.113.8'],
    [['loopback', '10.0.0.0/8'], 'unknown, 10.0.0.1:5000', '10.0.0.1'],
    [['10.0.0.0/8'], '203.0.113.8:40000', '127.0.0.1'],
  ])('by the trusted proxies %j and %j', async (trusted, forwarded, address) => {
    expect(await addressOf(trusted, forwarded)).toBe(address);
  });
});

describe('a proxy that adds the port of each connection', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ works: false, env: { TRUST_PROXY: 'loopback', SEALS_PER_MINUTE: '5' } });
  });
  afterAll(() => api.stop());

  const statuses = async (forwarded: (n: number) => string) => {
    const answers = Array.from({ length: 8 }, (_, n) =>
      api.json('/api/legal/provenance-seal', {
        headers: { 'x-forwarded-for': forwarded(n) },
        body: { artifact_text: 'flood', disclaimer_ack: true },
      }),
    );
    return (await Promise.all(answers)).map(({ status }) => status).sort();
  };

  test('makes no stranger of each of them', async () => {
    const limited = [...Array(5).fill(201), ...Array(3).fill(429)];

    expect(await statuses((n) => `203.0.113.8:${40_000 + n}`)).toEqual(limited);
    expect(await statuses((n) => `[2001:db8:1:1::${n + 1}]:${40_000 + n}`)).toEqual(limited);
    expect(await statuses((n) => `unknown-${n}`)).toEqual(limited);
    expect(await statuses((n) => `203.0.114.${n + 1}:40000`)).toEqual(Array(8).fill(201));
  });

  test('nor keeps the sign-ins of one network from being counted, and sessions and the audit trail have the address', async () => {
    const { email, operatorId } = await signedIn(api, { roles: ['ADMIN'] });
    await withPassword(api, operatorId, PASSWORD);
    let port = 40_000;
    const signIn = (password: string) =>
      postForm(api, '/admin/sign-in', { email, password }, { 'x-forwarded-for': `198.51.100.9:${++port}` });

    expect((await signIn(PASSWORD)).status).toBe(303);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn('a wrong guess')));

    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
    const addresses = 'select ip_address from operator_session where operator_id = $1 order by created_at desc limit 1';
    expect(await api.database.query(addresses, [operatorId])).toEqual([{ ip_address: '198.51.100.9' }]);
    const networks = `select distinct network from audit_entry where action = 'signIn' and network is not null`;
    expect(await api.database.query(networks)).toEqual([{ network: '198.51.100.0/24' }]);
  });
});
