import { describe, expect } from 'vitest';
import { BANK, type Case, pointsAt, refusals, SEAL, says } from './refusals.ts';
import { type Ask, FILE_HEAD, fieldHead, multipart, post } from './support.ts';

const { pixel, refused } = await refusals();

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
