import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';

let api: Api;
const FIRST_KEY = 'a'.repeat(64);
const SECOND_KEY = 'b'.repeat(64);
/** The place of each in the log is its name below. */
const SEALS: [subject: string, status: string, keyId: string, sealedAt: string, isPrivate: boolean][] = [
  ['TEXT', 'SEALED', FIRST_KEY, '2026-01-01Z', false],
  ['ASSET', 'SUPERSEDED', FIRST_KEY, '2026-01-02Z', false],
  ['TEXT', 'SEALED', FIRST_KEY, '2026-01-03Z', true],
  ['OUTPUT', 'REVOKED', SECOND_KEY, '2026-01-04Z', false],
  ['TEXT', 'PENDING_TIMESTAMP', SECOND_KEY, '2026-01-05Z', false],
];

beforeAll(async () => {
  api = await startApi({ works: false });
  for (const [place, [subject, status, keyId, sealedAt, isPrivate]] of SEALS.entries()) {
    await api.database.query(
      `insert into seal (id, subject, status, is_private, sha256, byte_length, media_type, statement, signature, key_id, log, log_index, sealed_at)
       values ($1, $2, $3, $4, $5, 1, 'text/plain', '{}', '', $6, 9, $7, $8)`,
      [newId('seal'), subject, status, isPrivate, 'c'.repeat(64), keyId, place, sealedAt],
    );
  }
});
afterAll(() => api.stop());

async function places(args: string, as: Credential = 'operator'): Promise<number[]> {
  const { data, errors } = await api.graphql(`{ seals${args && `(${args})`} { nodes { logIndex } } }`, { as });
  expect(errors).toBeUndefined();
  return data.seals.nodes.map(({ logIndex }: { logIndex: number }) => logIndex);
}

describe('all seals', () => {
  test.each([
    ['', [4, 3, 2, 1, 0]],
    ['orderBy: { field: SEALED_AT, direction: ASC }', [0, 1, 2, 3, 4]],
    ['filter: { subject: TEXT }', [4, 2, 0]],
    ['filter: { subject: [ASSET, OUTPUT] }', [3, 1]],
    ['filter: { status: REVOKED }', [3]],
    ['filter: { status: [SEALED, PENDING_TIMESTAMP] }', [4, 2, 0]],
    [`filter: { keyId: "${FIRST_KEY.toUpperCase()}" }`, [2, 1, 0]],
    [`filter: { keyId: ["${FIRST_KEY}", "${SECOND_KEY}"], subject: TEXT }`, [4, 2, 0]],
    ['filter: { sealedAfter: "2026-01-02T00:00:00Z", sealedBefore: "2026-01-04T00:00:00Z" }', [2, 1]],
    [`filter: { keyId: "${'d'.repeat(64)}" }`, []],
    [`filter: { sha256: "${'c'.repeat(64)}", subject: TEXT }`, [4, 2, 0]],
    [`filter: { sha256: "${'d'.repeat(64)}" }`, []],
    ['last: 2', [1, 0]],
  ])('(%s)', async (args, expected) => {
    expect(await places(args)).toEqual(expected);
  });

  test('show of a private one what anybody is shown who has its id', async () => {
    const fields = '__typename id sha256 isPrivate submitter disclaimer { id } statusHistory { reason }';
    const { data } = await api.graphql(`{ seals(last: 3, first: null) { nodes { ${fields} } } }`, { as: 'operator' });
    const hidden = data.seals.nodes.find((seal: { isPrivate: boolean }) => seal.isPrivate);

    const { data: alone } = await api.graphql(`{ seal(id: "${hidden.id}") { ${fields} } }`);

    expect(alone.seal).toEqual(hidden);
  });

  test.each([
    ['an integration', 'integration', 'FORBIDDEN'],
    ['a stranger', undefined, 'UNAUTHENTICATED'],
  ] as const)('are not gone through by %s', async (_name, as, code) => {
    const { errors } = await api.graphql('{ seals { totalCount } }', { as });

    expect(errors?.[0]?.extensions.code).toBe(code);
  });

  test.each([
    ['filter: { sealedAfter: "2026-01-02T00:00:00Z", sealedBefore: "2026-01-02T00:00:00Z" }', '/filter/sealedBefore'],
    [`after: "${newId('render')}"`, '/after'],
  ])('are not asked for by what cannot be: %s', async (args, pointer) => {
    const { errors } = await api.graphql(`{ seals(${args}) { totalCount } }`, { as: 'operator' });

    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ pointer }] });
  });
});

test('a picture, its render and its seal lead to each other', async () => {
  const working = await startApi();
  const { asset, render } = await working.render();
  const read = () =>
    working.graphql(
      `{ renders(filter: { hasAsset: true }) { nodes { id seal { id asset { render { id } } } asset { id render { id } seal { id } } } } }`,
      { as: 'operator' },
    );

  const { data, errors } = await read();

  expect(errors).toBeUndefined();
  const [found] = data.renders.nodes;
  expect(found.asset).toMatchObject({ id: asset.id, render: { id: render.id } });
  expect(found.seal.id).toBe(found.asset.seal.id);
  expect(found.seal.asset.render.id).toBe(render.id);
  // Who sees no renders but its own is not told whose drew a picture.
  const { data: own } = await working.graphql(`{ asset(id: "${asset.id}") { id render { id } } }`, {
    as: 'integration',
  });
  expect(own.asset).toEqual({ id: asset.id, render: null });
  await working.stop();
});
