import { describe, expect, test } from 'vitest';
import { connectionFailureReason } from '../../../src/platform/http/connection-failure.ts';
import { AddressNotAllowed, GuardedAddresses } from '../../../src/platform/http/guarded-addresses.ts';
import { fetchPublic } from '../../../src/platform/http/outbound.ts';
import { proxyConfig } from '../../../src/platform/http/proxies.config.ts';
import { Proxies } from '../../../src/platform/http/proxies.ts';
import { inspectSettings } from '../../../src/read-config.ts';
import { ConnectProxy } from '../../support/connect-proxy.ts';
import { TlsSite } from '../../support/tls-site.ts';

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 20_000 };
const PROXY = 'http://proxy.example:3128';
const settings = (env: Record<string, string>) => inspectSettings({ DATA_DIR: '/tmp/none', ...env });
const proxiesOf = (env: Record<string, string>) => settings(env).config!.of(proxyConfig);
const proxyOf = (env: Record<string, string>, url: string) => proxiesOf(env).of(new URL(url))?.origin ?? null;
const through = (proxy: ConnectProxy, more: Record<string, string> = {}) =>
  proxiesOf({ HTTPS_PROXY: `http://${proxy.authority}`, HTTP_PROXY: `http://${proxy.authority}`, ...more });

describe('the proxy of an address', () => {
  test.each<[Record<string, string>, string, string | null]>([
    [{}, 'https://a.example/', null],
    [{ HTTPS_PROXY: PROXY }, 'https://a.example/', PROXY],
    [{ HTTPS_PROXY: PROXY }, 'http://a.example/', null],
    [{ HTTP_PROXY: PROXY }, 'http://a.example/', PROXY],
    [{ HTTP_PROXY: PROXY }, 'https://a.example/', null],
    [{ https_proxy: PROXY }, 'https://a.example/', PROXY],
    [{ http_proxy: PROXY }, 'http://a.example/', PROXY],
    [{ https_proxy: 'http://lower.example:1', HTTPS_PROXY: PROXY }, 'https://a.example/', 'http://lower.example:1'],
    [{ https_proxy: '', HTTPS_PROXY: PROXY }, 'https://a.example/', PROXY],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'https://a.example/', PROXY],
    [{ HTTPS_PROXY: 'http://user:p%40ss@proxy.example:3128/' }, 'https://a.example/', PROXY],
    [{ HTTPS_PROXY: PROXY }, 'https://localhost:8443/', null],
    [{ HTTPS_PROXY: PROXY }, 'https://127.0.0.9/', null],
    [{ HTTPS_PROXY: PROXY }, 'https://[::1]/', null],
  ])('is chosen by %j for %s', (env, url, proxy) => {
    expect(proxyOf(env, url)).toBe(proxy);
  });

  test.each<[exceptions: string, direct: string[], proxied: string[]]>([
    ['*', ['https://a.example', 'https://10.0.0.1'], []],
    ['a.example', ['https://a.example', 'https://A.EXAMPLE.', 'https://b.a.example'], ['https://ba.example']],
    ['.a.example', ['https://a.example', 'https://b.a.example'], ['https://ba.example']],
    ['*.a.example', ['https://b.a.example'], ['https://a.example']],
    ['a.example:443', ['https://a.example'], ['https://a.example:8443']],
    ['a.example:8443', ['https://a.example:8443'], ['https://a.example']],
    ['*:8443', ['https://any.example:8443'], ['https://any.example']],
    ['x.example, a.example', ['https://a.example', 'https://x.example'], ['https://b.example']],
    ['x.example a.example', ['https://a.example'], ['https://b.example']],
    ['bücher.example', ['https://xn--bcher-kva.example'], []],
    ['10.0.0.1', ['https://10.0.0.1', 'https://10.1'], ['https://10.0.0.2']],
    ['10.0.0.0/8', ['https://10.9.8.7'], ['https://11.0.0.1', 'https://a.example']],
    ['[2001:db8::1]:443', ['https://[2001:db8:0::1]'], ['https://[2001:db8::1]:8443', 'https://[2001:db8::2]']],
    ['2001:db8::1', ['https://[2001:db8::1]'], ['https://[2001:db8::2]']],
    ['2001:db8::/32', ['https://[2001:db8:9::1]'], ['https://[2001:db9::1]']],
  ])('is none for hosts of NO_PROXY=%s', (NO_PROXY, direct, proxied) => {
    const proxies = proxiesOf({ HTTPS_PROXY: PROXY, NO_PROXY });
    expect(direct.map((url) => proxies.of(new URL(url)))).toEqual(direct.map(() => null));
    expect(proxied.map((url) => proxies.of(new URL(url))?.origin)).toEqual(proxied.map(() => PROXY));
    expect(proxiesOf({ https_proxy: PROXY, no_proxy: NO_PROXY }).of(new URL('https://192.0.2.1')) === null).toBe(
      NO_PROXY === '*',
    );
  });

  test.each([
    'socks5://proxy.example:1080',
    'http://:80',
    'http://proxy.example/path',
    'http://proxy.example?x',
    'a b',
  ])('is refused as %s, by name and without its value', (HTTPS_PROXY) => {
    const { mistakes } = settings({ HTTPS_PROXY });
    expect(mistakes).toEqual([expect.stringMatching(/^HTTPS_PROXY: .*expected http:\/\/host:port/)]);
    expect(mistakes[0]).not.toContain(HTTPS_PROXY);
  });

  test('is refused with a password that is not encoded, and with certificates that are not there', () => {
    expect(settings({ http_proxy: 'http://user:hunter%2@proxy.example' }).mistakes).toEqual([
      expect.stringMatching(/^http_proxy: .*percent-encoding/),
    ]);
    expect(settings({ NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' }).mistakes).toEqual([
      expect.stringMatching(/^NODE_EXTRA_CA_CERTS: .*ENOENT/),
    ]);
    expect(
      settings({ NODE_EXTRA_CA_CERTS: import.meta.filename.replace('proxies', 'client-address') }).mistakes,
    ).toEqual([expect.stringMatching(/^NODE_EXTRA_CA_CERTS: .*no certificate/)]);
  });

  test('is told without its user and password', () => {
    const told = proxiesOf({ HTTPS_PROXY: 'http://user:hunter2@proxy.example:3128', NO_PROXY: 'a.example' }).described;
    expect(told).toEqual([
      'Requests to https:// addresses go through the proxy http://proxy.example:3128',
      'Requests to http:// addresses go out directly',
      'Without a proxy: a.example',
    ]);
    expect(proxiesOf({ NO_PROXY: '*' }).described).toEqual([]);
  });
});

describe('through a proxy', () => {
  test.each([
    'https://127.1',
    'https://0x7f000001',
    'https://2130706433',
    'https://[::ffff:127.0.0.1]',
    'https://10.0.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://[fd00::1]',
    'https://localhost',
    'https://a.localhost',
    'https://intranet',
    'https://db.internal',
    'https://printer.local',
    'https://wiki.corp',
    'https://nas.lan',
    'https://metadata.google.internal.',
  ])('%s is refused as it is written, and the proxy hears nothing of it', async (address) => {
    await using proxy = await ConnectProxy.start();
    const proxies = through(proxy);
    const addresses = new GuardedAddresses({ listed: [], listedIn: 'OWN_SERVER_HOSTS', proxies });
    const agent = addresses.agent({});
    const { origin } = new URL(address);

    for (const url of [address, address.replace('https:', 'http:')]) {
      await expect(fetchPublic(url, { ...LIMITS, proxies })).rejects.toMatchObject({ name: 'UrlNotAllowed' });
    }
    await expect(agent.request({ origin, path: '/', method: 'GET' })).rejects.toBeInstanceOf(AddressNotAllowed);

    await agent.destroy();
    expect(proxy.seen).toEqual([]);
  });

  test('names are resolved by the proxy alone, and a redirect into our own network is refused', async () => {
    await using proxy = await ConnectProxy.start();
    await using site = await TlsSite.start();
    proxy.rest = site.authority;
    const proxies = through(proxy);
    const resolve = async () => {
      throw new Error('Nobody resolves here.');
    };

    const addresses = new GuardedAddresses({ listed: [], listedIn: 'OWN_SERVER_HOSTS', proxies, resolve });
    await addresses.assertResolves(addresses.allowed('https://models.proxied.example'));
    const failed = await fetchPublic('https://pictures.proxied.example/a.png', { ...LIMITS, proxies, resolve }).catch(
      (error: Error) => error,
    );

    expect(failed).toMatchObject({ name: 'DownloadFailed', reason: 'UNREACHABLE' });
    expect(connectionFailureReason(failed)).toMatch(/authority that this service doesn.t trust .*NODE_EXTRA_CA_CERTS/);
    expect(proxy.tunnels).toEqual(['pictures.proxied.example:443']);
    expect(site.seen).toEqual([]);
  });

  test('hosts of NO_PROXY are judged by where they lead', async () => {
    await using proxy = await ConnectProxy.start();
    const proxies = through(proxy, { NO_PROXY: 'proxied.example' });
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }];

    const outcome = fetchPublic('https://pictures.proxied.example/a.png', { ...LIMITS, proxies, resolve });

    await expect(outcome).rejects.toMatchObject({ name: 'UrlNotAllowed', reason: 'HOST' });
    expect(proxy.seen).toEqual([]);
  });

  test.each<[string, (proxy: ConnectProxy) => void, string, RegExp]>([
    ['that wants a password', (proxy) => (proxy.needs = 'Basic dXNlcjpodW50ZXIy'), 'user:wrong@', /status 407/],
    ['that refuses the host', () => {}, '', /refused to connect to this host \(status 403\)/],
  ])('%s, the failure says so', async (_what, set, user, words) => {
    await using proxy = await ConnectProxy.start();
    set(proxy);
    const proxies = through(proxy, { https_proxy: `http://${user}${proxy.authority}` });

    const failed = await fetchPublic('https://a.proxied.example/', { ...LIMITS, proxies }).catch((error) => error);

    expect(connectionFailureReason(failed)).toMatch(words);
  });

  test('that is away, the failure names it without its password', async () => {
    const proxies = proxiesOf({ HTTPS_PROXY: 'http://user:hunter2@127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' });

    for (const url of ['https://a.proxied.example/', 'http://a.proxied.example/']) {
      const failed = await fetchPublic(url, { ...LIMITS, proxies }).catch((error) => error);
      expect(connectionFailureReason(failed)).toMatch(
        /^The proxy http:\/\/127\.0\.0\.1:9 could not be reached\. \(ECONNREFUSED\)/,
      );
    }
  });

  test('without any proxy nothing is in between', () => {
    expect(Proxies.NONE.agent().constructor.name).toBe('Agent');
  });
});
