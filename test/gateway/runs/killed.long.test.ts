import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { cloneDatabase } from '../../support/database.ts';
import { startService } from '../../support/service-process.ts';

const TASK = 'deep-reasoning/evidence-chain';
const SANDBOX = { SANDBOX: 'true', SANDBOX_TOKENS_PER_SECOND: '5' };

test('a run whose process is killed in its middle is told of, costs what nobody knows, and leaves nothing set aside', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  {
    await using service = await startService({ env: { ...SANDBOX, DATABASE_URL: database.url } });
    await service.ready();
    const response = await service.fetch('/v1/chat/completions', {
      as: 'integration',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: TASK, stream: true, messages: [{ role: 'user', content: 'Is it so?' }] }),
    });
    await response.body!.getReader().read();
    service.kill('SIGKILL');
    await service.exited;
  }
  expect(await database.query('select from run')).toEqual([]);
  const [left] = await database.query<{ run_id: string }>('select run_id from reservation where settled_at is null');
  await database.query(`update reservation set expires_at = now() - interval '1 second'`);

  const api = await startApi({ database, env: SANDBOX });
  await expect.poll(() => database.query('select from run'), { timeout: 60_000 }).toHaveLength(1);

  const { data } = await api.graphql(
    `query ($id: ID!) { run(id: $id) { status task surface costMicros chargedMicros attemptCount durationMs isSimulated attempts { number } explanation } }`,
    { as: 'operator', variables: { id: left!.run_id } },
  );
  expect(data.run).toMatchObject({
    status: 'ABORTED',
    task: TASK,
    surface: 'CHAT_COMPLETIONS',
    costMicros: null,
    chargedMicros: null,
    attemptCount: null,
    durationMs: null,
    attempts: [],
  });
  expect(data.run.explanation).toContain('Decided by policy');
  expect(await database.query('select from reservation where settled_at is null')).toEqual([]);
  expect(await database.query('select sum(reserved_micros)::int as held from usage_period')).toEqual([{ held: 0 }]);
});
