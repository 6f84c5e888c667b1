import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ResolveName } from '../../src/platform/http/checked-lookup.ts';
import { type FetchPublicOptions, fetchPublic } from '../../src/platform/http/outbound.ts';
import { Proxies } from '../../src/platform/http/proxies.ts';
import { isPublicAddress } from '../../src/platform/http/public-address.ts';

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 60_000, proxies: Proxies.NONE };

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('an address into our own network', () => {
  let canary: Awaited<ReturnType<typeof startCanary>>;

  beforeEach(async () => {
    canary = await startCanary();
  });

  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://0',
    'http://0.0.0.0',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://017700000001',
    'http://2130706433',
    'http://127.0.0.1.',
    'http://①②⑦.⓪.⓪.①',
    'http://%31%32%37.0.0.1',
    'http://127.255.255.254',
    'http://[::1]',
    'http://[::]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::127.0.0.1]',
    'http://[64:ff9b:1::127.0.0.1]',
    'http://[2002:7f00:1::]',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    'http://[fe80::1]',
    'http://[fec0::1]',
    'http://[fd00:ec2::254]',
    'http://[ff02::1]',
    'http://10.0.0.1',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://169.254.169.254',
    'http://100.100.100.200',
    'http://168.63.129.16',
    'http://192.0.0.192',
    'http://198.18.0.1',
    'http://224.0.0.1',
    'http://240.0.0.1',
    'http://255.255.255.255',
    'http://localhost',
    'http://LOCALHOST',
    'http://localhost.',
    'http://a.localhost',
    'http://localhost.localdomain',
    'http://postgres',
    'http://metadata',
    'http://metadata.google.internal',
    'http://metadata.google.internal.',
    'http://instance-data.ec2.internal',
    'http://printer.local',
    'http://router.home.arpa',
  ])('%s is refused, with any port and scheme, and gets no connection', async (address) => {
    const secure = address.replace('http:', 'https:');
    for (const url of [`${address}/`, `${address}:${canary.port}/x.png`, `${secure}:${canary.port}/x.png`]) {
      await expect(fetchPublic(url, LIMITS)).rejects.toMatchObject({ name: 'UrlNotAllowed', reason: 'HOST' });
    }

    expect(canary.connections()).toBe(0);
  });

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['93.184.216.34', '127.0.0.1'],
    ['127.0.0.1', '2606:4700::1111'],
  ])('is refused when a name leads there: %s %s', async (...addresses) => {
    const outcome = fetchPublic('http://pictures.example/x.png', { ...LIMITS, resolve: always(...addresses) });

    await expect(outcome).rejects.toMatchObject({ name: 'UrlNotAllowed', reason: 'HOST' });
    expect(canary.connections()).toBe(0);
  });

  test('a name is asked for once, so that a second, different answer is never used', async () => {
    let asked = 0;
    const rebinding: ResolveName = async () => [{ address: asked++ === 0 ? '10.0.0.1' : '127.0.0.1', family: 4 }];

    await expect(fetchPublic('http://rebind.example/', { ...LIMITS, resolve: rebinding })).rejects.toMatchObject({
      name: 'UrlNotAllowed',
    });

    expect(asked).toBe(1);
    expect(canary.connections()).toBe(0);
  });

  test('a redirect there is refused, even from a trusted host', async () => {
    const { authority } = await serve((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/secret` }).end();
    });

    await expect(fetchTrusted(authority, '/x.png')).rejects.toMatchObject({ name: 'UrlNotAllowed', reason: 'HOST' });
    expect(canary.connections()).toBe(0);
  });

  test('the canary would have sung', async () => {
    await fetchTrusted(`127.0.0.1:${canary.port}`, '/').catch(() => {});

    expect(canary.connections()).toBe(1);
  });

  test('the refusal says what to do and nothing about the network', async () => {
    const options = { ...LIMITS, resolve: always('10.1.2.3') };

    const error = await fetchPublic('http://intranet.example/', options).catch((cause) => cause);

    expect(error.message).toMatch(/Use an address that everyone can open/);
    expect(error.message).not.toMatch(/10\.|intranet/);
  });
});

describe('an address that is not one to fetch from', () => {
  test.each([
    ['x.png', 'MALFORMED'],
    ['', 'MALFORMED'],
    ['http://', 'MALFORMED'],
    ['http://[fe80::1%25eth0]/', 'MALFORMED'],
    ['file:///etc/passwd', 'SCHEME'],
    ['data:image/png;base64,AAAA', 'SCHEME'],
    ['ftp://pictures.example/x.png', 'SCHEME'],
    ['gopher://pictures.example/', 'SCHEME'],
    ['javascript:alert(1)', 'SCHEME'],
    ['http://user:pw@pictures.example/', 'CREDENTIALS'],
    ['http://user@127.0.0.1/', 'CREDENTIALS'],
    ['http://pictures.example:25/', 'PORT'],
    ['https://pictures.example:8443/', 'PORT'],
    ['http://h#@pictures.example/', 'HOST'],
    ['http:\\\\127.0.0.1\\', 'HOST'],
  ])('%s: %s', async (url, reason) => {
    await expect(fetchPublic(url, LIMITS)).rejects.toMatchObject({ name: 'UrlNotAllowed', reason });
  });
});

describe('an address of the public internet', () => {
  test.each([
    ['8.8.8.8', true],
    ['93.184.216.34', true],
    ['2606:4700:4700::1111', true],
    ['::ffff:8.8.8.8', true],
    ['64:ff9b::8.8.8.8', true],
    ['::808:808', false],
    ['4000::1', false],
    ['2001:db8::1', false],
    ['100::1', false],
    ['5f00::1', false],
    ['::ffff:0:8.8.8.8', false],
    ['not an address', false],
  ])('%s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

describe('a download', () => {
  test('gives the bytes, what the server calls them, and where they were in the end', async () => {
    const { authority } = await serve((request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new?size=2' }).end('moved');
      else
        response
          .writeHead(200, { 'content-type': 'Image/PNG; charset=x' })
          .end(`${request.url} ${request.headers.accept}`);
    });

    const download = await fetchTrusted(authority, '/old', { accept: 'image/*' });

    expect(download).toEqual({
      bytes: Buffer.from('/new?size=2 image/*'),
      mediaType: 'image/png',
      url: `http://${authority}/new?size=2`,
    });
  });

  test('carries no cookie, credential or referrer along', async () => {
    const seen: unknown[] = [];
    const { authority } = await serve((request, response) => {
      seen.push(Object.keys(request.headers).sort());
      if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'a=b' }).end();
      else response.end('x');
    });

    await fetchTrusted(authority, '/');

    const headers = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
    expect(seen).toEqual([headers, headers]);
  });

  test('a trusted host may be a name with a private address, and only with the port that was named', async () => {
    const { authority, port } = await serve((_, response) => response.end('model'));
    const options = { ...LIMITS, trustedHosts: [`ollama:${port}`], resolve: always('127.0.0.1') };

    expect((await fetchPublic(`http://ollama:${port}/`, options)).bytes.toString()).toBe('model');
    for (const url of [
      'http://ollama/',
      `http://ollama:${port + 1}/`,
      `http://${authority}/`,
      `http://x.ollama:${port}/`,
    ]) {
      await expect(fetchPublic(url, options)).rejects.toMatchObject({ name: 'UrlNotAllowed' });
    }
  });

  test('what is no host:port in the settings is an error of ours', async () => {
    await expect(fetchPublic('http://a.example', { ...LIMITS, trustedHosts: ['http://b/'] })).rejects.toThrow(
      /host:port/,
    );
  });

  test.each([404, 204, 206, 500, 304])('status %i is no picture', async (status) => {
    const { authority } = await serve((_, response) => response.writeHead(status).end());

    await expect(fetchTrusted(authority, '/')).rejects.toMatchObject({
      name: 'DownloadFailed',
      reason: 'STATUS',
      message: expect.stringContaining(String(status)),
    });
  });

  test('three redirects are followed, a fourth is not', async () => {
    const { authority } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end();
      else response.end('here');
    });

    expect((await fetchTrusted(authority, '/3')).bytes.toString()).toBe('here');
    await expect(fetchTrusted(authority, '/4')).rejects.toMatchObject({ reason: 'TOO_MANY_REDIRECTS' });
  });

  test('nobody there', async () => {
    const { authority } = await serve((_, response) => response.end());
    await closeLast();

    const error = await fetchTrusted(authority, '/').catch((cause) => cause);

    expect(error).toMatchObject({ name: 'DownloadFailed', reason: 'UNREACHABLE', cause: { code: 'ECONNREFUSED' } });
    expect(error.message).not.toMatch(/ECONN|127/);
  });

  test('a body that breaks off', async () => {
    const { authority } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half');
      setTimeout(() => response.destroy(), 20);
    });

    await expect(fetchTrusted(authority, '/')).rejects.toMatchObject({ name: 'DownloadFailed', reason: 'UNREACHABLE' });
  });

  test('the caller’s own abort comes out as it is', async () => {
    const { authority } = await serve(() => {});
    const abort = new AbortController();
    const left = new Error('the client has left');
    setTimeout(() => abort.abort(left), 30);

    await expect(fetchTrusted(authority, '/', { signal: abort.signal })).rejects.toBe(left);
  });
});

describe('a hostile server', () => {
  test('that announces too much is cut before the body', async () => {
    const { authority } = await serve((_, response) =>
      response.writeHead(200, { 'content-length': 10 ** 10 }).write('x'),
    );

    await expect(fetchTrusted(authority, '/')).rejects.toMatchObject({
      name: 'DownloadTooLarge',
      maxBytes: 1_000_000,
      message: expect.stringContaining('1 MB'),
    });
  });

  test('that never ends is cut at the limit', async () => {
    let sent = 0;
    const { authority } = await serve(async (_, response) => {
      while (!response.destroyed) {
        const block = Buffer.alloc(65_536);
        sent += block.length;
        if (!response.write(block))
          await Promise.race([new Promise((drained) => response.once('drain', drained)), sleep(50)]);
      }
    });

    await expect(fetchTrusted(authority, '/')).rejects.toMatchObject({ name: 'DownloadTooLarge' });

    expect(sent).toBeLessThan(20_000_000); // the limit and what the sockets buffer
  });

  test.each<[string, (zeros: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
    ['br, gzip', (zeros) => gzipSync(brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))],
  ])('that sends a bomb of %s is cut while it unfolds', async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(300_000_000));
    expect(bomb.length).toBeLessThan(LIMITS.maxBytes);
    const { authority } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const before = process.memoryUsage().rss;

    await expect(fetchTrusted(authority, '/')).rejects.toMatchObject({ name: 'DownloadTooLarge' });

    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test.each<[string, (picture: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (picture) => brotliCompressSync(gzipSync(picture))],
    ['br , gzip,zstd', (picture) => zstdCompressSync(gzipSync(brotliCompressSync(picture)))],
    ['gzip, aws-chunked', gzipSync],
    ['aws-chunked', (picture) => picture],
    ['UTF-8', (picture) => picture],
    ['binary', (picture) => picture],
    ['identity', (picture) => picture],
    ['', (picture) => picture],
    ['constructor', (picture) => picture],
  ])('that says its content encoding is %j is understood', async (encoding, encode) => {
    const { authority } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode(Buffer.from('a picture'))),
    );

    expect((await fetchTrusted(authority, '/')).bytes.toString()).toBe('a picture');
  });

  test.each([
    ['gzip', 'not gzip at all'],
    ['gzip, gzip', 'x'],
    ['gzip, br', gzipSync('packed once, and not as it says')],
    ['zstd', 'x'],
    ['gzip, gzip, gzip, gzip, gzip', 'x'],
  ])('that says %s and sends something else', async (encoding, body) => {
    const { authority } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );

    await expect(fetchTrusted(authority, '/')).rejects.toMatchObject({ name: 'DownloadFailed' });
  });

  test.each([
    ['never answers', () => {}],
    ['sends a byte now and then', (_, response) => void setInterval(() => response.write('x'), 30).unref()],
    ['redirects slowly', (_, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150)],
  ] satisfies [string, RequestListener][])('that %s is left at the deadline', async (_, listener) => {
    const { authority } = await serve(listener);
    const startedAt = performance.now();

    await expect(fetchTrusted(authority, '/', { timeoutMs: 300 })).rejects.toMatchObject({
      name: 'DownloadFailed',
      reason: 'TIMEOUT',
    });

    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('that is slow to resolve is left at the deadline', async () => {
    const resolve: ResolveName = () => sleep(5_000, [], { ref: false });

    await expect(fetchPublic('http://slow.example/', { ...LIMITS, timeoutMs: 200, resolve })).rejects.toMatchObject({
      reason: 'TIMEOUT',
    });
  });

  test('that sends huge headers', async () => {
    const { authority } = await serve((_, response) =>
      response.writeHead(200, { 'x-huge': 'x'.repeat(100_000) }).end('x'),
    );

    await expect(fetchTrusted(authority, '/')).rejects.toMatchObject({ name: 'DownloadFailed' });
  });
});

/** Counts who connects, on every loopback address it can get. */
async function startCanary() {
  let count = 0;
  const sing = (socket: Socket) => {
    count++;
    socket.destroy();
  };
  const first = createServer().on('connection', sing);
  const port = await listen(first, '127.0.0.1', 0);
  await listen(createServer().on('connection', sing), '::1', port).catch(() => {}); // no IPv6 here
  await listen(createServer().on('connection', sing), '127.0.0.1', 80).catch(() => {}); // not ours to take
  return { port, connections: () => count };
}

async function serve(listener: RequestListener): Promise<{ authority: string; port: number }> {
  const port = await listen(createServer(listener), '127.0.0.1', 0);
  return { authority: `127.0.0.1:${port}`, port };
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

async function closeLast(): Promise<void> {
  await new Promise((resolve) => servers.pop()?.close(resolve));
}

function fetchTrusted(authority: string, path: string, options: Partial<FetchPublicOptions> = {}) {
  return fetchPublic(`http://${authority}${path}`, { ...LIMITS, trustedHosts: [authority], ...options });
}

function always(...addresses: string[]): ResolveName {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}
