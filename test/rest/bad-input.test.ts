import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, type Api, INBOUND_SECRET, startApi } from '../support/api.ts';
import {
  type Answer,
  type Ask,
  ask,
  expectProblem,
  FILE_HEAD,
  fieldHead,
  JSON_TYPE,
  multipart,
  picture,
  post,
  settled,
  stored,
} from './support.ts';

const RENDER = '/api/integrations/cinema/render';
const SEAL = '/api/legal/provenance-seal';
const BANK = '/api/admin/image-bank';
const PICK = '/api/marketing/image-bank/pick';

let api: Api;
let before: Record<string, unknown>;
let desk: string;
let partnerToken: string;
let pixel: string;

beforeAll(async () => {
  api = await startApi();
  await api.render({ tags: ['known'] });
  const { data } = await api.graphql(
    `mutation { issuePartnerToken(input: { partnerName: "Agency" }) { ... on IssuedPartnerToken { secret } } }`,
    { as: 'operator' },
  );
  partnerToken = data.issuePartnerToken.secret;
  desk = `/api/media-desk/${partnerToken}/bank`;
  // The first use is written down; a second one within the minute is not.
  await api.json(desk);
  pixel = (await picture(7)).toString('base64');
  await settled(api);
  before = await stored(api);
});

afterAll(() => api.stop());

type Case = [name: string, ask: () => Ask, status: number, code: string, also?: (answer: Answer) => void];

/** One test for each row. That none of them stored anything is the last test of the file. */
function refused(cases: Case[]): void {
  test.each(cases)('%s', async (_, make, status, code, also) => {
    const answer = await ask(api, make());

    expectProblem(answer, { status, code });
    also?.(answer);
  });
}

const pointsAt =
  (...pointers: string[]) =>
  ({ json }: Answer) =>
    expect(json.errors?.map((issue: { pointer: string }) => issue.pointer)).toEqual(pointers);
const says =
  (pattern: RegExp) =>
  ({ json }: Answer) =>
    expect(json.detail).toMatch(pattern);

describe('credentials', () => {
  const paths: [string, (rest: Partial<Ask>) => Ask][] = [
    ['POST render', (rest) => post(RENDER, { prompt: 'sea' }, rest)],
    ['GET render', (rest) => ({ path: `${RENDER}/rnd_00000000000000000000000000`, ...rest })],
    ['GET bank', (rest) => ({ path: BANK, ...rest })],
    ['POST bank', (rest) => post(BANK, { imageBase64: pixel }, rest)],
  ];
  const credentials: [string, Record<string, string>][] = [
    ['none', {}],
    ['an empty header', { authorization: '' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['a bare bearer', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${Buffer.from(`admin:${ADMIN_TOKEN}`).toString('base64')}` }],
    ['the secret without a scheme', { authorization: INBOUND_SECRET }],
    ['a wrong secret', { authorization: 'Bearer wrong-wrong-wrong-wrong' }],
    ['a part of the secret', { authorization: `Bearer ${INBOUND_SECRET.slice(0, -1)}` }],
    ['the secret and more', { authorization: `Bearer ${INBOUND_SECRET}x` }],
    ['the secret in other case', { authorization: `Bearer ${INBOUND_SECRET.toUpperCase()}` }],
    ['two secrets', { authorization: `Bearer ${INBOUND_SECRET}, Bearer ${ADMIN_TOKEN}` }],
    ['SQL', { authorization: "Bearer '/**/OR/**/1=1--" }],
    ['SQL with blanks', { authorization: "Bearer ' OR 1=1; drop table asset; --" }],
    ['something very long', { authorization: `Bearer ${'x'.repeat(8_000)}` }],
    ['a key in another header', { 'x-api-key': ADMIN_TOKEN }],
    ['a forged proxy header', { 'x-forwarded-user': 'admin', 'x-user-id': 'admin', 'x-forwarded-for': '127.0.0.1' }],
  ];
  refused(
    paths.flatMap(([path, make]) =>
      credentials.map(
        ([name, headers]): Case => [
          `${path}: ${name}`,
          () => make({ headers }),
          401,
          'UNAUTHENTICATED',
          (answer) => expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/),
        ],
      ),
    ),
  );

  describe('come before everything else', () => {
    refused([
      ['a body that is no JSON', () => post(RENDER, '{'), 401, 'UNAUTHENTICATED'],
      [
        'a body of another type',
        () => post(RENDER, 'x', { headers: { 'content-type': 'text/xml' } }),
        401,
        'UNAUTHENTICATED',
      ],
      ['a body with unknown fields', () => post(BANK, { nope: 1 }), 401, 'UNAUTHENTICATED'],
      ['a body that is too large', () => post(BANK, `"${'x'.repeat(29_000_000)}"`), 401, 'UNAUTHENTICATED'],
      [
        'an upload that is malformed',
        () => ({ method: 'POST', path: BANK, ...multipart([], '') }),
        401,
        'UNAUTHENTICATED',
      ],
      ['a query that is wrong', () => ({ path: `${BANK}?limit=0` }), 401, 'UNAUTHENTICATED'],
    ]);
  });

  describe('of the wrong kind', () => {
    refused([
      ['an integration lists the bank', () => ({ path: BANK, as: 'integration' }), 403, 'FORBIDDEN'],
      ['an integration uploads', () => post(BANK, { imageBase64: pixel }, { as: 'integration' }), 403, 'FORBIDDEN'],
      [
        'an integration uploads what is no JSON',
        () => post(BANK, '{', { as: 'integration' }),
        403,
        'FORBIDDEN',
        says(/operator/),
      ],
      ['a partner lists the bank', () => ({ path: BANK, as: { bearer: partnerToken } }), 403, 'FORBIDDEN'],
      [
        'a partner uploads',
        () => post(BANK, { imageBase64: pixel }, { as: { bearer: partnerToken } }),
        403,
        'FORBIDDEN',
      ],
      ['a partner renders', () => post(RENDER, { prompt: 'sea' }, { as: { bearer: partnerToken } }), 403, 'FORBIDDEN'],
      [
        'an operator token as a partner link',
        () => ({ path: `/api/media-desk/${ADMIN_TOKEN}/bank` }),
        404,
        'NOT_FOUND',
      ],
      [
        'the inbound secret as a partner link',
        () => ({ path: `/api/media-desk/${INBOUND_SECRET}/bank` }),
        404,
        'NOT_FOUND',
      ],
      ['SQL as a partner link', () => ({ path: "/api/media-desk/'%20OR%201=1--/bank" }), 404, 'NOT_FOUND'],
      ['NUL as a partner link', () => ({ path: '/api/media-desk/%00/bank' }), 404, 'NOT_FOUND'],
    ]);
  });
});

describe.each([
  ['render', RENDER, 'integration' as const, 100_000],
  ['seal', SEAL, undefined, 6_500_000],
  ['upload', BANK, 'operator' as const, 28_000_000],
])('the body of a %s', (_, path, as, maxBytes) => {
  const typed = (type: string, body: string | Uint8Array = '{}'): Ask =>
    post(path, body, { as, headers: { 'content-type': type } });
  const namesJson = (answer: Answer) => expect(answer.headers.accept).toMatch(/^application\/json/);
  const padding = JSON.stringify('x'.repeat(maxBytes));
  refused([
    ['empty', () => post(path, '', { as }), 400, 'BAD_REQUEST', says(/empty/)],
    ['not there at all', () => ({ method: 'POST', path, as, headers: JSON_TYPE }), 400, 'BAD_REQUEST', says(/empty/)],
    ['null', () => post(path, 'null', { as }), 400, 'BAD_USER_INPUT', says(/object/)],
    ['a number', () => post(path, '3', { as }), 400, 'BAD_USER_INPUT', says(/object/)],
    ['a text', () => post(path, '"text"', { as }), 400, 'BAD_USER_INPUT', says(/object/)],
    ['a list', () => post(path, '[]', { as }), 400, 'BAD_USER_INPUT', says(/object/)],
    [
      'an object without anything',
      () => post(path, '{}', { as }),
      as === 'operator' ? 422 : 400,
      as === 'operator' ? 'INPUT_INVALID' : 'BAD_USER_INPUT',
    ],
    ['broken JSON', () => post(path, '{"prompt":', { as }), 400, 'BAD_REQUEST', says(/not valid JSON/)],
    ['JSON and more', () => post(path, '{} {}', { as }), 400, 'BAD_REQUEST'],
    ['JavaScript', () => post(path, "{prompt: 'sea'}", { as }), 400, 'BAD_REQUEST'],
    ['NaN', () => post(path, '{"seed":NaN}', { as }), 400, 'BAD_REQUEST'],
    [
      'bytes that are no UTF-8',
      () => post(path, Buffer.from('{"prompt":"\xff\xfe"}', 'latin1'), { as }),
      400,
      'BAD_REQUEST',
      says(/UTF-8/),
    ],
    [
      'an overlong encoding',
      () => post(path, Buffer.from('{"prompt":"\xc0\xaf"}', 'latin1'), { as }),
      400,
      'BAD_REQUEST',
    ],
    [
      'a surrogate in UTF-8',
      () => post(path, Buffer.from('{"prompt":"\xed\xa0\x80"}', 'latin1'), { as }),
      400,
      'BAD_REQUEST',
    ],
    ['plain text', () => typed('text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE', namesJson],
    [
      'a form',
      () => typed('application/x-www-form-urlencoded', 'prompt=sea'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      namesJson,
    ],
    ['XML', () => typed('application/xml', '<a/>'), 415, 'UNSUPPORTED_MEDIA_TYPE', namesJson],
    ['a type that is nonsense', () => typed(';;;'), 415, 'UNSUPPORTED_MEDIA_TYPE', namesJson],
    [
      'no type',
      () => ({ method: 'POST', path, as, body: '{"prompt":"sea"}' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      namesJson,
    ],
    [
      'UTF-16',
      () => typed('application/json; charset=utf-16', Buffer.from('{}', 'utf16le')),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      says(/UTF-8/),
    ],
    [
      'UTF-16 in other case',
      () => typed('application/json; charset="UTF-16LE"', Buffer.from('{}', 'utf16le')),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['UTF-7', () => typed('application/json; charset=utf-7'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['UTF-32', () => typed('application/json; charset=utf-32'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['Latin-1', () => typed('application/json; charset=iso-8859-1'), 415, 'UNSUPPORTED_MEDIA_TYPE', says(/UTF-8/)],
    ['a charset nobody knows', () => typed('application/json; charset=klingon'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'an encoding nobody knows',
      () => post(path, '{}', { as, headers: { 'content-encoding': 'zip' } }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'called gzip without being it',
      () => post(path, '{}', { as, headers: { 'content-encoding': 'gzip' } }),
      400,
      'BAD_REQUEST',
    ],
    ['too large', () => post(path, padding, { as }), 413, 'PAYLOAD_TOO_LARGE'],
    [
      'too large once it is unpacked',
      () => post(path, gzipSync(padding), { as, headers: { 'content-encoding': 'gzip' } }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['an unknown field', () => post(path, { prompt: 'sea', nope: 1 }, { as }), 400, 'BAD_USER_INPUT', says(/nope/)],
    [
      'fields of the row',
      () => post(path, { id: 'ast_1', status: 'LIVE', requestedBy: 'x' }, { as }),
      400,
      'BAD_USER_INPUT',
    ],
    [
      '__proto__',
      () => post(path, '{"prompt":"sea","artifact_text":"a","disclaimer_ack":true,"__proto__":{"x":1}}', { as }),
      400,
      'BAD_USER_INPUT',
    ],
    ['constructor', () => post(path, '{"prompt":"sea","constructor":{"x":1}}', { as }), 400, 'BAD_USER_INPUT'],
    [
      'deep lists',
      () => post(path, `{"tags":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, { as }),
      400,
      'BAD_USER_INPUT',
      says(/nested deeper/),
    ],
    [
      'deep objects',
      () => post(path, `{"tags":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`, { as }),
      400,
      'BAD_USER_INPUT',
    ],
    ['deep objects that do not end', () => post(path, '{"a":'.repeat(15_000), { as }), 400, 'BAD_REQUEST'],
    ['NUL in a name', () => post(path, '{"a\\u0000b":1}', { as }), 400, 'BAD_USER_INPUT'],
    ['half a surrogate pair in a name', () => post(path, '{"a\\ud800b":1}', { as }), 400, 'BAD_USER_INPUT'],
  ]);

  test('what is cut off before its announced length leaves nothing', async () => {
    const cut = ask(api, post(path, '{"prompt":', { as, headers: { 'content-length': '5000' } }));

    await Promise.race([cut.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 150))]);
  });
});

describe('a render', () => {
  const brief = (fields: object, headers?: Record<string, string>): Ask =>
    post(RENDER, { prompt: 'sea', ...fields }, { as: 'integration', headers });
  const raw = (json: string): Ask => post(RENDER, json, { as: 'integration' });
  const bad = [400, 'BAD_USER_INPUT'] as const;
  const invalid = [422, 'INPUT_INVALID'] as const;
  refused([
    ['no prompt', () => raw('{"title":"x"}'), ...bad, pointsAt('/prompt')],
    ['a prompt that is null', () => brief({ prompt: null }), ...bad, pointsAt('/prompt')],
    ['a prompt that is a number', () => brief({ prompt: 5 }), ...bad, pointsAt('/prompt')],
    ['a prompt that is an operator', () => brief({ prompt: { $ne: null } }), ...bad, pointsAt('/prompt')],
    [
      'several fields of the wrong type',
      () => brief({ title: 1, saveToBank: 'yes', tags: 'a,b' }),
      ...bad,
      pointsAt('/title', '/saveToBank', '/tags'),
    ],
    ['a tag that is a number', () => brief({ tags: ['ok', 5] }), ...bad, pointsAt('/tags/1')],
    ['a tag that is null', () => brief({ tags: [null] }), ...bad, pointsAt('/tags/0')],
    ['a width that is a text', () => brief({ width: '512' }), ...bad, pointsAt('/width')],
    ['a width with a fraction', () => brief({ width: 512.5 }), ...bad, pointsAt('/width')],
    ['a width beyond 32 bits', () => brief({ width: 3_000_000_000 }), ...bad, pointsAt('/width')],
    ['a seed without end', () => raw('{"prompt":"sea","seed":1e400}'), ...bad, pointsAt('/seed')],
    [
      'a seed no number holds exactly',
      () => raw('{"prompt":"sea","seed":12345678901234567890}'),
      ...bad,
      pointsAt('/seed'),
    ],
    ['an empty prompt', () => brief({ prompt: '' }), ...invalid, pointsAt('/prompt')],
    ['a blank prompt', () => brief({ prompt: ' \n\t\u00a0' }), ...invalid, pointsAt('/prompt')],
    ['the last of two prompts', () => raw('{"prompt":"sea","prompt":""}'), ...invalid, pointsAt('/prompt')],
    ['a prompt that is too long', () => brief({ prompt: 'a'.repeat(2_001) }), ...invalid, pointsAt('/prompt')],
    [
      'another kind',
      () => brief({ kind: 'video' }),
      ...invalid,
      (answer) => {
        pointsAt('/kind')(answer);
        says(/one of: image/)(answer);
      },
    ],
    ['an empty kind', () => brief({ kind: '' }), ...invalid, pointsAt('/kind')],
    ['a title that is too long', () => brief({ title: 'a'.repeat(201) }), ...invalid, pointsAt('/title')],
    ['a source that is too long', () => brief({ source: 'a'.repeat(201) }), ...invalid, pointsAt('/source')],
    [
      'too many tags',
      () => brief({ tags: Array.from({ length: 33 }, (_, n) => `t${n}`) }),
      ...invalid,
      pointsAt('/tags'),
    ],
    ['an empty tag', () => brief({ tags: ['a', ' '] }), ...invalid, pointsAt('/tags/1')],
    ['a tag that is too long', () => brief({ tags: ['a'.repeat(65)] }), ...invalid, pointsAt('/tags/0')],
    ['a tag with a comma', () => brief({ tags: ['a,b'] }), ...invalid, pointsAt('/tags/0')],
    ['a tag that turns the reading direction', () => brief({ tags: ['a\u202eb'] }), ...invalid, pointsAt('/tags/0')],
    ['a picture that is too narrow', () => brief({ width: 255 }), ...invalid, pointsAt('/width')],
    ['a picture that is too wide', () => brief({ width: 2_049 }), ...invalid, pointsAt('/width')],
    ['no height at all', () => brief({ height: 0 }), ...invalid, pointsAt('/height')],
    ['less than no height', () => brief({ height: -512 }), ...invalid, pointsAt('/height')],
    ['a negative seed', () => brief({ seed: -1 }), ...invalid, pointsAt('/seed')],
    [
      'several values that are not allowed',
      () => brief({ prompt: '', kind: 'video', width: 1 }),
      ...invalid,
      pointsAt('/prompt', '/kind', '/width'),
    ],
    ['an empty idempotency key', () => brief({}, { 'idempotency-key': '' }), 400, 'IDEMPOTENCY_KEY_INVALID'],
    ['a quoted empty idempotency key', () => brief({}, { 'idempotency-key': '""' }), 400, 'IDEMPOTENCY_KEY_INVALID'],
    [
      'an idempotency key that is too long',
      () => brief({}, { 'idempotency-key': 'k'.repeat(256) }),
      400,
      'IDEMPOTENCY_KEY_INVALID',
    ],
    ['a preference that is garbage', () => brief({ prompt: '' }, { prefer: 'wait=;;"\u00ff,, wait' }), ...invalid],
    ['a provider host of the caller', () => brief({ api_base: 'http://127.0.0.1:1' }), ...bad, says(/api_base/)],
    ['an id that is none', () => ({ path: `${RENDER}/nope`, as: 'integration' }), 404, 'NOT_FOUND'],
    [
      'an id that nothing has',
      () => ({ path: `${RENDER}/rnd_00000000000000000000000000`, as: 'operator' }),
      404,
      'NOT_FOUND',
    ],
    ['an id with NUL', () => ({ path: `${RENDER}/a%00b`, as: 'integration' }), ...bad],
    ['an id that cannot be decoded', () => ({ path: `${RENDER}/%E0%A4`, as: 'integration' }), 400, 'BAD_REQUEST'],
    [
      'an id with a path in it',
      () => ({ path: `${RENDER}/..%2f..%2fetc%2fpasswd`, as: 'integration' }),
      404,
      'NOT_FOUND',
    ],
  ]);
});

describe('text that cannot be stored as it is', () => {
  const texts: [string, string][] = [
    ['NUL', 'a\\u0000b'],
    ['half a surrogate pair', 'a\\ud83db'],
    ['the other half', '\\udca9'],
    ['two halves the wrong way round', '\\udca9\\ud83d'],
  ];
  const places: [string, (text: string) => Ask, string][] = [
    ['a prompt', (text) => post(RENDER, `{"prompt":"${text}"}`, { as: 'integration' }), '/prompt'],
    ['a title', (text) => post(RENDER, `{"prompt":"sea","title":"${text}"}`, { as: 'integration' }), '/title'],
    ['a source', (text) => post(RENDER, `{"prompt":"sea","source":"${text}"}`, { as: 'integration' }), '/source'],
    ['a kind', (text) => post(RENDER, `{"prompt":"sea","kind":"${text}"}`, { as: 'integration' }), '/kind'],
    ['a tag', (text) => post(RENDER, `{"prompt":"sea","tags":["a","${text}"]}`, { as: 'integration' }), '/tags/1'],
    [
      'a nested tag',
      (text) => post(RENDER, `{"prompt":"sea","tags":[["a",{"b":"${text}"}]]}`, { as: 'integration' }),
      '/tags/0/1/b',
    ],
    ['a text to seal', (text) => post(SEAL, `{"artifact_text":"${text}","disclaimer_ack":true}`), '/artifact_text'],
    ['an acknowledgement', (text) => post(SEAL, `{"artifact_text":"a","disclaimer_ack":"${text}"}`), '/disclaimer_ack'],
    [
      'an uploaded title',
      (text) => post(BANK, `{"title":"${text}","imageBase64":"${pixel}"}`, { as: 'operator' }),
      '/title',
    ],
    [
      'an uploaded description',
      (text) => post(BANK, `{"alt":"${text}","imageBase64":"${pixel}"}`, { as: 'operator' }),
      '/alt',
    ],
    [
      'an uploaded tag',
      (text) => post(BANK, `{"tags":["${text}"],"imageBase64":"${pixel}"}`, { as: 'operator' }),
      '/tags/0',
    ],
    ['an address', (text) => post(BANK, `{"imageUrl":"https://${text}"}`, { as: 'operator' }), '/imageUrl'],
  ];
  refused(
    places.flatMap(([place, make, pointer]) =>
      texts.map(
        ([name, text]): Case => [`${name} in ${place}`, () => make(text), 400, 'BAD_USER_INPUT', pointsAt(pointer)],
      ),
    ),
  );

  describe('in a query', () => {
    const queries: [string, () => string, Ask['as']?][] = [
      ['tags of a pick', () => `${PICK}?tags=known,`],
      ['excluded tags of a pick', () => `${PICK}?tags=known&not=`],
      ['a campaign', () => `${PICK}?tags=known&campaign=`],
      ['a recipient', () => `${PICK}?tags=known&sticky=`],
      ['a search', () => `${BANK}?q=`, 'operator'],
      ['tags of the bank', () => `${BANK}?tags=`, 'operator'],
      ['a cursor', () => `${BANK}?cursor=`, 'operator'],
      ['tags of a partner', () => `${desk}?tags=`],
    ];
    refused(
      queries.flatMap(([place, path, as]): Case[] => [
        [`NUL in ${place}`, () => ({ path: `${path()}a%00b`, as }), 400, 'BAD_USER_INPUT'],
        [`bytes that are no UTF-8 in ${place}`, () => ({ path: `${path()}%ff%fe`, as }), 400, 'BAD_REQUEST'],
        [`half a surrogate pair in ${place}`, () => ({ path: `${path()}%ed%a0%80`, as }), 400, 'BAD_REQUEST'],
        [`a broken escape in ${place}`, () => ({ path: `${path()}%zz`, as }), 400, 'BAD_REQUEST'],
      ]),
    );
  });
});

describe('a seal', () => {
  const seal = (body: object): Ask => post(SEAL, body);
  const bad = [400, 'BAD_USER_INPUT'] as const;
  const invalid = [422, 'INPUT_INVALID'] as const;
  refused([
    ['no text', () => seal({ disclaimer_ack: true }), ...bad, pointsAt('/artifact_text')],
    [
      'a text that is null',
      () => seal({ artifact_text: null, disclaimer_ack: true }),
      ...bad,
      pointsAt('/artifact_text'),
    ],
    [
      'a text that is an object',
      () => seal({ artifact_text: {}, disclaimer_ack: true }),
      ...bad,
      pointsAt('/artifact_text'),
    ],
    ['an empty text', () => seal({ artifact_text: '', disclaimer_ack: true }), ...invalid, pointsAt('/artifact_text')],
    [
      'a text that is too large',
      () => seal({ artifact_text: 'a'.repeat(1_000_001), disclaimer_ack: true }),
      ...invalid,
      pointsAt('/artifact_text'),
    ],
    [
      'a text that is too large in bytes',
      () => seal({ artifact_text: 'é'.repeat(500_001), disclaimer_ack: true }),
      ...invalid,
      pointsAt('/artifact_text'),
    ],
    ...[undefined, false, null, 'true', 1, 'yes', {}, [true]].map(
      (disclaimer_ack): Case => [
        `an acknowledgement that is ${JSON.stringify(disclaimer_ack)}`,
        () => seal({ artifact_text: 'text', disclaimer_ack }),
        ...invalid,
        pointsAt('/disclaimer_ack'),
      ],
    ),
    [
      'both at once',
      () => seal({ artifact_text: '', disclaimer_ack: false }),
      ...invalid,
      pointsAt('/artifact_text', '/disclaimer_ack'),
    ],
    [
      'a digest of the caller',
      () => seal({ artifact_text: 'a', disclaimer_ack: true, sha256: 'a'.repeat(64) }),
      ...bad,
      says(/sha256/),
    ],
    ['a time of the caller', () => seal({ artifact_text: 'a', disclaimer_ack: true, sealedAt: '2020-01-01' }), ...bad],
  ]);
});

describe('a list', () => {
  const bad = [400, 'BAD_USER_INPUT'] as const;
  const lists: [string, () => Omit<Ask, 'path'> & { path: string }, number][] = [
    ['the bank', () => ({ path: BANK, as: 'operator' }), 100],
    ["a partner's list", () => ({ path: desk }), 50],
  ];
  refused(
    lists.flatMap(([name, list, max]): Case[] => {
      const withQuery = (query: string) => () => ({ ...list(), path: `${list().path}?${query}` });
      return [
        ...['0', '-1', String(max + 1), 'abc', '', '1.5', '1e1', '0x10', ' 5', '9'.repeat(30)].map(
          (limit): Case => [
            `${name}: limit=${limit}`,
            withQuery(`limit=${encodeURIComponent(limit)}`),
            ...bad,
            pointsAt('/limit'),
          ],
        ),
        [`${name}: two limits`, withQuery('limit=1&limit=2'), ...bad],
        ...['junk', 'seal_00000000000000000000000000', 'ast_', "ast_' or 1=1", '', 'a'.repeat(201)].map(
          (cursor): Case => [
            `${name}: cursor=${cursor.slice(0, 40)}`,
            withQuery(`cursor=${encodeURIComponent(cursor)}`),
            ...bad,
            pointsAt('/cursor'),
          ],
        ),
        [`${name}: an unknown parameter`, withQuery('sort=name;drop%20table%20asset'), ...bad, says(/sort/)],
        [`${name}: a parameter in brackets`, withQuery('tags[]=a'), ...bad],
        [`${name}: __proto__`, withQuery('__proto__=1'), ...bad],
      ];
    }),
  );
  refused([
    ['an unknown status', () => ({ path: `${BANK}?status=gone`, as: 'operator' }), ...bad, pointsAt('/status')],
    ['an unknown origin', () => ({ path: `${BANK}?origin=scan`, as: 'operator' }), ...bad, pointsAt('/origin')],
    [
      'a search that is too long',
      () => ({ path: `${BANK}?q=${'a'.repeat(201)}`, as: 'operator' }),
      ...bad,
      pointsAt('/q'),
    ],
  ]);
});

describe('a pick', () => {
  const bad = [400, 'BAD_USER_INPUT'] as const;
  const invalid = [422, 'INPUT_INVALID'] as const;
  const pick = (query: string) => (): Ask => ({ path: `${PICK}?${query}` });
  refused([
    ['no query', () => ({ path: PICK }), ...bad, pointsAt('/tags')],
    ['no tags', pick('match=any'), ...bad, pointsAt('/tags')],
    ['empty tags', pick('tags='), ...bad, pointsAt('/tags')],
    ['commas for tags', pick('tags=,%20,'), ...bad, pointsAt('/tags')],
    ['tags twice', pick('tags=a&tags=b'), ...bad, pointsAt('/tags')],
    ['an unknown match', pick('tags=known&match=some'), ...bad, pointsAt('/match')],
    ['an unknown mode', pick('tags=known&mode=oldest'), ...bad, pointsAt('/mode')],
    ['an unknown form', pick('tags=known&as=xml'), ...bad, pointsAt('/as')],
    ['an odd peek', pick('tags=known&peek=maybe'), ...bad, pointsAt('/peek')],
    ['an unknown parameter', pick('tags=known&callback=alert'), ...bad, says(/callback/)],
    ['17 tags', pick(`tags=${Array.from({ length: 17 }, (_, n) => `t${n}`)}`), ...invalid, pointsAt('/tags')],
    [
      '17 excluded tags',
      pick(`tags=known&not=${Array.from({ length: 17 }, (_, n) => `t${n}`)}`),
      ...invalid,
      pointsAt('/not'),
    ],
    ['a tag of 10 kB', pick(`tags=${'a'.repeat(10_000)}`), ...invalid, pointsAt('/tags/0')],
    ['a long campaign', pick(`tags=known&campaign=${'a'.repeat(201)}`), ...invalid, pointsAt('/campaign')],
    ['a long recipient', pick(`tags=known&sticky=${'a'.repeat(201)}`), ...invalid, pointsAt('/sticky')],
    [
      'tags nobody knows',
      pick('tags=nope,known&campaign=x'),
      404,
      'NO_MATCH',
      ({ json }) =>
        expect(json).toMatchObject({
          unknownTags: ['nope'],
          without: expect.arrayContaining([{ tag: 'nope', matches: 1 }]),
        }),
    ],
    ['wildcards', pick('tags=%25,_,\\'), 404, 'NO_MATCH'],
    ['what excludes itself', pick('tags=known&not=KNOWN&campaign=y'), 404, 'NO_MATCH'],
  ]);
});

describe('an upload', () => {
  const bad = [400, 'BAD_USER_INPUT'] as const;
  const invalid = [422, 'INPUT_INVALID'] as const;
  const send = (fields: object): Ask => post(BANK, fields, { as: 'operator' });
  const form = (parts: Parameters<typeof multipart>[0], end?: string): Ask => {
    const { headers, body } = multipart(parts, end);
    return { method: 'POST', path: BANK, as: 'operator', headers, body };
  };
  const file = () => ({ head: FILE_HEAD, body: Buffer.from(pixel, 'base64') });
  const field = (name: string, body: string | Uint8Array) => ({ head: fieldHead(name), body });
  const malformed = [400, 'BAD_REQUEST'] as const;

  refused([
    ['neither picture nor address', () => send({ title: 'x' }), ...invalid, pointsAt('/imageUrl')],
    [
      'both',
      () => send({ imageUrl: 'https://a.example/x.png', imageBase64: pixel }),
      ...invalid,
      pointsAt('/imageUrl'),
    ],
    ['text that is no base64', () => send({ imageBase64: '<not base64>' }), ...bad, pointsAt('/imageBase64')],
    ['empty base64', () => send({ imageBase64: '' }), ...bad, pointsAt('/imageBase64')],
    [
      'bytes as a list',
      () => send({ imageBase64: { type: 'Buffer', data: [1, 2] } }),
      ...bad,
      pointsAt('/imageBase64'),
    ],
    [
      'a megabyte that is no base64, without saying it all back',
      () => send({ imageBase64: '*'.repeat(1_000_000) }),
      ...bad,
      ({ bytes }) => expect(bytes.length).toBeLessThan(2_000),
    ],
    ['a parsed upload of the caller', () => send({ files: { file: { filepath: '/etc/passwd' } } }), ...bad],
    [
      'a title that is too long',
      () => send({ title: 'a'.repeat(201), imageBase64: pixel }),
      ...invalid,
      pointsAt('/title'),
    ],
    [
      'a description that is too long',
      () => send({ alt: 'a'.repeat(1_001), imageBase64: pixel }),
      ...invalid,
      pointsAt('/alt'),
    ],
    [
      'a source that is too long',
      () => send({ source: 'a'.repeat(1_001), imageBase64: pixel }),
      ...invalid,
      pointsAt('/source'),
    ],
    [
      'too many tags',
      () => send({ tags: Array.from({ length: 33 }, (_, n) => `t${n}`), imageBase64: pixel }),
      ...invalid,
      pointsAt('/tags'),
    ],
    ['an empty tag', () => send({ tags: [''], imageBase64: pixel }), ...invalid, pointsAt('/tags/0')],
    [
      'an address that is too long',
      () => send({ imageUrl: `https://a.example/${'a'.repeat(2_000)}` }),
      ...bad,
      pointsAt('/imageUrl'),
    ],
    ['a relative address', () => send({ imageUrl: '/etc/passwd' }), 422, 'URL_NOT_ALLOWED'],
    ['an empty address', () => send({ imageUrl: '' }), ...invalid, pointsAt('/imageUrl')],
    ...[
      'file:///etc/passwd',
      'ftp://a.example/x.png',
      'data:image/png;base64,AAAA',
      'gopher://a.example',
      'https://u:p@a.example/x',
    ].map((imageUrl): Case => [`the address ${imageUrl}`, () => send({ imageUrl }), 422, 'URL_NOT_ALLOWED']),
    ['a form without a file', () => form([field('title', 'x')]), ...invalid],
    ['a form with an unknown field', () => form([file(), field('role', 'ADMIN')]), ...bad, says(/role/)],
    ['a form with a field twice', () => form([file(), field('title', 'a'), field('title', 'b')]), ...malformed],
    ['a form with two files', () => form([file(), file()]), ...malformed],
    ['a form with __proto__', () => form([file(), field('__proto__', 'x')]), ...malformed],
    ['a form with a name of nothing', () => form([file(), field('', 'x')]), ...malformed],
    [
      'a form with 1,000 fields',
      () => form([file(), ...Array.from({ length: 1_000 }, (_, n) => field(`f${n}`, 'x'))]),
      ...malformed,
    ],
    [
      'a form with a field of 20 kB',
      () => form([file(), field('title', 'a'.repeat(20_000))]),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a form with a file of 21 MB',
      () => form([{ head: FILE_HEAD, body: Buffer.alloc(21_000_000) }]),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['a form with NUL', () => form([file(), field('title', 'a\0b')]), ...bad, pointsAt('/title')],
    [
      'a form with bytes that are no UTF-8',
      () => form([file(), field('title', Buffer.from([0x61, 0xff, 0xfe]))]),
      ...malformed,
    ],
    ['a form that ends within the file', () => form([file()], ''), ...malformed],
    ['a form that ends within a field', () => form([field('title', 'a')], ''), ...malformed],
    ['a form without any part', () => form([], ''), ...malformed],
    ['a form with a part that has no name', () => form([{ head: 'Content-Type: image/png', body: 'x' }]), ...invalid],
    [
      'a form with a flood of headers',
      () => form([{ head: Array.from({ length: 3_000 }, (_, n) => `X-${n}: y`).join('\r\n'), body: 'x' }]),
      ...malformed,
    ],
    ['a form with a broken header', () => form([{ head: 'no header at all', body: 'x' }]), ...malformed],
    [
      'a form without a boundary',
      () => ({ ...form([file()]), headers: { 'content-type': 'multipart/form-data' } }),
      ...malformed,
    ],
    [
      'a mixed multipart',
      () => ({ ...form([file()]), headers: { 'content-type': 'multipart/mixed; boundary=line' } }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      (answer) => expect(answer.headers.accept).toContain('multipart/form-data'),
    ],
    ['a form to a path that takes none', () => ({ ...form([file()]), path: SEAL }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ]);
});

test('nothing of all this was stored', async () => {
  await settled(api);

  expect(await stored(api)).toEqual(before);
});
