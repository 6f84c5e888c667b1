import { describe, expect } from 'vitest';
import { ADMIN_TOKEN, INBOUND_SECRET } from '../support/api.ts';
import { BANK, type Case, RENDER, refusals, says } from './refusals.ts';
import { type Ask, multipart, post } from './support.ts';

const { partnerToken, pixel, refused } = await refusals();

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
