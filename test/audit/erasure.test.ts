import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseMember } from '../../src/audit/audit-erasure.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import type { IntegrityFinding } from '../../src/platform/upkeep/integrity-check.ts';
import { audited, linesOf, trustOf } from '../chain/export.ts';
import { createCustomer, updateCustomer } from '../customers/graph.ts';
import { changing } from '../settings/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startApi({ works: false });
  customerId = (await createCustomer(api, { name: 'Known By Name', plan: 'PRO' })).customer.id;
});
afterAll(() => api.stop());

/** By a clock that is so many days ahead. */
const inDays = (days: number) =>
  new Context(
    { ...api.services.platform, clock: { now: () => new Date(Date.now() + days * 86_400_000) } },
    { principal: internal('upkeep'), requestId: 'upkeep', signal: new AbortController().signal },
  );

async function exported(): Promise<Json[]> {
  const response = await api.fetch('/exports/audit-trail.jsonl', { as: 'operator' });
  return linesOf(await response.text());
}

const lineOf = (lines: Json[], action: string) => lines.find(({ record }) => record?.action === action)!;

async function findings(): Promise<IntegrityFinding[]> {
  const found: IntegrityFinding[] = [];
  const run = {
    ctx: inDays(0),
    repairs: false,
    deletes: false,
    isOver: () => false,
    count: () => {},
    progress: () => {},
  };
  const chain = api.services.checks.find(({ name }) => name === 'chain')!;
  expect(await chain.run({ ...run, found: (one) => void found.push(one) })).toBe(true);
  return found;
}

test('networks are erased when their time is over, and values stay, and can still be proven', async () => {
  const { chain } = api.services.apis;
  const trust = await trustOf(api);
  const before = lineOf(await exported(), 'createCustomer');

  expect(await eraseMember(inDays(30), chain, 'network', 0)).toBe(0);
  expect(await eraseMember(inDays(6), chain, 'network', 7)).toBe(0);
  expect(await eraseMember(inDays(30), chain, 'network', 7)).toBe(1);
  expect(await eraseMember(inDays(30), chain, 'network', 7)).toBe(0);

  const lines = await exported();
  const line = lineOf(lines, 'createCustomer');
  expect(before.erasable.network).toBe('127.0.0.0/24');
  expect(line.record).toEqual(before.record);
  expect(line.erasable).toEqual({ changes: before.erasable.changes });
  expect(Object.keys(line.salts)).toEqual(['changes']);
  expect(await audited(lines, trust)).toMatchObject({ isClean: true, erased: 1, faults: [] });
  expect(lines.find(({ record }) => record?.act === 'ERASURE').record).toMatchObject({
    of: 'AUDIT_ENTRY',
    member: 'network',
    entries: 1,
    by: 'upkeep',
  });
  const changed = async (change: (line: Json) => void) => {
    const copy = structuredClone(lines);
    change(lineOf(copy, 'createCustomer'));
    return (await audited(copy, trust)).faults.map(({ fault }) => fault);
  };
  expect(await changed(({ erasable }) => (erasable.changes[0].after = 'other'))).toEqual(['RECORD_CHANGED']);
  expect(await changed(({ erasable }) => (erasable.network = '127.0.0.0/24'))).toEqual(['RECORD_CHANGED']);
  expect(await changed((one) => delete one.erasable.changes)).toEqual(['RECORD_CHANGED']);
  expect(await changed((one) => delete one.erasedAt)).toEqual(['RECORD_CHANGED']);
  expect(await findings()).toEqual([]);
});

test('then the values; what was done since goes on as it was, and nothing of either is left', async () => {
  const { chain } = api.services.apis;
  await updateCustomer(api, { customerId, name: 'Known By Another Name' });
  await eraseMember(inDays(100), chain, 'network', 7);

  expect(await eraseMember(inDays(200), chain, 'changes', 90)).toBe(2);

  const lines = await exported();
  expect(await audited(lines, await trustOf(api))).toMatchObject({ isClean: true, erased: 2, faults: [] });
  expect(lineOf(lines, 'updateCustomer')).toMatchObject({ erasable: {}, erasedAt: expect.any(String) });
  expect(JSON.stringify(lines)).not.toMatch(/Known By|127\.0\.0\.0/);
  expect(await api.database.query('select from chain_blinding where salts is not null or salt is not null')).toEqual(
    [],
  );
  expect(await findings()).toEqual([]);
  const { data } = await api.graphql('{ auditTrail { nodes { action network changes { field } } } }', {
    as: 'operator',
  });
  expect(data.auditTrail.nodes[0]).toEqual({ action: 'updateCustomer', network: null, changes: [] });
});

test.each([
  ['AUDIT_KEEP_NETWORK_DAYS', 6],
  ['AUDIT_KEEP_VALUES_DAYS', 89],
])('nobody wipes tracks out at once: %s', async (name, integer) => {
  const { data } = await changing(api, { name, integer });

  expect(data.updateSetting).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer: '/integer' }] });
  expect((await changing(api, { name, integer: integer + 1 })).data.updateSetting.__typename).toBe('UpdatedSetting');
});
