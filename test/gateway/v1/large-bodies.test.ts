import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { bodyOf, forgetful, WORDS } from './large-bodies.ts';
import { CUSTOMER_KEY, startV1, TASK } from './support.ts';

const api = await startV1();
const { runs } = api;
afterAll(() => api.stop());
beforeEach(() => forgetful(runs));

const as = { bearer: CUSTOMER_KEY };

test('two million tokens are taken, and nobody else waits long', async () => {
  const body = bodyOf(WORDS);
  await api.json('/v1/chat/completions', { as, body });
  const longest = longestTurn();

  const answers = await Promise.all(Array.from({ length: 4 }, () => api.json('/v1/chat/completions', { as, body })));

  const { longestMs, totalMs } = longest.end();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // Four of them in a row would be nearly all of it.
  expect(longestMs).toBeLessThan(totalMs / 3);
  expect(longestMs).toBeLessThan(500);
});

/** Of the turns of this thread the longest, in time of its processor: by the clock a busy machine is slow as well. */
function longestTurn() {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const begin = now();
  let last = begin;
  let longestMs = 0;
  const look = () => {
    const at = now();
    longestMs = Math.max(longestMs, at - last);
    last = at;
  };
  const timer = setInterval(look, 1);
  return {
    end() {
      clearInterval(timer);
      look();
      return { longestMs, totalMs: last - begin };
    },
  };
}

test('one that is compressed is taken as well', async () => {
  const text = JSON.stringify({
    model: TASK,
    messages: [{ role: 'user', content: 'a letter of one of many words '.repeat(2_000) }],
  });
  const response = await api.fetch('/v1/chat/completions', {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(text),
  });

  expect(response.status).toBe(200);
});

test('more values than a conversation has are refused before anything is made of them', async () => {
  const { status, body } = await api.json('/v1/chat/completions', {
    as,
    body: `{"model":"${TASK}","messages":[${'{},'.repeat(200_000)}{}]}`,
  });

  expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
});
