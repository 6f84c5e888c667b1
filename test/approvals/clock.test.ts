import { expect, onTestFinished, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { cloneDatabase } from '../support/database.ts';
import { moveProcessClock } from '../support/process-clock.ts';
import { moveDeadline } from '../support/signed-approvals.ts';
import { startOffice } from './support.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

async function startWith(aheadMs: number) {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  moveProcessClock(aheadMs);
  const office = await startOffice({ database });
  const now = async () => (await database.query<{ now: Date }>('select clock_timestamp() as now'))[0]!.now.getTime();
  const { as: caller } = await customerWithKey(office, { plan: 'PRO' });
  const approver = await office.person('ada', 'APPROVER');
  const sealed = (approvalId: string) =>
    database.query<{ statement: Statement; sealed_at: Date }>(
      'select statement::jsonb as statement, sealed_at from decision_seal where approval_id = $1',
      [approvalId],
    );
  return { office, database, now, sealed, caller, approver };
}

interface Statement {
  predicate: { decidedAt: string; claimedAt: string; request: { askedAt: string; expiresAt: string } };
}

test.each([3_000, -3_000])(
  'a process whose clock differs by %i ms signs decisions with the database’s times',
  async (aheadMs) => {
    const { office, database, now, sealed, caller, approver } = await startWith(aheadMs);
    // So that the log is open, and what is slow to load is loaded.
    const { approvalId: first } = await office.held(caller);
    await office.decide('reject', approver, { id: first, sha256: (await office.approval(first)).sha256 });
    await expect.poll(() => sealed(first)).toHaveLength(1);
    const before = await now();

    const { approvalId: id } = await office.held(caller);
    await office.decide('approve', approver, { id, sha256: (await office.approval(id)).sha256 });
    await expect.poll(() => sealed(id)).toHaveLength(1);

    const after = await now();
    const [seal] = await sealed(id);
    const { decidedAt, claimedAt, request } = seal!.statement.predicate;
    const [approval] = await database.query<{ decided_at: Date }>('select decided_at from approval where id = $1', [
      id,
    ]);
    const times = {
      askedAt: Date.parse(request.askedAt),
      decidedAt: Date.parse(decidedAt),
      claimedAt: Date.parse(claimedAt),
      // Seven days after it was asked for.
      expiresAt: Date.parse(request.expiresAt) - 7 * DAY_MS,
      sealedAt: seal!.sealed_at.getTime(),
      endedAt: approval!.decided_at.getTime(),
    };
    for (const [name, at] of Object.entries(times)) {
      expect(at, name).toBeGreaterThanOrEqual(before);
      expect(at, name).toBeLessThanOrEqual(after);
    }
  },
);

// Further apart than what seals, so that no pause of a slow machine is taken for the difference.
test.each([HOUR_MS, -HOUR_MS])(
  'with a clock that differs by %i ms, requests expire by the database’s',
  async (aheadMs) => {
    const { office, caller, approver } = await startWith(aheadMs);
    const decidedWith = async (expiresInMs: number) => {
      const { approvalId: id } = await office.held(caller);
      const { sha256 } = await office.approval(id);
      await moveDeadline(office, id, expiresInMs);
      return office.decide('approve', approver, { id, sha256 });
    };

    expect(await decidedWith(-HOUR_MS / 2)).toMatchObject({ __typename: 'DecisionRefused', obstacle: 'EXPIRED' });
    expect(await decidedWith(HOUR_MS / 2)).toMatchObject({ approval: { state: 'APPROVED' } });
  },
);
