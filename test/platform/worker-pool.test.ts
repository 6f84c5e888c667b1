import { expect, onTestFinished, test } from 'vitest';
import { WorkerPool } from '../../src/platform/workers/worker-pool.ts';

/** A pool with one worker, whose handler of messages is the given code. */
function poolOf(onMessage: string): WorkerPool<string, { readonly text: string }> {
  const code = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ${onMessage}); parentPort.postMessage('STARTED');`;
  const pool = new WorkerPool<string, { readonly text: string }>({
    workerUrl: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    name: 'test',
    size: 1,
    startMs: 60_000,
    errors: {
      timeout: (timeoutMs) => new Error(`over ${timeoutMs} ms`),
      crashed: (what, options) => new Error(what, options),
      closed: () => new Error('closed'),
    },
  });
  onTestFinished(() => pool.close());
  return pool;
}

test('a pause that a worker announces doesn’t count for the time limit', async () => {
  const pool = poolOf(`(text) => {
    parentPort.postMessage({ pausedMs: 100_000 });
    setTimeout(() => parentPort.postMessage({ ok: true, text }), 4_000);
  }`);

  const reply = await pool.run('an answer after the limit', { timeoutMs: 2_000 });

  expect(reply).toMatchObject({ text: 'an answer after the limit' });
});

test('a worker that goes on after its pause is ended at the limit', async () => {
  const pool = poolOf(`() => {
    parentPort.postMessage({ pausedMs: 500 });
    for (;;);
  }`);

  await expect(pool.run('never answered', { timeoutMs: 1_000 })).rejects.toThrow('over 1000 ms');
});
