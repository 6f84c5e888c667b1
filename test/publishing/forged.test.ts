import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import type { Credential } from '../support/api.ts';
import { findingsOf } from '../support/findings.ts';
import { type Gate, startGate } from './support.ts';

let gate: Gate;
let machine: { as: Credential; actor: string };
let other: { as: Credential; actor: string };
/** How far the service's clock has been moved. */
let laterMs = 0;
beforeAll(async () => {
  gate = await startGate({ clock: { now: () => new Date(Date.now() + laterMs) } });
  const { as: customer } = await customerWithKey(gate);
  machine = await gate.machine(customer);
  other = await gate.machine(customer);
});
afterAll(() => gate.stop());

const findings = async (id: string) =>
  (await findingsOf(gate, 'publishing')).filter(({ rows }) => rows.includes(`publish_request ${id}`));

/** Changes rows as someone who owns the tables. */
async function forge(table: string, sql: string, ...values: unknown[]): Promise<void> {
  await gate.database.query(`alter table ${table} disable trigger user`);
  await gate.database.query(sql, values);
  await gate.database.query(`alter table ${table} enable trigger user`);
}

describe('a permit that was changed in the database', () => {
  test('to be another agent’s is refused', async () => {
    const { id } = await gate.approved(machine.as);
    await forge('publish_request', 'update publish_request set askers = array[$2] where id = $1', id, other.actor);

    expect(await gate.fetchPermit(other.as, id)).toMatchObject({ code: expect.stringMatching(/FORBIDDEN|NOT_FOUND/) });
  });

  test('to have been issued later is refused', async () => {
    const { id, approvalId } = await gate.approved(machine.as);
    laterMs = 16 * 60_000;
    await forge('approval', `update approval set decided_at = now() + interval '15 minutes' where id = $1`, approvalId);

    expect(await gate.fetchPermit(machine.as, id)).toMatchObject({ code: 'PERMIT_EXPIRED' });
    laterMs = 0;
  });

  test('to be unused again is refused, and found', async () => {
    const { id } = await gate.approved(machine.as);
    await gate.fetchPermit(machine.as, id);
    expect(await findings(id)).toEqual([]);
    await forge(
      'publish_request',
      'update publish_request set permit_used_at = null, permit_used_by = null where id = $1',
      id,
    );

    expect(await gate.fetchPermit(machine.as, id)).toMatchObject({ code: 'PERMIT_USED' });
    expect(await findings(id)).toMatchObject([{ kind: 'PERMIT_USE_UNDONE' }]);
  });

  test('to be valid again after it was revoked is refused, and found', async () => {
    const { id, approvalId } = await gate.approved(machine.as);
    await gate.end('revoke', machine.as, id);
    expect(await findings(id)).toEqual([]);
    await forge('approval', `update approval set state = 'APPROVED' where id = $1`, approvalId);

    expect(await gate.fetchPermit(machine.as, id)).toMatchObject({ code: 'PERMIT_REVOKED' });
    expect(await findings(id)).toMatchObject([{ kind: 'REVOCATION_UNDONE' }]);
  });
});
