import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { type SignedIn, signedIn } from '../support/people.ts';
import { sealText } from '../support/seals.ts';

let api: Api;
let editor: SignedIn;
let auditor: SignedIn;
beforeAll(async () => {
  api = await startApi({ works: false });
  editor = await signedIn(api, { roles: ['EDITOR'], name: 'Edith Marsh' });
  auditor = await signedIn(api, { roles: ['AUDITOR'], name: 'Aud Berg' });
});
afterAll(() => api.stop());

const reason = 'The figures were wrong.';

async function change(mutation: string, input: object, as?: Credential): Promise<Json> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await api.graphql(
    `mutation ($in: ${type}!) { ${mutation}(input: $in) { __typename ... on Problem { code } } }`,
    { variables: { in: input }, ...(as && { as }) },
  );
  expect(errors).toBeUndefined();
  return data[mutation];
}

async function historyOf(sealId: string, as?: Credential): Promise<Json[]> {
  const { data } = await api.graphql(`{ seal(id: "${sealId}") { statusHistory { status changedBy actor } } }`, {
    ...(as && { as }),
  });
  return data.seal.statusHistory;
}

async function trailOf(subjectId: string, as: Credential = auditor.as): Promise<Json[]> {
  const { data, errors } = await api.graphql(
    `query ($id: ID!) { auditTrail(first: 10, filter: { subjectId: [$id] }) {
       nodes { action outcome actor subjectIds changes { subjectId field before after } chainEntry { kind } } } }`,
    { as, variables: { id: subjectId } },
  );
  expect(errors).toBeUndefined();
  return data.auditTrail.nodes;
}

/** Everything that anybody gets about a seal without a credential. */
async function publicWords(sealId: string): Promise<string> {
  const paths = [
    [`/v/${sealId}`, 'text/html'],
    [`/v/${sealId}`, 'application/json'],
    [`/v/${sealId}/statuses.json`, '*/*'],
    [`/v/${sealId}/seal.sigstore.json`, '*/*'],
    [`/v/${sealId}/VERIFY.txt`, '*/*'],
  ] as const;
  const answers = await Promise.all(paths.map(([path, accept]) => api.fetch(path, { headers: { accept } })));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  // Statements lie in their bundles as base64.
  const payloads = texts.flatMap((text) => [...text.matchAll(/"payload":\s*"([A-Za-z0-9+/=]+)"/g)]);
  return [...texts, ...payloads.map(([, payload]) => Buffer.from(payload!, 'base64').toString())].join('\n');
}

describe('who revoked a seal', () => {
  test('operators see on it, and find in the audit trail by the id of the seal', async () => {
    const { seal } = await sealText(api, 'revoked by Edith');

    expect(await change('revokeSeal', { sealId: seal.id, reason }, editor.as)).toEqual({ __typename: 'RevokedSeal' });

    for (const as of [editor.as, auditor.as, 'operator'] as const) {
      expect(await historyOf(seal.id, as)).toEqual([{ status: 'REVOKED', changedBy: 'OPERATOR', actor: editor.actor }]);
    }
    expect(await trailOf(seal.id)).toMatchObject([
      {
        action: 'revokeSeal',
        outcome: 'DONE',
        actor: editor.actor,
        subjectIds: [seal.id],
        changes: [{ subjectId: seal.id, field: 'status', before: 'SEALED', after: 'REVOKED' }],
      },
    ]);
    const exported = await api.fetch(`/exports/audit-trail.jsonl?subjectId=${seal.id}`, { as: 'operator' });
    expect((await exported.text()).split('\n').filter((line) => line.includes('"revokeSeal"'))).toHaveLength(1);
    expect((await trailOf(seal.id))[0].chainEntry).toEqual({ kind: 'AUDIT_ENTRY' });
  });

  test('is nobody else’s business: not customers’, not strangers’, on no page and in no statement', async () => {
    const { as } = await customerWithKey(api);
    const { seal } = await sealText(api, 'revoked for everybody');
    await change('revokeSeal', { sealId: seal.id, reason }, editor.as);

    for (const caller of [undefined, as, 'integration' as const]) {
      expect(await historyOf(seal.id, caller)).toEqual([{ status: 'REVOKED', changedBy: 'OPERATOR', actor: null }]);
    }
    const words = await publicWords(seal.id);
    expect(words).toContain(reason);
    for (const secret of [editor.actor, editor.operatorId, 'Edith', editor.email]) expect(words).not.toContain(secret);
  });

  test('is its owner’s own business: operators see which account it was, and nothing is in the audit trail', async () => {
    const { as, customer } = await customerWithKey(api);
    const [own, foreign] = [await sealText(api, 'mine'), await sealText(api, 'a stranger’s')];

    await change('revokeSeal', { sealId: own.seal.id, reason, ownerToken: own.ownerToken }, as);
    await change('revokeSeal', { sealId: foreign.seal.id, reason, ownerToken: foreign.ownerToken });

    const actor = `customer:${customer.id}`;
    const owned = { status: 'REVOKED', changedBy: 'OWNER' };
    expect(await historyOf(own.seal.id, auditor.as)).toEqual([{ ...owned, actor }]);
    expect(await historyOf(own.seal.id, as)).toEqual([{ ...owned, actor }]);
    expect(await historyOf(own.seal.id)).toEqual([{ ...owned, actor: null }]);
    expect(await historyOf(foreign.seal.id, auditor.as)).toEqual([{ ...owned, actor: null }]);
    expect([...(await trailOf(own.seal.id)), ...(await trailOf(foreign.seal.id))]).toEqual([]);
  });

  test('is written down once, with the change, however many revoke it', async () => {
    const { seal } = await sealText(api, 'revoked by many operators');

    await Promise.all(Array.from({ length: 5 }, () => change('revokeSeal', { sealId: seal.id, reason }, editor.as)));
    await change('revokeSeal', { sealId: seal.id, reason }, 'operator');

    expect(await trailOf(seal.id)).toHaveLength(1);
    expect(await historyOf(seal.id, auditor.as)).toMatchObject([{ actor: editor.actor }]);
  });

  test('neither is kept without the other', async () => {
    const { seal } = await sealText(api, 'not revoked');
    await api.database.query(
      `create trigger fails before insert on audit_entry for each row when (new.action = 'revokeSeal') execute function refuse_change()`,
    );
    const { errors } = await api.graphql(
      `mutation { revokeSeal(input: { sealId: "${seal.id}", reason: "No." }) { __typename } }`,
      { as: editor.as },
    );
    await api.database.query('drop trigger fails on audit_entry');

    expect(errors).toBeDefined();
    expect(await historyOf(seal.id, auditor.as)).toEqual([]);
    expect((await api.json(`/v/${seal.id}`)).body.seal.status).toBe('SEALED');
  });
});

test('who superseded one, and by which, is found by both', async () => {
  const [old, next] = [await sealText(api, 'old'), await sealText(api, 'next')];

  await change('supersedeSeal', { sealId: old.seal.id, bySealId: next.seal.id, reason }, editor.as);

  expect(await historyOf(old.seal.id, auditor.as)).toEqual([
    { status: 'SUPERSEDED', changedBy: 'OPERATOR', actor: editor.actor },
  ]);
  for (const id of [old.seal.id, next.seal.id]) {
    expect(await trailOf(id)).toMatchObject([
      { action: 'supersedeSeal', actor: editor.actor, subjectIds: [old.seal.id, next.seal.id] },
    ]);
  }
});

test('which operator erased one stays known, though the seal is gone', async () => {
  const { seal } = await sealText(api, 'erased by Edith');

  expect(await change('eraseSeal', { sealId: seal.id, reason }, editor.as)).toEqual({ __typename: 'ErasedSeal' });

  expect((await api.fetch(`/v/${seal.id}`)).status).toBe(404);
  expect(await trailOf(seal.id)).toMatchObject([
    { action: 'eraseSeal', outcome: 'DONE', actor: editor.actor, subjectIds: [seal.id] },
  ]);
});

test('changes from before it was recorded have no actor', async () => {
  const { seal } = await sealText(api, 'long ago');
  await change('revokeSeal', { sealId: seal.id, reason }, editor.as);
  await api.database.query(`update seal_status set actor = null where seal_id = $1`, [seal.id]);

  expect(await historyOf(seal.id, auditor.as)).toEqual([{ status: 'REVOKED', changedBy: 'OPERATOR', actor: null }]);
});
