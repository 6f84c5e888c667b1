import { describe, expect } from 'vitest';
import { BANK, type Case, PICK, pointsAt, RENDER, refusals, SEAL, says } from './refusals.ts';
import { type Ask, post } from './support.ts';

const { desk, refused } = await refusals();

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
