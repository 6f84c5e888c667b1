import { expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';

const TASK = 'deep-reasoning/evidence-chain';

test('a task that is run by /v1 is in the log', async () => {
  const api = await startApi({ env: { SANDBOX: 'true' } });

  const { status, body, headers } = await api.json('/v1/chat/completions', {
    as: 'integration',
    body: { model: TASK, messages: [{ role: 'user', content: 'Is it so?' }] },
  });

  expect(status, JSON.stringify(body)).toBe(200);
  const rows = await api.database.query('select * from run');
  expect(rows).toMatchObject([{ status: 'SUCCEEDED', task: TASK, is_simulated: true, surface: 'CHAT_COMPLETIONS' }]);
  expect([...headers.values()]).toContain(rows[0]!.id);
});
