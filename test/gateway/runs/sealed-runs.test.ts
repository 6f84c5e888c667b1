import { expect, test } from 'vitest';
import { RunSteps } from '../../../src/gateway/runs/run-steps.ts';
import type { RunTasks } from '../../../src/gateway/runs/run-task.ts';
import { type RunOutput, type SealsOutputs, sealStep } from '../../../src/gateway/runs/seal-step.ts';
import type { Context } from '../../../src/platform/context.ts';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import { FakeRuns } from '../v1/fake-runs.ts';
import { readAll, rejection, request } from './support.ts';

const logged: unknown[] = [];
const ctx = { logger: { error: (...args: unknown[]) => logged.push(args) } } as unknown as Context;
const SEAL = { id: 'seal_1', verificationUrl: 'https://seals.example.org/v/seal_1' };

function sealing(more: Partial<SealsOutputs> = {}): { runs: FakeRuns; sealed: RunTasks; outputs: RunOutput[] } {
  const runs = new FakeRuns();
  const outputs: RunOutput[] = [];
  const seal = sealStep({
    assertMaySeal: async () => {},
    seal: async (_ctx, output) => {
      outputs.push(output);
      return SEAL;
    },
    ...more,
  });
  const sealed = new RunSteps(() => ({ seal })).around(runs);
  return { runs, sealed, outputs };
}

/** How a run ends, whole or in pieces. */
async function endOf(runs: RunTasks, isStreamed: boolean, isSealed = true) {
  const asked = request({ isSealed, isStreamed });
  if (!isStreamed) return runs.complete(ctx, asked);
  const last = (await readAll(await runs.stream(ctx, asked))).at(-1);
  if (last?.type !== 'end') throw new Error('There is no end.');
  return last.end;
}

test.each([false, true])(
  'the text is sealed and nothing else, once the run is over (streamed: %s)',
  async (isStreamed) => {
    const { runs, sealed, outputs } = sealing();
    runs.script = () => ({
      steps: [
        { reasoning: 'Let me see.' },
        { text: 'It is ' },
        { citation: { url: 'https://example.org', title: null } },
        { text: 'so.' },
        { call: { id: 'call_1', name: 'look', argumentsText: '{}' } },
      ],
      begun: { isNotFinal: true },
    });

    expect(await endOf(sealed, isStreamed)).toMatchObject({ seal: SEAL, lateWarnings: [] });
    expect(outputs).toMatchObject([
      { text: 'It is so.', deployment: 'openai/gpt-6-luna', policyVersion: 3, isSimulated: false, isNotFinal: true },
    ]);
  },
);

test.each([false, true])(
  'what fails after the run takes nothing of the answer away (streamed: %s)',
  async (isStreamed) => {
    const { sealed } = sealing({
      seal: async () => {
        throw new Error('canary of the text');
      },
    });

    const end = await endOf(sealed, isStreamed);

    expect(end).toMatchObject({ seal: null, finishReason: 'stop' });
    expect(end.lateWarnings.join(' ')).toContain('sealRunOutput');
    expect(JSON.stringify(logged)).not.toContain('canary');
  },
);

test('what cannot be sealed is said: an answer without text, and whatever the sealer says', async () => {
  const { runs, sealed, outputs } = sealing({ seal: async () => 'Not sealed: too long.' });
  expect(await endOf(sealed, false)).toMatchObject({ seal: null, lateWarnings: ['Not sealed: too long.'] });
  runs.script = () => ({ steps: [{ call: { id: 'call_1', name: 'look', argumentsText: '{}' } }] });
  expect(await endOf(sealed, false)).toMatchObject({
    seal: null,
    lateWarnings: ['Not sealed: the answer has no text.'],
  });
  expect(outputs).toEqual([]);
});

test('who may have nothing sealed is told before anything is run', async () => {
  const refusal = new Refusal('RATE_LIMITED', 'Enough.');
  const { runs, sealed } = sealing({ assertMaySeal: () => Promise.reject(refusal) });
  expect(await rejection(endOf(sealed, false))).toBe(refusal);
  expect(await rejection(endOf(sealed, true))).toBe(refusal);
  expect(runs.requests).toEqual([]);
});

test('a run that fails seals nothing, and one that was not to be sealed passes through as it is', async () => {
  const { runs, sealed, outputs } = sealing();
  runs.script = () => ({ steps: [{ text: 'It is' }, { fail: 'TRUNCATED' }] });
  await rejection(endOf(sealed, true));
  expect(await rejection(endOf(sealed, false))).toMatchObject({ failure: 'TRUNCATED' });
  runs.script = () => ({ steps: [{ text: 'It is so.' }] });
  expect(await endOf(sealed, false, false)).toMatchObject({ seal: null, lateWarnings: [] });
  expect(outputs).toEqual([]);
});

test('who goes ends the run, whether or not anything of it was read', async () => {
  const { runs, sealed, outputs } = sealing();
  for (const count of [0, 1]) {
    const parts = (await sealed.stream(ctx, request({ isSealed: true, isStreamed: true }))).parts[
      Symbol.asyncIterator
    ]();
    for (let read = 0; read < count; read++) await parts.next();
    await parts.return?.();
  }
  expect(outputs).toEqual([]);
  expect(runs.canceled).toBeGreaterThanOrEqual(1);
});

test('a service in which nobody seals says so', async () => {
  const runs = new RunSteps(() => ({})).around(new FakeRuns());
  const error = await rejection<Refusal>(runs.complete(ctx, request({ isSealed: true })));
  expect(error.code).toBe('CAPABILITY_NOT_AVAILABLE');
});
