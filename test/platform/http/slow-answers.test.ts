import { expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { expectSilentAnswers } from './slow-answers.ts';
import { startSlowService } from './slow-doors.ts';

const LIMITS = { bodyWindowMs: 100, bodyMs: 200, answerWindowMs: 100, idleMs: 1_000 };

test('an answer that takes longer than anything else may arrives at every door', async () => {
  await expectSilentAnswers(2_000, { connections: LIMITS });
});

test('a stream in which nothing happens stays open for a client that reads', async () => {
  const api = await startApi({ works: false, connections: LIMITS, streams: { heartbeatMs: 50 } });
  const { body } = await api.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers: { prefer: 'wait=0' },
    body: { prompt: 'Harbour at night' },
  });
  const query = `subscription { renderProgress(id: "${body.render.id}") { status } }`;
  const response = await api.fetch(`/graphql/stream?query=${encodeURIComponent(query)}`, { as: 'integration' });

  const began = performance.now();
  let comments = 0;
  for await (const chunk of response.body!) {
    comments += Buffer.from(chunk).toString().match(/^:$/gm)?.length ?? 0;
    if (performance.now() - began > 20 * LIMITS.answerWindowMs && comments >= 20) break;
  }

  expect(comments).toBeGreaterThanOrEqual(20);
  await api.stop();
});

test('the server has no limit of its own for an answer', async () => {
  await using slow = await startSlowService(0);
  const { timeout, requestTimeout, headersTimeout, keepAliveTimeout } = slow.api.httpServer;

  expect({ timeout, requestTimeout, headersTimeout, keepAliveTimeout }).toEqual({
    timeout: 0,
    requestTimeout: 0,
    headersTimeout: 15_000,
    keepAliveTimeout: 5_000,
  });
});

test('a client that goes while its answer is made is noticed at once, and its provider is let go', async () => {
  await using slow = await startSlowService(600_000);
  const doors = ['/v1/chat/completions', '/v1/chat/completions, streamed', '/v1/responses', 'runTask'];
  const leaving = new AbortController();
  const answers = doors.map((door) => slow.doors[door]!(leaving.signal).catch(() => 'gone'));
  await expect.poll(() => slow.texts.openStreams).toBe(doors.length);

  leaving.abort();

  expect(await Promise.all(answers)).toEqual(doors.map(() => 'gone'));
  await expect.poll(() => slow.texts.openStreams, { timeout: 10_000 }).toBe(0);
  await expect
    .poll(() => slow.api.database.query('select status from run'))
    .toEqual(doors.map(() => ({ status: 'CANCELED' })));
});
