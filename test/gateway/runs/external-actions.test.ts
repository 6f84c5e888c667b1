import { expect, test } from 'vitest';
import type {
  CallingRun,
  ExternalActionGate,
} from '../../../src/gateway/runs/external-actions/external-action-gate.ts';
import { externalActionsStep } from '../../../src/gateway/runs/external-actions/external-actions-step.ts';
import type { WithheldCall } from '../../../src/gateway/runs/external-actions/withheld-call.ts';
import { RunSteps } from '../../../src/gateway/runs/run-steps.ts';
import type {
  EndedRun,
  RunPart,
  RunTasks,
  StreamedRun,
  TaskRequest,
  ToolCall,
} from '../../../src/gateway/runs/run-task.ts';
import type { Context } from '../../../src/platform/context.ts';

const CTX = {} as Context;
const REQUEST = {} as TaskRequest;
const END = { finishReason: 'tool-calls', lateWarnings: [] } as unknown as EndedRun;
const start = (index: number, name: string): RunPart => ({ type: 'tool-call-start', index, id: `call_${index}`, name });
const grow = (index: number, argumentsText: string): RunPart => ({ type: 'tool-call-delta', index, argumentsText });

/** Runs that bring these parts, and somebody who files calls of tools whose names begin with `send`. */
function house(parts: readonly RunPart[], isHeld = false) {
  const state = { asked: 0, returned: 0, filed: [] as { run: CallingRun; calls: readonly ToolCall[] }[] };
  const runs = {
    async stream() {
      async function* all() {
        try {
          yield* parts;
          if (!parts.some(({ type }) => type === 'end')) throw new Error('cut');
        } finally {
          state.returned += 1;
        }
      }
      return { id: 'run_x', isHeld, parts: all() } as unknown as StreamedRun;
    },
  } as unknown as RunTasks;
  const gate: ExternalActionGate = {
    externalToolsFor() {
      state.asked += 1;
      return (tool) => tool.startsWith('send');
    },
    async file(_ctx, run, calls) {
      state.filed.push({ run, calls });
      return calls.map(({ id, name }) => ({ callId: id, tool: name }) as WithheldCall);
    },
  };
  const steps = new RunSteps(() => ({ 'external-actions': externalActionsStep(gate) }));
  const outward = steps.around(runs);
  const read = async () => {
    const read: RunPart[] = [];
    for await (const part of (await outward.stream(CTX, REQUEST)).parts) read.push(part);
    return read;
  };
  return { state, steps, outward, read };
}

test('calls between others are kept back, and those that are passed on are counted without holes', async () => {
  const { state, read } = house([
    { type: 'text', text: 'Let me ' },
    start(0, 'send_email'),
    { type: 'text', text: 'see.' },
    start(1, 'look_up'),
    grow(0, '{"to":'),
    grow(1, '{}'),
    grow(0, '"a"}'),
    { type: 'end', end: END },
  ]);

  const parts = await read();

  expect(parts).toEqual([
    { type: 'text', text: 'Let me ' },
    { type: 'text', text: 'see.' },
    { type: 'tool-call-start', index: 0, id: 'call_1', name: 'look_up' },
    { type: 'tool-call-delta', index: 0, argumentsText: '{}' },
    { type: 'end', end: { ...END, outward: [{ callId: 'call_0', tool: 'send_email' }] } },
  ]);
  expect(state.filed).toEqual([
    {
      run: { runId: 'run_x', text: 'Let me see.', isCutOff: false },
      calls: [{ id: 'call_0', name: 'send_email', argumentsText: '{"to":"a"}' }],
    },
  ]);
});

test('an answer that only calls such tools ends as one that says something', async () => {
  const { read } = house([start(0, 'send_sms'), grow(0, '{}'), { type: 'end', end: END }]);

  expect((await read()).at(-1)).toMatchObject({ type: 'end', end: { finishReason: 'stop' } });
});

test('of a run that is cut nothing is filed', async () => {
  const { state, read } = house([start(0, 'send_email'), grow(0, '{}')]);

  await expect(read()).rejects.toThrow('cut');
  expect(state.filed).toEqual([]);
});

test('of one that somebody leaves nothing is filed, and the run ends', async () => {
  const { state, outward } = house([
    start(0, 'send_email'),
    start(1, 'look_up'),
    grow(1, '{}'),
    { type: 'end', end: END },
  ]);

  for await (const _ of (await outward.stream(CTX, REQUEST)).parts) break;

  expect(state.filed).toEqual([]);
  expect(state.returned).toBe(1);
});

test('where no tool is called nobody asks which are marked', async () => {
  const { state, read } = house([
    { type: 'text', text: 'Hi' },
    { type: 'end', end: { ...END, finishReason: 'stop' } },
  ]);

  await read();

  expect(state.asked).toBe(0);
});

test('what was held is given out without them, and nothing is filed for who reads it', async () => {
  const { state, steps } = house([]);
  const calls = ['send_email', 'look_up'].map((name) => ({ id: name, name, argumentsText: '{}' }));
  const output = { text: 'Done.', reasoning: '', toolCalls: calls, citations: [], finishReason: 'tool-calls' as const };

  const released = await steps.released(CTX, output, null);

  expect(released.toolCalls.map(({ name }) => name)).toEqual(['look_up']);
  expect(released.outward).toMatchObject([{ tool: 'send_email', request: null, code: 'HELD_FOR_APPROVAL' }]);
  expect(state.filed).toEqual([]);
});
