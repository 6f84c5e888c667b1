import { expect, test } from 'vitest';
import type { RunStep } from '../../../src/gateway/runs/run-step.ts';
import { RUN_STEPS, type RunStepName, RunSteps } from '../../../src/gateway/runs/run-steps.ts';
import type { CompletedRun } from '../../../src/gateway/runs/run-task.ts';
import type { Context } from '../../../src/platform/context.ts';
import { FakeRuns } from '../v1/fake-runs.ts';
import { readAll, rejection, request } from './support.ts';

const ctx = {} as Context;

/** Steps that note down what they are asked, brought from the last to the first. */
function noting(others: Partial<Record<RunStepName, RunStep>> = {}) {
  const noted: string[] = [];
  const step = (name: RunStepName): RunStep => ({
    before() {
      noted.push(`before ${name}`);
      return {
        async after(run) {
          noted.push(`after ${name}`);
          return run;
        },
        afterStream(run) {
          noted.push(`stream of ${name}`);
          return run;
        },
        async failed() {
          noted.push(`failed ${name}`);
        },
      };
    },
  });
  const all = Object.fromEntries(RUN_STEPS.toReversed().map((name) => [name, step(name)]));
  const fake = new FakeRuns();
  return { noted, fake, runs: new RunSteps(() => ({ ...all, ...others })).around(fake) };
}

const named = (what: string, names: readonly string[]) => names.map((name) => `${what} ${name}`);

test('a request passes the steps in their order, and its answer comes back from the last to the first', async () => {
  const { noted, runs } = noting();

  await runs.complete(ctx, request());

  expect(noted).toEqual([...named('before', RUN_STEPS), ...named('after', RUN_STEPS.toReversed())]);
});

test('a stream does, too', async () => {
  const { noted, runs } = noting();

  await readAll(await runs.stream(ctx, request({ isStreamed: true })));

  expect(noted).toEqual([...named('before', RUN_STEPS), ...named('stream of', RUN_STEPS.toReversed())]);
});

test('a step that knows the answer asks no later one and no provider', async () => {
  const answer = (await new FakeRuns().complete(ctx, request())) satisfies CompletedRun;
  const { noted, fake, runs } = noting({ seal: { before: () => ({ answer: { ...answer, text: 'Known.' } }) } });

  expect(await runs.complete(ctx, request())).toMatchObject({ text: 'Known.' });
  const parts = await readAll(await runs.stream(ctx, request({ isStreamed: true })));

  expect(parts[0]).toEqual({ type: 'text', text: 'Known.' });
  expect(fake.requests).toEqual([]);
  expect(noted.slice(0, 4)).toEqual([
    'before idempotency',
    'before external-actions',
    'after external-actions',
    'after idempotency',
  ]);
});

test('a later step takes place in the context and with the request of the one before', async () => {
  const inner = { requestId: 'inner' } as Context;
  const { fake, runs } = noting({
    idempotency: { before: (_, asked) => ({ ctx: inner, request: { ...asked, runId: 'run_known' } }) },
  });

  await runs.complete(ctx, request());

  expect(fake.contexts).toEqual([inner]);
  expect(fake.requests).toMatchObject([{ runId: 'run_known' }]);
});

test('what fails is told to the steps before it alone, the nearest first', async () => {
  const refusal = new Error('refused');
  const refusing = { before: () => Promise.reject(refusal) };
  const failing: RunStep = { before: () => ({ after: () => Promise.reject(refusal) }) };
  for (const seal of [refusing, failing]) {
    const { noted, runs } = noting({ seal });

    expect(await rejection(runs.complete(ctx, request()))).toBe(refusal);

    expect(noted.filter((one) => one.startsWith('failed'))).toEqual(['failed external-actions', 'failed idempotency']);
  }
});

test('a run that fails is told to every step', async () => {
  const { noted, fake, runs } = noting();
  fake.script = () => ({ steps: [{ fail: 'TRUNCATED' }] });

  await rejection(runs.complete(ctx, request()));
  await rejection(runs.stream(ctx, request({ isStreamed: true })));

  const failed = named('failed', RUN_STEPS.toReversed());
  expect(noted.filter((one) => one.startsWith('failed'))).toEqual([...failed, ...failed]);
});
