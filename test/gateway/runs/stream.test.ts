import { expect, test } from 'vitest';
import type { RunFailed, TaskRequest } from '../../../src/gateway/runs/run-task.ts';
import { ProviderFailure } from '../../../src/providers/index.ts';
import { FakeProviders, finish, readAll, rejection, request, said, startGateway, text } from './support.ts';

const CUT = new ProviderFailure('TRUNCATED', 'cut', { mayHaveCost: true });
const streamed = () => request({ isStreamed: true });

test('a stream ends with what it cost, which is in the log by then', async () => {
  const gateway = await startGateway(new FakeProviders({ parts: [text('Good '), text('day.'), finish()] }));

  const run = await gateway.runner.stream(gateway.ctx(), streamed());
  const before = await gateway.database.query('select from run');
  const parts = await readAll(run);

  expect(before).toEqual([]);
  expect(said(parts)).toBe('Good day.');
  expect(parts.at(-1)).toMatchObject({
    type: 'end',
    end: { finishReason: 'stop', costMicros: 30, isEstimated: false },
  });
  expect((await gateway.logged()).run).toMatchObject({ status: 'SUCCEEDED', is_streamed: true, output_bytes: 9 });
});

test.each([
  ['nothing', []],
  ['blank text', [text(' \n')]],
] as const)('a stream that breaks off after %s is another try’s trouble', async (_, before) => {
  const gateway = await startGateway(
    new FakeProviders({ parts: [...before, CUT] }, { parts: [text('From another.'), finish()] }),
  );

  const run = await gateway.runner.stream(gateway.ctx(), streamed());

  expect(run).toMatchObject({ deployment: 'anthropic/two', attempts: 2 });
  expect(said(await readAll(run))).toBe('From another.');
  expect((await gateway.logged()).attempts).toMatchObject([
    { status: 'FAILED', failure: 'TRUNCATED', cost_micros: null, charged_micros: '0', possible_cost_micros: '5000' },
    { status: 'SUCCEEDED' },
  ]);
});

test('a failure that comes with the first word is met before that word goes out', async () => {
  const gateway = await startGateway(
    new FakeProviders({ parts: [text('Half a'), CUT] }, { parts: [text('Whole.'), finish()] }),
  );

  const run = await gateway.runner.stream(gateway.ctx(), streamed());

  expect(said(await readAll(run))).toBe('Whole.');
});

test('a stream that is cut in its middle is never a success', async () => {
  const gateway = await startGateway(
    new FakeProviders({ parts: [...Array.from({ length: 20 }, () => text('word ')), CUT] }),
  );

  const run = await gateway.runner.stream(gateway.ctx(), streamed());
  const error = await rejection<RunFailed>(readAll(run));

  expect(error).toMatchObject({ name: 'RunFailed', runId: run.id, failure: 'TRUNCATED' });
  const { run: row } = await gateway.logged();
  expect(row).toMatchObject({
    status: 'FAILED',
    failure: 'TRUNCATED',
    finish_reason: null,
    output_bytes: 100,
    is_estimated: true,
  });
  expect(Number(row.charged_micros)).toBeGreaterThan(0);
});

test.each(['error', 'interrupted'] as const)('an end that the provider calls %s is none', async (unified) => {
  const gateway = await startGateway(
    new FakeProviders({ parts: [text('a'), ...Array.from({ length: 5 }, () => text('b')), finish(unified)] }),
    { deployments: [{ id: 'openai/one' }], attempts: { most: 1, perDeployment: 1 } },
  );

  const error = await rejection<RunFailed>(
    gateway.runner.stream(gateway.ctx(), streamed()).then((run) => readAll(run)),
  );

  expect(error.name).toBe('RunFailed');
  expect((await gateway.logged()).run.status).toBe('FAILED');
});

test('a caller who goes ends the call at the provider at once, and pays for what came', async () => {
  const gateway = await startGateway(
    new FakeProviders({ parts: [...Array.from({ length: 8 }, () => text('word ')), 'HANG'] }),
  );
  const caller = new AbortController();
  const run = await gateway.runner.stream(gateway.ctx(caller.signal), streamed());
  const iterator = run.parts[Symbol.asyncIterator]();
  for (let count = 0; count < 8; count++) await iterator.next();

  const waiting = iterator.next();
  caller.abort();
  const error = await rejection<RunFailed>(waiting);

  expect(error.failure).toBe('CANCELED');
  expect(gateway.providers.calls[0]!.call.signal.aborted).toBe(true);
  expect((await gateway.logged()).run).toMatchObject({ status: 'CANCELED', output_tokens: 10, is_estimated: true });
  expect(await gateway.settled()).toHaveLength(1);
});

test('a caller who goes while nobody reads is settled as well', async () => {
  const gateway = await startGateway(new FakeProviders({ parts: [text('word'), 'HANG'] }));
  const caller = new AbortController();
  await gateway.runner.stream(gateway.ctx(caller.signal), streamed());

  caller.abort();

  await expect.poll(() => gateway.settled()).toHaveLength(1);
  expect((await gateway.logged()).run.status).toBe('CANCELED');
});

test('who stops reading cancels the run, and it is settled by the time that is done', async () => {
  const gateway = await startGateway(
    new FakeProviders({ parts: [text('one '), ...Array.from({ length: 50 }, () => text('more '))] }),
  );
  const run = await gateway.runner.stream(gateway.ctx(), streamed());

  for await (const part of run.parts) {
    expect(part.type).toBe('text');
    break;
  }

  expect(gateway.providers.calls[0]!.call.signal.aborted).toBe(true);
  expect((await gateway.logged()).run.status).toBe('CANCELED');
});

test('a caller who goes before the first word is a run that was canceled', async () => {
  const gateway = await startGateway(new FakeProviders({ parts: ['HANG'] }));
  const caller = new AbortController();

  const streaming = gateway.runner.stream(gateway.ctx(caller.signal), streamed());
  await expect.poll(() => gateway.providers.calls).toHaveLength(1);
  caller.abort();

  expect(await rejection(streaming)).toMatchObject({ failure: 'CANCELED', attempts: 1 });
  expect((await gateway.logged()).run.status).toBe('CANCELED');
});

test('the deadline ends what nobody reads', async () => {
  const gateway = await startGateway(new FakeProviders({ parts: [text('word'), 'HANG'] }), {
    task: { timeouts: { connectMs: 100, firstTokenMs: 100, idleMs: 100, totalMs: 200 } },
  });

  const run = await gateway.runner.stream(gateway.ctx(), streamed());
  await expect.poll(() => gateway.settled()).toHaveLength(1);

  expect((await gateway.logged()).run).toMatchObject({ status: 'FAILED', failure: 'TOTAL_TIMEOUT' });
  await rejection(readAll(run));
});

test('calls of tools keep their places, with a name once and arguments in pieces', async () => {
  const gateway = await startGateway(
    new FakeProviders({
      parts: [
        { type: 'tool-input-start', id: 'a', toolName: 'look_up' },
        { type: 'tool-input-delta', id: 'a', delta: '{"q":' },
        { type: 'tool-input-delta', id: 'a', delta: '1}' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'look_up', input: '{"q":1}' },
        { type: 'tool-call', toolCallId: 'b', toolName: 'add', input: '{}' },
        finish('stop'),
      ],
    }),
  );

  const parts = await readAll(await gateway.runner.stream(gateway.ctx(), streamed()));

  expect(parts.slice(0, -1)).toEqual([
    { type: 'tool-call-start', index: 0, id: 'a', name: 'look_up' },
    { type: 'tool-call-delta', index: 0, argumentsText: '{"q":' },
    { type: 'tool-call-delta', index: 0, argumentsText: '1}' },
    { type: 'tool-call-start', index: 1, id: 'b', name: 'add' },
    { type: 'tool-call-delta', index: 1, argumentsText: '{}' },
  ]);
  expect(parts.at(-1)).toMatchObject({ end: { finishReason: 'tool-calls' } });
});

test('sources are citations, each once', async () => {
  const source = {
    type: 'source',
    sourceType: 'url',
    id: '1',
    url: 'https://example.org/law',
    title: 'The law',
  } as const;
  const gateway = await startGateway(
    new FakeProviders({ parts: [text('See '), source, source, { ...source, url: 'javascript:alert(1)' }, finish()] }),
  );

  const parts = await readAll(await gateway.runner.stream(gateway.ctx(), streamed()));

  expect(parts.filter(({ type }) => type === 'citation')).toEqual([
    { type: 'citation', index: 0, citation: { url: 'https://example.org/law', title: 'The law' } },
  ]);
});

test('usage that is no number was not said', async () => {
  const usage = { inputTokens: { total: Number.NaN }, outputTokens: { total: -3 } };
  const gateway = await startGateway(new FakeProviders({ parts: [text('Good day.'), finish('stop', usage)] }));

  const parts = await readAll(await gateway.runner.stream(gateway.ctx(), streamed()));

  expect(parts.at(-1)).toMatchObject({ end: { isEstimated: true, usage: { outputTokens: 3 } } });
});

test('an answer that misses a strict schema fails, and one that misses any other is handed over', async () => {
  const json: TaskRequest['json'] = {
    schema: { type: 'object', required: ['a'], properties: { a: { type: 'number' } } },
    name: null,
  };
  const parts = [text('{"a":'), text('"secret"}'), finish()];
  const gateway = await startGateway(new FakeProviders({ parts }, { parts }));

  const strict = { ...json, isStrict: true };
  const run = await gateway.runner.stream(gateway.ctx(), request({ json: strict, isStreamed: true }));
  const error = await rejection<RunFailed>(readAll(run));

  expect(error).toMatchObject({ failure: 'OUTPUT_INVALID', message: 'The answer does not fit its schema at /a.' });
  expect((await gateway.logged()).run).toMatchObject({
    failure: 'OUTPUT_INVALID',
    is_estimated: false,
    charged_micros: '30',
  });
  const handedOver = await readAll(await gateway.runner.stream(gateway.ctx(), request({ json, isStreamed: true })));
  expect(handedOver.at(-1)).toMatchObject({
    end: { outputMismatch: { kind: 'UNFIT', message: 'The answer does not fit its schema at /a.', pointer: '/a' } },
  });
  expect(JSON.stringify(handedOver.at(-1))).not.toContain('secret');
});

test('a database that goes away before the end is an error, not a success', async () => {
  const gateway = await startGateway(
    new FakeProviders({ parts: [text('Good day.'), text(' '), text('.'), text(''), finish()] }),
  );
  await gateway.database.query('alter table attempt rename to attempt_gone');

  const run = await gateway.runner.stream(gateway.ctx(), streamed());
  const error = await rejection(readAll(run));

  expect(error.name).not.toBe('RunFailed');
  expect(await gateway.settled()).toEqual([]);
  expect(await gateway.database.query('select from run')).toEqual([]);
});

test('what a task keeps is kept with its day of deletion, and of other tasks nothing', async () => {
  const gateway = await startGateway(new FakeProviders({ parts: [text('kept \u0000 text'), finish()] }), {
    task: { content: { keep: true, retentionDays: 30 } },
  });

  const run = await gateway.runner.stream(gateway.ctx(), streamed());
  await readAll(run);

  const [row] = await gateway.database.query(
    "select *, expires_at - now() > interval '29 days' as later from run_content",
  );
  expect(row).toMatchObject({ run_id: run.id, answer: { text: 'kept \ufffd text' }, later: true });
});
