import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { cloneDatabase } from '../../support/database.ts';
import { startService } from '../../support/service-process.ts';

const TASK = 'deep-reasoning/evidence-chain';
const SLOW = { SANDBOX: 'true', SANDBOX_TOKENS_PER_SECOND: '5' };
const FAST = { SANDBOX: 'true', SANDBOX_TOKENS_PER_SECOND: '0' };

const asking = (key: string, stream: boolean) => ({
  as: 'integration' as const,
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': key },
  body: JSON.stringify({ model: TASK, stream, messages: [{ role: 'user', content: 'Is it so?' }] }),
});

test('a run with a key whose process is killed is not run again: it is under way until the log tells what became of it', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  {
    await using service = await startService({ env: { ...SLOW, DATABASE_URL: database.url } });
    await service.ready();
    const response = await service.fetch('/v1/chat/completions', asking('killed', true));
    await response.body!.getReader().read();
    service.kill('SIGKILL');
    await service.exited;
  }
  const [left] = await database.query<{ run_id: string }>('select run_id from reservation where settled_at is null');
  expect(await database.query('select run_id, state, answer from idempotent_answer')).toEqual([
    { run_id: left!.run_id, state: 'UNDER_WAY', answer: null },
  ]);

  const api = await startApi({ database, env: FAST });
  const early = await api.fetch('/v1/chat/completions', asking('killed', false));
  expect([early.status, early.headers.get('x-should-retry')]).toEqual([409, 'true']);
  expect(early.headers.get('x-imprimatur-run-id')).toBe(left!.run_id);

  await database.query(`update reservation set expires_at = now() - interval '1 second'`);
  await expect.poll(() => database.query('select from run'), { timeout: 60_000 }).toHaveLength(1);
  const late = await api.fetch('/v1/chat/completions', asking('killed', false));
  expect([late.status, late.headers.get('x-should-retry')]).toEqual([409, 'false']);
  expect(late.headers.get('x-imprimatur-run-id')).toBe(left!.run_id);
  expect(await late.json()).toMatchObject({ error: { code: 'idempotent_answer_gone' } });
  expect(await database.query('select status from run')).toEqual([{ status: 'ABORTED' }]);
});

test('an answer is given again by another process; a run that goes on alone is ended with the service, and told as what it is', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const ENCRYPTION_KEY = randomBytes(32).toString('base64');
  const first = await startApi({ database, env: { ...FAST, ENCRYPTION_KEY } });
  const answered = await (await first.fetch('/v1/chat/completions', asking('restart', false))).json();
  await first.stop();

  const second = await startApi({ database, env: { ...SLOW, ENCRYPTION_KEY } });
  const again = await second.fetch('/v1/chat/completions', asking('restart', false));
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(await again.json()).toMatchObject({ choices: (answered as { choices: object[] }).choices });

  const gone = new AbortController();
  const response = await second.fetch('/v1/chat/completions', { ...asking('alone', true), signal: gone.signal });
  await response.body!.getReader().read();
  gone.abort();
  await second.stop();
  const runs = await database.query<{ status: string }>('select status from run order by id');
  expect(runs.map(({ status }) => status)).toEqual(['SUCCEEDED', 'CANCELED']);
  expect(await database.query('select from reservation where settled_at is null')).toEqual([]);
  expect(await database.query(`select from idempotent_answer where state = 'UNDER_WAY'`)).toEqual([]);
});
