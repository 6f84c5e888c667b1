import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldEntries } from '../../src/audit/audit-retention.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import { firstIdAt } from '../../src/platform/ids.ts';
import { audited, linesOf, trustOf } from '../chain/export.ts';
import { createCustomer, customerWithKey, updateCustomer } from '../customers/graph.ts';
import { type Api, type Json, startApi } from '../support/api.ts';

let api: Api;
let ids: { customer: string; other: string };
beforeAll(async () => {
  api = await startApi({ compileAfter: 1 });
  const { customer } = await createCustomer(api, { name: 'One', plan: 'PRO' });
  const { customer: other, as } = await customerWithKey(api);
  await updateCustomer(api, { customerId: customer.id, plan: 'ENTERPRISE' });
  await api.graphql('mutation { createCustomer(input: { name: "x", plan: PRO }) { __typename } }', { as });
  ids = { customer: customer.id, other: other.id };
});
afterAll(() => api.stop());

const ENTRY = `id actor actorKind onBehalfOf credentialKind credentialId credentialIssuedBy action outcome code subjectIds
  changes { subjectId field before after } network requestId happenedAt chainEntry { seq }`;

async function trail(filter: string, fields = ENTRY): Promise<Json[]> {
  const { data, errors } = await api.graphql(
    `{ auditTrail(filter: { ${filter} }) { totalCount pageInfo { hasNextPage } nodes { ${fields} } } }`,
    { as: 'operator' },
  );
  expect(errors).toBeUndefined();
  expect(data.auditTrail.totalCount).toBe(data.auditTrail.nodes.length);
  return data.auditTrail.nodes;
}

test('the trail is read newest first, with all that is known', async () => {
  const [newest, ...older] = await trail('');

  expect(newest).toMatchObject({
    action: 'createCustomer',
    outcome: 'REFUSED',
    code: 'FORBIDDEN',
    actorKind: 'CUSTOMER',
  });
  expect(older.map(({ action }) => action)).toEqual([
    'updateCustomer',
    'issueCustomerKey',
    'createCustomer',
    'createCustomer',
  ]);
  expect(older[0]).toMatchObject({
    actor: 'operator:admin',
    credentialKind: 'BEARER',
    subjectIds: [ids.customer],
    changes: expect.arrayContaining([{ subjectId: ids.customer, field: 'plan', before: 'PRO', after: 'ENTERPRISE' }]),
    network: '127.0.0.0/24',
    happenedAt: expect.stringMatching(/Z$/),
  });
});

test('and by each of its filters', async () => {
  const actions = async (filter: string) => (await trail(filter, 'action')).map(({ action }) => action);
  const now = new Date().toISOString();

  expect(await actions(`actor: "customer:${ids.other}"`)).toEqual(['createCustomer']);
  expect(await actions('action: ["updateCustomer", "nothing"]')).toEqual(['updateCustomer']);
  expect(await actions(`subjectId: "${ids.customer}"`)).toEqual(['updateCustomer', 'createCustomer']);
  expect(await actions('outcome: REFUSED')).toEqual(['createCustomer']);
  expect(await actions(`happenedFrom: "${now}"`)).toEqual([]);
  expect(await actions(`happenedBefore: "${now}", outcome: REFUSED`)).toEqual(['createCustomer']);
});

test('it is for admins and auditors alone', async () => {
  const { as } = await customerWithKey(api);
  for (const who of [undefined, as, 'integration'] as const) {
    const { errors } = await api.graphql('{ auditTrail { totalCount } }', { as: who });
    expect(errors?.[0]?.extensions.code).toBe(who ? 'FORBIDDEN' : 'UNAUTHENTICATED');
    expect((await api.json('/exports/audit-trail.jsonl', { as: who })).status).toBe(who ? 403 : 401);
  }
});

async function exported(query = ''): Promise<string> {
  const response = await api.fetch(`/exports/audit-trail.jsonl${query}`, { as: 'operator' });
  expect(response.status).toBe(200);
  return response.text();
}

test('an export is whole, checked offline, and finds what was changed or left out', async () => {
  const trust = await trustOf(api);
  const text = await exported();
  const lines = linesOf(text);
  const at = lines.findIndex(({ record }) => record?.action === 'updateCustomer');

  expect(await audited(text, trust)).toMatchObject({ isClean: true, faults: [] });
  expect(lines[at]).toMatchObject({
    record: { actor: 'operator:admin', action: 'updateCustomer', outcome: 'DONE', credential: { kind: 'BEARER' } },
    erasable: { network: '127.0.0.0/24', changes: expect.any(Array) },
  });
  const changed = async (change: (lines: Json[]) => void) => {
    const copy = structuredClone(lines);
    change(copy);
    return (await audited(copy, trust)).faults.map(({ fault }) => fault);
  };
  expect(await changed((all) => (all[at].record.actor = 'operator:other'))).toEqual(['RECORD_CHANGED']);
  expect(await changed((all) => (all[at].erasable.network = '10.0.0.0/24'))).toEqual(['RECORD_CHANGED']);
  expect(await changed((all) => all.splice(at, 1))).toContain('REMOVED');
  expect(await changed((all) => (all[at] = { type: 'entry', entry: all[at].entry, absent: 'NOT_ASKED' }))).toContain(
    'REMOVED',
  );
});

test('an export of a part proves that nothing else was left out', async () => {
  const text = await exported('?outcome=REFUSED&action=createCustomer');

  expect(linesOf(text).filter(({ type }) => type === 'record')).toHaveLength(1);
  expect(await audited(text, await trustOf(api))).toMatchObject({ isClean: true, records: 1 });
  const { status, body } = await api.json('/exports/audit-trail.jsonl?outcome=MAYBE', { as: 'operator' });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
});

test('what is old may be let go of after a year, and the chain stays whole', async () => {
  const at = (iso: string) =>
    new Context(
      { ...api.services.platform, clock: { now: () => new Date(iso) } },
      { principal: internal('upkeep'), requestId: 'upkeep', signal: new AbortController().signal },
    );
  const trust = await trustOf(api);
  const { chain } = api.services.apis;
  const later = new Date(Date.now() + 20 * 31 * 86_400_000).toISOString();

  // By the clock of this process they are old; by the database’s they are not.
  expect(await deleteOldEntries(at(later), chain, 13)).toBe(0);
  const old = new Date(Date.now() - 730 * 86_400_000);
  const id = firstIdAt('auditEntry', old);
  await api.database.query(
    `insert into audit_entry select (jsonb_populate_record(audit_entry, jsonb_build_object('id', $1::text, 'happened_at', $2::text, 'action', 'oldAction'))).*
     from audit_entry limit 1`,
    [id, old.toISOString()],
  );
  const now = new Date().toISOString();
  expect(await deleteOldEntries(at(now), chain, 0)).toBe(0);
  expect(await deleteOldEntries(at(now), chain, 13)).toBe(1);

  const report = await audited(await exported(), trust);
  expect(report).toMatchObject({ isClean: true, notKept: 1, faults: [] });
  expect(await trail('action: "oldAction"')).toEqual([]);
});
