import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { hexDigest } from '../../src/seals/sha256.ts';
import { upload } from '../rest/support.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { download, sealFile, sealText } from '../support/seals.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const REVOKE = `mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) {
  __typename ... on RevokedSeal { seal { id status statusHistory { status reason logIndex } } } ... on Problem { code message } } }`;
const SUPERSEDE = `mutation ($in: SupersedeSealInput!) { supersedeSeal(input: $in) {
  __typename ... on SupersededSeal { seal { id status supersededBy { id } statusHistory { status reason } } }
  ... on Problem { code } } }`;
const ERASE = `mutation ($in: EraseSealInput!) { eraseSeal(input: $in) {
  __typename ... on ErasedSeal { sealId logIndex } ... on Problem { code } } }`;

/** The seal as it is after the change, or what else was answered. */
async function run(mutation: string, input: object, as?: Credential): Promise<Json> {
  const { data, errors } = await api.graphql(mutation, { variables: { in: input }, ...(as && { as }) });
  expect(errors).toBeUndefined();
  const [answer] = Object.values<Json>(data);
  return answer.seal ?? answer;
}

const rowsOf = async (table: string) =>
  (await api.database.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count;
const reason = 'The figures were wrong.';

async function verdictOf(sealId: string, text: string) {
  const { statuses } = (await api.json(`/v/${sealId}/statuses.json`)).body;
  return verifySeal({
    bundle: await sealFile(api, sealId, 'seal.sigstore.json'),
    trust: parseTrust(await download(api, '/.well-known/imprimatur/trust.json')),
    artifact: Buffer.from(text, 'utf8'),
    statuses: statuses.map((status: object) => JSON.stringify(status)),
  });
}

describe('a seal that is revoked', () => {
  test('by its owner says so, with the reason, in a statement of its own in the log', async () => {
    const { seal, ownerToken } = await sealText(api, 'to be revoked');

    const revoked = await run(REVOKE, { sealId: seal.id, reason, ownerToken });

    expect(revoked).toMatchObject({
      status: 'REVOKED',
      statusHistory: [{ status: 'REVOKED', reason, logIndex: seal.logIndex + 1 }],
    });
    expect((await api.json(`/v/${seal.id}`)).body.seal.status).toBe('REVOKED');
    expect(await verdictOf(seal.id, 'to be revoked')).toMatchObject({
      result: 'REVOKED',
      checks: expect.arrayContaining([expect.objectContaining({ name: 'signature', status: 'passed' })]),
    });
  });

  test('by many at once is revoked once', async () => {
    const { seal, ownerToken } = await sealText(api, 'revoked by many');
    const before = await rowsOf('log_entry');

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => run(REVOKE, { sealId: seal.id, reason, ownerToken })),
    );

    expect(answers.every(({ status }) => status === 'REVOKED')).toBe(true);
    expect(await rowsOf('log_entry')).toBe(before + 1);
  });

  test.each([
    ['nobody', () => ({}), undefined, { __typename: 'Forbidden', code: 'FORBIDDEN' }],
    [
      'somebody with a token that is none',
      () => ({ ownerToken: 'secret' }),
      undefined,
      { __typename: 'Forbidden', code: 'FORBIDDEN' },
    ],
    [
      'the owner of another seal',
      (other: Json) => ({ ownerToken: other.ownerToken }),
      undefined,
      { __typename: 'Forbidden', code: 'FORBIDDEN' },
    ],
    ['an integration', () => ({}), 'integration' as const, { __typename: 'Forbidden', code: 'FORBIDDEN' }],
    ['an operator', () => ({}), 'operator' as const, { status: 'REVOKED' }],
  ])('may be asked for by its owner and operators: %s', async (_, credentials, as, expected) => {
    const { seal } = await sealText(api, 'whose is it?');
    const other = await sealText(api, 'another');

    expect(await run(REVOKE, { sealId: seal.id, reason, ...credentials(other) }, as)).toMatchObject(expected);
  });

  test.each([
    ['an empty reason', { reason: ' ' }, 'InputInvalid'],
    ['an endless reason', { reason: 'x'.repeat(1_001) }, 'InputInvalid'],
    ['an unknown seal', { sealId: 'seal_00000000000000000000000000' }, 'NotFound'],
  ])('is not, with %s, and nothing is written', async (_, wrong, expected) => {
    const { seal, ownerToken } = await sealText(api, 'stays');
    const before = await rowsOf('log_entry');

    const answer = await run(REVOKE, { sealId: seal.id, reason, ownerToken, ...wrong });

    expect(answer.__typename).toBe(expected);
    expect(await rowsOf('log_entry')).toBe(before);
  });
});

describe('a seal that is superseded', () => {
  test('by sealing the next version names it, and the next one names the first', async () => {
    const first = await sealText(api, 'version 1');

    const { seal } = await sealText(api, 'version 2', {
      supersedes: first.seal.id,
      supersedes_owner_token: first.ownerToken,
    });

    const { data } = await api.graphql(
      'query ($id: ID!) { seal(id: $id) { status supersededBy { id } statusHistory { status } } }',
      { variables: { id: first.seal.id } },
    );
    expect(data.seal).toEqual({
      status: 'SUPERSEDED',
      supersededBy: { id: seal.id },
      statusHistory: [{ status: 'SUPERSEDED' }],
    });
    expect((await verdictOf(first.seal.id, 'version 1')).result).toBe('SUPERSEDED');
    const verdict = await verdictOf(seal.id, 'version 2');
    expect(verdict.result).toBe('SAME_BYTES');
    expect(verdict.statement?.predicate.supersedes?.sealId).toBe(first.seal.id);
  });

  test('by two at once is superseded by one of them, and the other is not sealed at all', async () => {
    const first = await sealText(api, 'disputed');
    const before = await rowsOf('seal');
    const next = (text: string) =>
      api.json('/api/legal/provenance-seal', {
        body: {
          artifact_text: text,
          disclaimer_ack: true,
          supersedes: first.seal.id,
          supersedes_owner_token: first.ownerToken,
        },
      });

    const answers = await Promise.all([next('a'), next('b'), next('c')]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await rowsOf('seal')).toBe(before + 1);
    const winner = answers.find(({ status }) => status === 201)!.body.seal.id;
    const { data } = await api.graphql('query ($id: ID!) { seal(id: $id) { supersededBy { id } } }', {
      variables: { id: first.seal.id },
    });
    expect(data.seal.supersededBy.id).toBe(winner);
  });

  test('is not by whoever is not its owner: then nothing is sealed', async () => {
    const { seal } = await sealText(api, 'mine');
    const before = await rowsOf('seal');

    const answer = await api.json('/api/legal/provenance-seal', {
      body: { artifact_text: 'yours', disclaimer_ack: true, supersedes: seal.id },
    });

    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await rowsOf('seal')).toBe(before);
  });

  test('can be said later, too, but only of an older seal that is still in force', async () => {
    const [older, newer, newest] = [await sealText(api, '1'), await sealText(api, '2'), await sealText(api, '3')];
    const by = (old: Json, next: Json) =>
      run(SUPERSEDE, { sealId: old.seal.id, bySealId: next.seal.id, reason, ownerToken: old.ownerToken });

    expect(await by(older, newer)).toMatchObject({ status: 'SUPERSEDED', supersededBy: { id: newer.seal.id } });
    expect(await by(older, newer)).toMatchObject({ status: 'SUPERSEDED' });
    expect(await by(older, newest)).toMatchObject({ code: 'CONFLICT' });
    expect(await by(newest, newer)).toMatchObject({ code: 'CONFLICT' });
    expect(await by(newest, newest)).toMatchObject({ code: 'CONFLICT' });
    await run(REVOKE, { sealId: older.seal.id, reason, ownerToken: older.ownerToken });
    expect((await api.json(`/v/${older.seal.id}`)).body.seal.status).toBe('REVOKED');
  });
});

describe('a seal that is erased', () => {
  test('leaves nothing by which who knows its id could find its entry', async () => {
    const { seal, ownerToken } = await sealText(api, 'to be forgotten');
    await run(REVOKE, { sealId: seal.id, reason, ownerToken });
    await run(ERASE, { sealId: seal.id, reason, ownerToken });

    const tables = await api.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const guesses = [seal.id, ...['', ' REVOKED', ' ERASED'].map((more) => hexDigest(Buffer.from(seal.id + more)))];
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await api.database.query(`select 1 from ${name} as row where row::text ~ $1 limit 1`, [
        guesses.join('|'),
      ]);
      if (rows.length > 0) found.push(name);
    }

    expect(tables.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  test('is as if it had never been, but for its place in the log, and the log stays whole', async () => {
    const { seal, ownerToken } = await sealText(api, 'to be forgotten', { retain: true });
    const files = await sealFile(api, seal.id, 'seal.sigstore.json');
    const before = await rowsOf('log_entry');

    const erased = await run(ERASE, { sealId: seal.id, reason: 'Asked for by its owner.', ownerToken });

    expect(erased).toEqual({ __typename: 'ErasedSeal', sealId: seal.id, logIndex: seal.logIndex });
    expect((await api.json(`/v/${seal.id}`)).body).toMatchObject({
      status: 404,
      detail: 'No seal has this id. Check the id, or ask its owner whether the seal was erased.',
    });
    expect(await api.database.query('select id from seal where id = $1', [seal.id])).toEqual([]);
    expect(await api.database.query('select id from seal_status where seal_id = $1', [seal.id])).toEqual([]);
    expect(await rowsOf('log_entry')).toBe(before + 1);
    await sealText(api, 'and on it goes');
    const verdict = await verifySeal({
      bundle: files,
      trust: parseTrust(await download(api, '/.well-known/imprimatur/trust.json')),
      artifact: Buffer.from('to be forgotten'),
    });
    expect(verdict.result).toBe('SAME_BYTES');
  });
});

test('who revokes and erases a seal at the same moment disturbs nobody else', async () => {
  const owned = await Promise.all(Array.from({ length: 8 }, (_, n) => sealText(api, `mine ${n}`)));

  const changes = owned.flatMap(({ seal, ownerToken }) => [
    run(ERASE, { sealId: seal.id, reason, ownerToken }),
    run(REVOKE, { sealId: seal.id, reason, ownerToken }),
  ]);
  const others = await Promise.all(Array.from({ length: 20 }, (_, n) => sealText(api, `theirs ${n}`)));

  expect(others).toHaveLength(20);
  // Who comes after it was erased finds nothing.
  for (const { code } of await Promise.all(changes)) expect([undefined, 'NOT_FOUND']).toContain(code);
});

describe('a picture whose seal is erased', () => {
  const SEAL =
    'mutation ($id: ID!) { sealAsset(input: { assetId: $id }) { ... on SealedAsset { seal { id status } } } }';
  const sealOf = async (id: string) =>
    (await api.graphql(SEAL, { as: 'operator', variables: { id } })).data.sealAsset.seal as Json;

  test('can be sealed again, with a new seal', async () => {
    const asset = await upload(api, { tags: ['erased'] });
    const first = await sealOf(asset.id);
    await run(REVOKE, { sealId: first.id, reason }, 'operator');
    const second = await sealOf(asset.id);
    await run(ERASE, { sealId: first.id, reason }, 'operator');
    await run(ERASE, { sealId: second.id, reason }, 'operator');

    const third = await sealOf(asset.id);

    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    expect(third.status).toBe('SEALED');
    expect((await sealOf(asset.id)).id).toBe(third.id);
  });

  test('is not sealed again by itself', async () => {
    const asset = await upload(api);
    const { id } = await sealOf(asset.id);
    await run(ERASE, { sealId: id, reason }, 'operator');

    await api.services.apis.seals.service.sealAssetOnce(contextOn(api.services.platform.database), asset.id);

    expect(await api.database.query('select id from seal where asset_id = $1', [asset.id])).toEqual([]);
  });
});

describe('a text that is kept', () => {
  const KEPT = 'query ($id: ID!, $token: String) { retainedText(sealId: $id, ownerToken: $token) }';

  test('comes back for its owner, and lies encrypted', async () => {
    const text = `to be kept ${Math.random()}`;
    const { seal, ownerToken } = await sealText(api, text, { retain: true });

    const { data } = await api.graphql(KEPT, { variables: { id: seal.id, token: ownerToken } });
    const stranger = await api.graphql(KEPT, { variables: { id: seal.id, token: null } });
    const operator = await api.graphql(KEPT, { as: 'operator', variables: { id: seal.id, token: null } });
    const [row] = await api.database.query<{ retained: Buffer }>('select retained from seal where id = $1', [seal.id]);

    expect(data.retainedText).toBe(text);
    expect(stranger.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(operator.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(row!.retained.includes(Buffer.from(text))).toBe(false);
  });

  test('is not another seal’s: a copied row does not open', async () => {
    const one = await sealText(api, 'one', { retain: true });
    const other = await sealText(api, 'other', { retain: true });
    await api.database.query('update seal set retained = (select retained from seal where id = $1) where id = $2', [
      one.seal.id,
      other.seal.id,
    ]);

    const { errors } = await api.graphql(KEPT, { variables: { id: other.seal.id, token: other.ownerToken } });

    expect(errors?.[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
  });

  test('is none unless that was asked for', async () => {
    const { seal, ownerToken } = await sealText(api, 'not kept');

    const { data } = await api.graphql(KEPT, { variables: { id: seal.id, token: ownerToken } });

    expect(data.retainedText).toBeNull();
  });
});

describe('a private seal', () => {
  test('is of salt and text: the text alone is not found by trying', async () => {
    const { seal, salt } = await sealText(api, 'yes', { private: true });
    const trust = parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));
    const bundle = await sealFile(api, seal.id, 'seal.sigstore.json');

    const withSalt = await verifySeal({ bundle, trust, text: 'yes', salt: Buffer.from(salt, 'base64') });
    const without = await verifySeal({ bundle, trust, text: 'yes' });

    expect(Buffer.from(salt, 'base64')).toHaveLength(32);
    expect(withSalt.result).toBe('SAME_BYTES');
    expect(without.result).not.toBe('SAME_BYTES');
    expect((await api.json(`/v/${seal.id}`)).body.seal.isPrivate).toBe(true);
  });
});
