import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishingCheck } from '../../src/publishing/publishing.check.ts';
import { customerWithKey } from '../customers/graph.ts';
import type { Credential, Json } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { tamper } from '../support/database.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { type Gate, startGate } from './support.ts';

let gate: Gate;
let customer: Credential;
let machine: { as: Credential; actor: string };
/** As far as the service's clock has been moved. */
let laterMs = 0;
beforeAll(async () => {
  gate = await startGate({ clock: { now: () => new Date(Date.now() + laterMs) } });
  const made = await customerWithKey(gate);
  customer = made.as;
  machine = await gate.machine(customer);
});
afterAll(() => gate.stop());

const forty = (deed: (index: number) => Promise<Json>): Promise<Json[]> =>
  Promise.all(Array.from({ length: 40 }, (_, index) => deed(index)));
const tally = (results: Json[]) => {
  const counted: Record<string, number> = {};
  for (const { __typename, code } of results) counted[code ?? __typename] = (counted[code ?? __typename] ?? 0) + 1;
  return counted;
};
const events = (type: string, id: string) =>
  gate.database.query(`select id from outbox_event where type = $1 and payload ->> 'publishRequestId' = $2`, [
    type,
    id,
  ]);

describe('a permit', () => {
  test('gives who asked exactly what was approved, once', async () => {
    const filed = await gate.approved(machine.as);
    const { permit } = await gate.request(machine.as, filed.id);
    expect(permit).toMatchObject({ state: 'ISSUED', usedAt: null, usedBy: null });
    expect(Date.parse(permit.expiresAt) - Date.parse(permit.issuedAt)).toBe(15 * 60_000);

    const fetched = await gate.fetchPermit(machine.as, filed.id);

    expect(hash('sha256', fetched.actionText)).toBe(filed.sha256);
    expect(JSON.parse(fetched.actionText)).toMatchObject({ id: filed.id, targets: ['ada@example.org'] });
    expect(fetched.permit).toMatchObject({ id: permit.id, state: 'USED', usedBy: machine.actor });
    expect(fetched.publishRequest).toMatchObject({ state: 'APPROVED', execution: { available: false } });
    expect(await gate.fetchPermit(machine.as, filed.id)).toMatchObject({ code: 'PERMIT_USED' });
    expect(await gate.request(customer, filed.id)).toMatchObject({ state: 'APPROVED', permit: { state: 'USED' } });
    const { node } = await gate.graph(`{ node(id: "${permit.id}") { ... on Permit { id state } } }`, machine.as);
    expect(node).toEqual({ id: permit.id, state: 'USED' });
    expect(await events('permit.used', filed.id)).toHaveLength(1);
  });

  test('of forty fetches at once, one has it', async () => {
    const filed = await gate.approved(machine.as);

    const results = await forty(() => gate.fetchPermit(machine.as, filed.id));

    expect(tally(results)).toEqual({ FetchedPermit: 1, PERMIT_USED: 39 });
    expect(await events('permit.used', filed.id)).toHaveLength(1);
  });

  test('is nobody’s but the asker’s', async () => {
    const filed = await gate.approved(machine.as);

    expect(await gate.fetchPermit(customer, filed.id)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await gate.fetchPermit('operator', filed.id)).toMatchObject({ code: 'FORBIDDEN' });
    expect((await gate.request(machine.as, filed.id)).permit.state).toBe('ISSUED');
  });

  test('is not given for what waits, was rejected or canceled', async () => {
    const { publishRequest: waits } = await gate.file(machine.as);
    expect(await gate.fetchPermit(machine.as, waits.id)).toMatchObject({ code: 'NOT_APPROVED' });
    expect(await gate.end('revoke', machine.as, waits.id)).toMatchObject({ code: 'CONFLICT' });
    expect((await gate.end('cancel', machine.as, waits.id)).publishRequest.state).toBe('CANCELED');
    expect(await gate.fetchPermit(machine.as, waits.id)).toMatchObject({ code: 'NOT_APPROVED' });

    const { publishRequest: refused } = await gate.file(machine.as);
    await gate.decide('reject', (await gate.approver()).as, { id: refused.approvalId, sha256: refused.sha256 });
    expect(await gate.fetchPermit(machine.as, refused.id)).toMatchObject({ code: 'NOT_APPROVED' });
    expect(await gate.request(machine.as, refused.id)).toMatchObject({ state: 'REJECTED', permit: null });
  });

  test('expires between approval and use, and the request stays approved', async () => {
    const filed = await gate.approved(machine.as);
    laterMs = 16 * 60_000;
    const late = await gate.fetchPermit(machine.as, filed.id);
    const seen = await gate.request(machine.as, filed.id);
    laterMs = 0;

    expect(late.code).toBe('PERMIT_EXPIRED');
    expect(seen).toMatchObject({ state: 'APPROVED', permit: { state: 'EXPIRED', usedAt: null } });
  });

  test('is told of once when nobody has fetched it', async () => {
    const filed = await gate.approved(machine.as);
    await expect
      .poll(() =>
        gate.database.query('select id from publish_request where id = $1 and told_state is not null', [filed.id]),
      )
      .toHaveLength(1);
    await gate.database.query(`update approval set decided_at = now() - interval '1 hour' where id = $1`, [
      filed.approvalId,
    ]);

    await gate.upkeep('expired permits');
    await gate.upkeep('expired permits');

    expect(await events('permit.expired', filed.id)).toHaveLength(1);
    expect(await gate.fetchPermit(machine.as, filed.id)).toMatchObject({ code: 'PERMIT_EXPIRED' });
  });

  test('is revoked before its use and not after it, whichever comes first of many', async () => {
    const filed = await gate.approved(machine.as);

    const results = await forty((index) =>
      index % 2 ? gate.fetchPermit(machine.as, filed.id) : gate.end('revoke', machine.as, filed.id),
    );

    const counted = tally(results);
    const { permit, state } = await gate.request(machine.as, filed.id);
    if (counted.FetchedPermit) {
      expect(counted).toEqual({ FetchedPermit: 1, PERMIT_USED: 19, CONFLICT: 20 });
      expect([state, permit.state]).toEqual(['APPROVED', 'USED']);
    } else {
      expect(counted).toEqual({ RevokedPublishRequest: 1, CONFLICT: 19, PERMIT_REVOKED: 20 });
      expect([state, permit.state]).toEqual(['REVOKED', 'REVOKED']);
    }
  });

  test('is revoked by an administrator as well, and by no other', async () => {
    const filed = await gate.approved(machine.as);
    expect(await gate.end('revoke', await gate.person('editor', 'EDITOR'), filed.id)).toMatchObject({
      code: 'NOT_FOUND',
    });

    const { publishRequest } = await gate.end('revoke', 'operator', filed.id);

    expect(publishRequest).toMatchObject({ state: 'REVOKED', permit: { state: 'REVOKED' } });
    expect(await gate.fetchPermit(machine.as, filed.id)).toMatchObject({ code: 'PERMIT_REVOKED' });
  });

  test('is not given once one of its approvers is disabled', async () => {
    const filed = await gate.approved(machine.as, {}, 1);
    await changeOperators(
      gate,
      `update operator set disabled_at = now() where 'operator:' || id in (
         select decided_by from approval_decision where approval_id = $1)`,
      [filed.approvalId],
    );

    expect(await gate.fetchPermit(machine.as, filed.id)).toMatchObject({ code: 'NOT_APPROVED' });
    expect((await gate.request(machine.as, filed.id)).permit.state).toBe('ISSUED');
  });

  test('is not given for arguments that were changed after the approval, with their own digest as well', async () => {
    const filed = await gate.approved(machine.as);
    const { encryption } = gate.services.platform;
    const { payloadText } = await gate.approval(filed.approvalId, (await gate.approver()).as);
    const changed = Buffer.from(payloadText.replace('is settled', 'was raised'));
    const payload = encryption.encrypt(changed, filed.approvalId);
    await gate.database.query('update approval set payload = $2 where id = $1', [filed.approvalId, payload]);

    expect(await gate.fetchPermit(machine.as, filed.id)).toMatchObject({ code: 'HELD_CONTENT_CHANGED' });
    const digest = (sha256: string) =>
      gate.database.query('update approval set sha256 = $2 where id = $1', [filed.approvalId, sha256]);
    await digest(hash('sha256', changed));
    expect(await gate.fetchPermit(machine.as, filed.id)).toMatchObject({ code: 'NOT_APPROVED' });
    await digest(filed.sha256);
    expect(await gate.request(machine.as, filed.id)).toMatchObject({ state: 'APPROVED', permit: { state: 'ISSUED' } });
  });

  test('is not given for what was changed in the database, and the check finds it', async () => {
    const [one, other] = [await gate.approved(machine.as), await gate.approved(machine.as)];
    await gate.database.query(
      'update approval set payload = (select payload from approval as other where other.id = $2) where id = $1',
      [one.approvalId, other.approvalId],
    );
    expect(await gate.fetchPermit(machine.as, one.id)).toMatchObject({ code: 'HELD_CONTENT_CHANGED' });

    const changed = gate.database.query(`update publish_request set sha256 = $2 where id = $1`, [other.id, one.sha256]);
    await expect(changed).rejects.toThrow('is for good');
    const again = gate.database.query(`update publish_request set askers = askers || array['agent:x'] where id = $1`, [
      other.id,
    ]);
    await expect(again).rejects.toThrow('is for good');
  });
});

describe('an edit', () => {
  test('takes the place of what waits, and approvals begin anew', async () => {
    const { publishRequest: first } = await gate.file(machine.as);
    const { publishRequest: second } = await gate.edit(machine.as, { id: first.id, summary: 'Said better.' });

    expect(second).toMatchObject({ supersedesId: first.id, state: 'PENDING', requestedBy: machine.actor });
    expect(second.sha256).not.toBe(first.sha256);
    expect((await gate.request(machine.as, first.id)).state).toBe('SUPERSEDED');
    const old = { id: first.approvalId, sha256: first.sha256 };
    expect(await gate.decide('approve', (await gate.approver()).as, old)).toMatchObject({
      obstacle: 'ALREADY_DECIDED',
    });
    expect(await gate.edit(machine.as, { id: first.id })).toMatchObject({ code: 'CONFLICT' });
  });

  test('makes an asker of who edits, and earlier askers stay barred', async () => {
    const person = await gate.approver('ADMIN');
    const theirs = await gate.machine(person.as);
    const { publishRequest: first } = await gate.file(theirs.as);
    const { publishRequest: second } = await gate.edit(person.as, { id: first.id, summary: 'Said by its owner.' });

    expect(second).toMatchObject({ requestedBy: person.actor, owner: person.actor });
    const decision = { id: second.approvalId, sha256: second.sha256 };
    expect(await gate.decide('approve', person.as, decision)).toMatchObject({ obstacle: 'OWN_REQUEST' });
    expect((await gate.decide('approve', (await gate.approver()).as, decision)).approval.state).toBe('APPROVED');
    expect((await gate.fetchPermit(theirs.as, second.id)).permit).toMatchObject({ usedBy: theirs.actor });
  });

  test('against approvals at once: what was superseded is not approved, what was approved is not superseded', async () => {
    const { publishRequest: first } = await gate.file(machine.as);
    const decision = { id: first.approvalId, sha256: first.sha256 };
    const people = await Promise.all(Array.from({ length: 10 }, () => gate.approver()));

    const edits = Promise.all(people.map((_, n) => gate.edit(machine.as, { id: first.id, summary: `Version ${n}.` })));
    const decisions = Promise.all(people.map(({ as }) => gate.decide('approve', as, decision)));
    const [edited, decided] = [await edits, await decisions];

    const changed = edited.filter(({ publishRequest }: Json) => publishRequest);
    const approved = decided.filter(({ approval }: Json) => approval);
    expect(changed.length + approved.length).toBe(1);
    const state = (await gate.request(machine.as, first.id)).state;
    expect(state).toBe(changed.length === 1 ? 'SUPERSEDED' : 'APPROVED');
  });

  test('with a key gives the same edit again', async () => {
    const { publishRequest: first } = await gate.file(machine.as);
    const input = { id: first.id, idempotencyKey: `edit of ${first.id}` };

    const results = await forty(() => gate.edit(machine.as, input));

    expect(tally(results)).toEqual({ UpdatedPublishRequest: 40 });
    expect(new Set(results.map(({ publishRequest }) => publishRequest.id)).size).toBe(1);
  });
});

test('what stands is whole', async () => {
  const found: Json[] = [];
  const ctx = contextOn(gate.services.platform.database);
  const { approvals } = gate.services.apis;
  const check = publishingCheck(approvals);
  const run = () =>
    check.run({ ctx, count: () => {}, found: (one: Json) => void found.push(one), isOver: () => false } as never);
  await run();
  expect(found).toEqual([]);

  const filed = await gate.approved(machine.as);
  await gate.fetchPermit(machine.as, filed.id);
  await gate.database.query(`update approval set state = 'REVOKED' where id = $1`, [filed.approvalId]);
  const { publishRequest: lost } = await gate.file(machine.as);
  await tamper(`delete from approval where id = '${lost.approvalId}'`, gate.database);
  await run();
  expect(found.map(({ kind }) => kind).sort()).toEqual(['PERMIT_USED_UNAPPROVED', 'PUBLISH_REQUEST_WITHOUT_APPROVAL']);
});
