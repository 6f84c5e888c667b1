import fc from 'fast-check';
import { expect } from 'vitest';
import { modelRequest } from '../../../src/gateway/runs/model-request.ts';
import type { RunTaskInput } from '../../../src/gateway/runs/task.inputs.ts';
import { taskRequest } from '../../../src/gateway/runs/task-prompt.ts';
import type { TextDeployment, TextTask } from '../../../src/models/index.ts';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import { fitted } from '../../../src/providers/index.ts';
import { sandboxModel } from '../../../src/providers/sandbox/index.ts';
import { startThreadTime } from '../../support/processor-time.ts';
import { randomSchemas } from '../../support/random-schemas.ts';
import { CATALOGUE } from '../../support/routing.ts';
import type { AnySchema } from '../../support/schemas.ts';

const TASK = CATALOGUE.tasks.find(({ name }) => name === 'fast-execution/field-extraction') as TextTask;
const DEPLOYMENT = CATALOGUE.deployments[0] as TextDeployment;
const MODEL = sandboxModel(TASK.name, DEPLOYMENT.id);

/** What one schema may take in the thread that answers requests. */
const MAX_MS = 20;
const MAX_BYTES = 20_000_000;

/** All that the thread that answers requests does with a schema: it is measured, put into a call, and answered by the sandbox. */
async function handled(schema: AnySchema, as: 'answer' | 'tool'): Promise<'REFUSED' | 'ANSWERED'> {
  const input = {
    task: TASK.name,
    messages: [
      { role: 'USER', content: 'Call record: invoice 7 of 3 May 2026 from Anna Smith in Berlin, total 12.50 EUR' },
    ],
    isOneToolAtATime: false,
    seal: false,
    ...(as === 'answer' ? { outputSchema: schema } : { tools: [{ name: 'record', parameters: schema }] }),
  } as RunTaskInput;
  try {
    const { options } = fitted(modelRequest(taskRequest(input, false), TASK), DEPLOYMENT);
    await MODEL.doGenerate(options);
    return 'ANSWERED';
  } catch (error) {
    if (error instanceof Refusal) return 'REFUSED';
    throw error;
  }
}

interface Cost {
  readonly outcome: 'REFUSED' | 'ANSWERED';
  readonly milliseconds: number;
  readonly bytes: number;
}

async function costOf(schema: AnySchema, as: 'answer' | 'tool'): Promise<Cost> {
  const before = process.memoryUsage().heapUsed;
  const time = startThreadTime();
  const outcome = await handled(schema, as);
  return { outcome, milliseconds: time(), bytes: process.memoryUsage().heapUsed - before };
}

/**
 * The least of several attempts. The work is the same each time, but garbage of other work and a busy second thread of the
 * same core can double the processor time of an attempt.
 */
async function leastCostOf(schema: AnySchema, as: 'answer' | 'tool'): Promise<Cost> {
  let least = await costOf(schema, as);
  for (let attempt = 0; attempt < 12 && (least.milliseconds >= MAX_MS || least.bytes >= MAX_BYTES); attempt++) {
    const again = await costOf(schema, as);
    least = {
      outcome: again.outcome,
      milliseconds: Math.min(least.milliseconds, again.milliseconds),
      bytes: Math.min(least.bytes, again.bytes),
    };
  }
  return least;
}

/** Of how many schemas each way was taken, and the most that one took. */
export async function handleRandomSchemas(numRuns: number) {
  const seen = { answered: 0, refused: 0, milliseconds: 0, bytes: 0 };
  // Compiles the code: the first schemas are not dearer than others.
  await fc.assert(
    fc.asyncProperty(randomSchemas, async (schema) => void (await handled(schema, 'answer'))),
    { numRuns: 100 },
  );
  await fc.assert(
    fc.asyncProperty(randomSchemas, fc.constantFrom('answer' as const, 'tool' as const), async (schema, as) => {
      const { outcome, milliseconds, bytes } = await leastCostOf(schema, as);
      if (outcome === 'ANSWERED') seen.answered++;
      else seen.refused++;
      seen.milliseconds = Math.max(seen.milliseconds, milliseconds);
      seen.bytes = Math.max(seen.bytes, bytes);
      expect(milliseconds).toBeLessThan(MAX_MS);
      expect(bytes).toBeLessThan(MAX_BYTES);
    }),
    { numRuns },
  );
  return seen;
}
