import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { type Ask, ask, expectProblem, JSON_TYPE, upload } from './support.ts';

let api: Api;
let desk: string;
let media: string;
let seal: string;

beforeAll(async () => {
  api = await startApi({ env: { CORS_ORIGINS: 'https://front.example,https://other.example' } });
  const asset = await upload(api, { tags: ['one'] });
  media = new URL(asset.url).pathname;
  const issued = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { mediaDeskUrl } } }`,
    { as: 'operator' },
  );
  desk = new URL(issued.data.issuePartnerLink.mediaDeskUrl).pathname;
  const sealed = await api.json('/api/legal/provenance-seal', { body: { artifact_text: 'a', disclaimer_ack: true } });
  seal = new URL(sealed.body.seal.verificationUrl).pathname;
});
afterAll(() => api.stop());

/** Each path of the service with the methods it has. */
const PATHS: [string, () => string, string, Ask['as']?][] = [
  ['health', () => '/api/health/architecture', 'GET'],
  ['render', () => '/api/integrations/cinema/render', 'POST', 'integration'],
  ['a render', () => '/api/integrations/cinema/render/rnd_00000000000000000000000000', 'GET', 'integration'],
  ['seal', () => '/api/legal/provenance-seal', 'POST'],
  ['the bank', () => '/api/admin/image-bank', 'GET, POST', 'operator'],
  ['pick', () => '/api/marketing/image-bank/pick', 'GET'],
  ['the media desk', () => desk, 'GET'],
  ['a picture', () => media, 'GET'],
  ['a seal page', () => seal, 'GET'],
  ['a seal bundle', () => `${seal}/seal.sigstore.json`, 'GET'],
  ['the seal key', () => '/.well-known/imprimatur/seal-public-key.pem', 'GET'],
  ['livez', () => '/livez', 'GET'],
  ['readyz', () => '/readyz', 'GET'],
  ['healthz', () => '/healthz', 'GET'],
  ['openapi.json', () => '/openapi.json', 'GET'],
  ['schema.graphql', () => '/schema.graphql', 'GET'],
];

describe('methods', () => {
  const allowOf = (methods: string) => `${methods}${methods.includes('GET') ? ', HEAD' : ''}, OPTIONS`;

  describe.each(PATHS)('%s', (_, path, methods, as) => {
    const wrong = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'].filter(
      (method) => !allowOf(methods).split(', ').includes(method),
    );

    test.each(wrong)('%s is refused with what is allowed', async (method) => {
      const answer = await ask(api, { method, path: path(), as });

      expect(answer).toMatchObject({ status: 405, headers: { allow: allowOf(methods) } });
      if (method === 'HEAD') expect(answer.bytes).toHaveLength(0);
      else expectProblem(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
    });

    test('OPTIONS tells them', async () => {
      const answer = await ask(api, { method: 'OPTIONS', path: path() });

      expect(answer).toMatchObject({ status: 204, headers: { allow: allowOf(methods) }, text: '' });
    });
  });

  const readable: [string, () => string, Ask['as']?][] = [
    ...PATHS.filter(([, , methods]) => methods.includes('GET')).map(
      ([name, path, , as]): [string, () => string, Ask['as']?] => [name, path, as],
    ),
    ['pick with tags', () => '/api/marketing/image-bank/pick?tags=one'],
    ['pick of nothing', () => '/api/marketing/image-bank/pick?tags=none'],
    ['pick as a redirect', () => '/api/marketing/image-bank/pick?tags=one&as=redirect'],
    ['pick as bytes', () => '/api/marketing/image-bank/pick?tags=one&as=bytes'],
    ['an unknown path', () => '/api/nope'],
    ['a partner link that is wrong', () => '/api/media-desk/nope/bank'],
    ['the bank to a stranger', () => '/api/admin/image-bank'],
  ];
  test.each(readable)('HEAD on %s has the head of GET and no body', async (_, path, as) => {
    const headers = { 'x-request-id': 'same' };
    const get = await ask(api, { path: path(), as, headers });
    const head = await ask(api, { method: 'HEAD', path: path(), as, headers });

    expect(head.bytes).toHaveLength(0);
    expect(head.status).toBe(get.status);
    // Both answers are made anew: what tells the time may differ, in value and so in length.
    const { date: _date, 'content-length': length, ...rest } = head.headers;
    const { date: _other, 'content-length': expected, ...same } = get.headers;
    // HEAD takes no turn, so it begins no rotation, and there is no limit to tell of.
    delete same.ratelimit;
    delete same['ratelimit-policy'];
    expect(rest).toEqual(same);
    expect(length !== undefined).toBe(expected !== undefined);
  });

  test('HEAD on a pick takes no turn', async () => {
    for (let n = 0; n < 3; n++) await upload(api, { tags: ['turns'] });
    const path = '/api/marketing/image-bank/pick?tags=turns';

    const next = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const head = await ask(api, { method: 'HEAD', path: `${path}&as=redirect` });
      const get = await ask(api, { path: `${path}&as=redirect` });
      expect(head.headers.location).toBe(get.headers.location);
      next.add(get.headers.location!);
    }
    expect(next.size).toBe(3);
  });
});

describe('addresses', () => {
  test.each([
    ['an unknown path', '/api/nope'],
    ['nothing below /api', '/api'],
    ['a slash at the end of an unknown path', '/api/nope/'],
    ['a double slash at the end of a path with a parameter', '/api/media-desk//bank/'],
    ['other case', '/API/Health/Architecture'],
    ['a double slash', '/api//health/architecture'],
    ['dots', '/api/legal/../health/architecture'],
    ['dots in percent-encoding', '/api/legal/%2e%2e/health/architecture'],
    ['an encoded slash', '/api%2fhealth%2farchitecture'],
    ['a path parameter', '/api/health/architecture;v=1'],
    ['NUL', '/api/health/architecture%00'],
    ['a bad escape in a fixed path', '/api/health/%zz'],
    ['a file of ours', '/..%2f..%2fpackage.json'],
    ['a dot file', '/.env'],
    ['a picture in a folder above', '/media/..%2f..%2fetc/passwd'],
    ['NUL in a picture', '/media/ast_00000000000000000000000000/original.png%00'],
    ['a picture of no kind', '/media/ast_00000000000000000000000000/original.svg'],
    ['a seal that is none', '/v/nope'],
    ['a partner without a list', '/api/media-desk//bank'],
  ])('%s is not found', async (_, path) => {
    expectProblem(await ask(api, { path }), { status: 404, code: 'NOT_FOUND' });
  });

  test('with a slash at the end lead to the documented path, whatever the method', async () => {
    for (const [method, path] of [
      ['GET', '/api/health/architecture'],
      ['POST', '/api/legal/provenance-seal'],
      ['GET', '/api/media-desk/abc/bank'],
    ]) {
      const answer = await ask(api, { method, path: `${path}/?limit=2` });

      expect(answer).toMatchObject({
        status: 308,
        headers: { location: `../${path!.split('/').at(-1)}?limit=2`, 'cache-control': 'no-store' },
      });
    }
  });

  test.each([
    ['a partner link', '/api/media-desk/%E0%A4%A/bank'],
    ['a picture', '/media/%ff/original.png'],
    ['a seal', '/v/%c0%ae'],
  ])('%s that cannot be decoded is a bad request', async (_, path) => {
    expectProblem(await ask(api, { path }), { status: 400, code: 'BAD_REQUEST' });
  });

  test('a type that is not served gets JSON all the same', async () => {
    const { status, json } = await ask(api, {
      path: '/api/health/architecture',
      headers: { accept: 'application/xml' },
    });

    expect(status).toBe(200);
    expect(json.ok).toBe(true);
  });

  test('an error is a page of the same status for a browser, and a problem for everybody else', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

    for (const path of ['/api/nope', '/v/nope', '/media/nope/nope', '/api/admin/image-bank']) {
      const answer = await ask(api, { path });
      expectProblem(answer, { status: answer.status, code: answer.json.code });
      const page = await ask(api, { path, headers });
      expect([page.status, page.headers['content-type']]).toEqual([answer.status, 'text/html; charset=utf-8']);
    }
  });
});

describe('raw requests', () => {
  test.each([
    [
      'POST without a body or a length',
      `POST /api/legal/provenance-seal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['HTTP/1.0', 'GET /livez HTTP/1.0\r\n\r\n', 200],
    ['an unknown method', 'FROB /livez HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/legal/provenance-seal HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/legal/provenance-seal HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a bad chunk',
      'POST /api/legal/provenance-seal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00', 400],
    ['an address of 20 kB', `GET /livez?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a header of 20 kB', `GET /livez HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_, text, status) => {
    const answer = await raw(text);

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).not.toMatch(/<html|\n\s+at /i);
    expect((await api.fetch('/livez')).status).toBe(200);
  });
});

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    let answer = '';
    socket.setTimeout(5_000, () => socket.destroy(new Error(`No end of the answer: ${answer}`)));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('error', (error) => (answer ? resolve(answer) : reject(error)));
    socket.write(text, 'latin1');
  });
}

describe('request ids', () => {
  test("a caller's own plain id is kept, in the header and in the problem", async () => {
    const answer = await ask(api, { path: '/api/nope', headers: { 'x-request-id': 'order-7:retry.1' } });

    expectProblem(answer, { status: 404, code: 'NOT_FOUND' });
    expect(answer.json.requestId).toBe('order-7:retry.1');
  });

  test.each(['{"level":60}', 'a b', 'a'.repeat(129), '\u001b[31m', '<b>'])('the id %j is replaced', async (given) => {
    const answer = await ask(api, {
      path: '/api/nope',
      headers: { 'x-request-id': Buffer.from(given).toString('latin1') },
    }).catch(
      () => null, // node itself refuses to send control characters
    );

    if (answer) expect(answer.json.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a page of another origin', () => {
  const preflight = (origin: string, path = '/api/marketing/image-bank/pick') =>
    ask(api, {
      method: 'OPTIONS',
      path,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  test('may call when its origin is listed, and may read the headers that matter', async () => {
    const asked = await preflight('https://front.example');
    const answer = await ask(api, {
      path: '/api/marketing/image-bank/pick?tags=one',
      headers: { origin: 'https://front.example' },
    });

    expect(asked).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://front.example',
        'access-control-allow-headers': 'authorization,content-type,idempotency-key',
        'access-control-max-age': '600',
        allow: 'GET, HEAD, OPTIONS',
      },
    });
    expect(answer.headers['access-control-allow-origin']).toBe('https://front.example');
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(',');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'etag',
        'idempotency-replayed',
        'link',
        'location',
        'preference-applied',
        'retry-after',
        'x-imprimatur-run-id',
        'x-imprimatur-cost-usd',
        'x-imprimatur-warnings',
        'x-ratelimit-remaining-requests',
        'x-request-id',
        'x-should-retry',
      ]),
    );
    expect(answer.headers.vary).toMatch(/origin/i);
  });

  test('may read an error, too', async () => {
    const answer = await ask(api, { path: '/api/admin/image-bank', headers: { origin: 'https://other.example' } });

    expectProblem(answer, { status: 401, code: 'UNAUTHENTICATED' });
    expect(answer.headers['access-control-allow-origin']).toBe('https://other.example');
  });

  test.each(['https://evil.example', 'https://front.example.evil.example', 'null', 'http://front.example'])(
    'gets no leave when it is %s',
    async (origin) => {
      const asked = await preflight(origin);
      const answer = await ask(api, { path: '/api/marketing/image-bank/pick?tags=one', headers: { origin } });

      expect(asked).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
      expect(asked.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  test('gets no leave anywhere when none is listed', async () => {
    const closed = await startApi();

    const { headers } = await ask(closed, { path: '/livez', headers: { origin: 'https://front.example' } });
    const asked = await ask(closed, {
      method: 'OPTIONS',
      path: '/livez',
      headers: { origin: 'https://front.example' },
    });

    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(asked).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });
});

test('every answer says how it may be used', async () => {
  for (const path of ['/api/health/architecture', '/api/nope', media, seal, '/openapi.json']) {
    const { headers } = await ask(api, { path });

    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.any(String),
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
  }
});

test('a caller who leaves in the middle harms nobody', async () => {
  await Promise.all(
    Array.from({ length: 30 }, () => {
      return new Promise<void>((resolve) => {
        const sent = request(api.url, {
          method: 'POST',
          path: '/api/legal/provenance-seal',
          headers: { ...JSON_TYPE, 'content-length': '5000' },
        });
        sent.on('error', () => {}).on('close', resolve);
        sent.write('{"artifact_text":"');
        setTimeout(() => sent.destroy(), 20);
      });
    }),
  );

  expect((await api.fetch('/livez')).status).toBe(200);
});

test('curl with Expect: 100-continue is told before it sends', async () => {
  const curl = await promisify(execFile)('curl', [
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
    '-H',
    'Expect: 100-continue',
    '-H',
    'Content-Type: application/json',
    '-d',
    `{"prompt":"${'a'.repeat(5_000)}"}`,
    `${api.url}/api/integrations/cinema/render`,
  ]).catch(() => null);

  if (curl) expect(curl.stdout).toBe('401');
});
