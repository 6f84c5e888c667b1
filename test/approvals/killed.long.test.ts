import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { startService, until } from '../support/service-process.ts';
import { GATED, startOffice } from './support.ts';

const ENV = {
  SANDBOX: 'true',
  SANDBOX_TOKENS_PER_SECOND: '2000',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  LOG_PRIVATE_KEY,
  SEAL_PRIVATE_KEY,
  DECISION_PRIVATE_KEY,
};

test('however a process is killed, no output that was paid is lost, and none is there that is not held', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const written = async () => (await database.query('select from run')).length;
  // While none is written down, some are, and the others are about to be.
  for (const sooner of [0, 1, 4]) {
    const before = await written();
    await using service = await startService({ env: { ...ENV, DATABASE_URL: database.url } });
    await service.ready();
    const asked = Array.from({ length: 8 }, (_, index) =>
      service
        .fetch('/v1/chat/completions', {
          as: 'integration',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            model: GATED,
            stream: index % 2 === 0,
            messages: [{ role: 'user', content: `Lease ${index} and letter disagree.` }],
          }),
        })
        .then(
          (response) => response.headers.get('x-imprimatur-run-id'),
          () => null,
        ),
    );
    await until(async () => (await database.query('select from reservation where settled_at is null')).length > 0);
    await until(async () => (await written()) - before >= sooner);
    service.kill('SIGKILL');
    await service.exited;
    for (const runId of (await Promise.all(asked)).filter((id) => id !== null)) {
      expect(await database.query('select from approval where subject_id = $1', [runId])).toHaveLength(1);
    }
  }

  const rows = await database.query(
    `select run.id from run full join approval on approval.subject_id = run.id
     where run.status = 'SUCCEEDED' and (approval.id is null or approval.id is distinct from run.approval_id) or run.id is null`,
  );
  expect(rows).toEqual([]);
  // What was filed is released by another process, with what was said.
  const office = await startOffice({ database, env: ENV });
  const { approvalId, runId } = await office.held('integration');
  const pending = await database.query<{ id: string; sha256: string; subject_id: string }>(
    'select id, sha256, subject_id from approval',
  );
  expect(pending.map(({ id }) => id)).toContain(approvalId);
  for (const { id, sha256, subject_id } of pending) {
    await office.decide('approve', 'operator', { id, sha256 });
    expect((await office.ask(subject_id, 'integration')).status).toBe(200);
  }
  expect((await office.ask(runId, (await customerWithKey(office)).as)).status).toBe(404);
});
