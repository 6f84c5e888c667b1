import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BANK, type Case, PICK, pointsAt, RENDER, refusals, SEAL, says } from './refusals.ts';
import { type Answer, type Ask, ask, JSON_TYPE, post } from './support.ts';

const { api, desk, pixel, refused } = await refusals();

describe.each([
  ['render', RENDER, 'integration' as const, 100_000],
  ['seal', SEAL, undefined, 3_100_000],
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
      says(/more than 64 levels/),
    ],
    [
      'deep objects',
      () => post(path, `{"tags":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`, { as }),
      400,
      'BAD_USER_INPUT',
    ],
    ['deep objects that do not end', () => post(path, '{"a":'.repeat(15_000), { as }), 400, 'BAD_USER_INPUT'],
    ['NUL in a name', () => post(path, '{"a\\u0000b":1}', { as }), 400, 'BAD_USER_INPUT'],
    ['half a surrogate pair in a name', () => post(path, '{"a\\ud800b":1}', { as }), 400, 'BAD_USER_INPUT'],
  ]);

  test('what is cut off before its announced length leaves nothing', async () => {
    const cut = ask(api, post(path, '{"prompt":', { as, headers: { 'content-length': '5000' } }));

    await Promise.race([cut.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 150))]);
  });
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
