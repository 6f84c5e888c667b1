import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { readyToCount } from './count-tokens.ts';
import { type Draft, draft } from './draft.ts';
import { cutConnection, refusalFor } from './faults.ts';
import { aborted, type Pace, partsOf, pause } from './parts.ts';

export type SandboxOptions = Partial<Pace>;

const SLOW_MS = 3_000;

/**
 * Simulates a deployment without a key: equal prompts get equal answers in the form of the task, marked as simulated, and nothing
 * leaves the process. Errors are those of real providers' packages.
 */
export function sandboxModel(
  task: string,
  deployment: string,
  { tokensPerSecond = 0, slowMs = SLOW_MS }: SandboxOptions = {},
): LanguageModelV4 {
  const modelId = `sandbox/${deployment}`;
  const pace = { tokensPerSecond, slowMs };
  return {
    specificationVersion: 'v4',
    provider: 'sandbox',
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const answer = await begun(task, deployment, options);
      await simulateFault(answer, pace, options);
      return {
        content: [...answer.content],
        finishReason: answer.finishReason,
        usage: answer.usage,
        response: { id: answer.id, modelId },
        warnings: [],
      };
    },
    async doStream(options) {
      const answer = await begun(task, deployment, options);
      return { stream: ReadableStream.from(partsOf(answer, modelId, pace, options.abortSignal)) };
    },
  };
}

/**
 * Creates the answer. A fault that refuses the call is thrown as the provider's error; with the fault `hang`, this waits until
 * the call is aborted.
 */
async function begun(task: string, deployment: string, options: LanguageModelV4CallOptions): Promise<Draft> {
  options.abortSignal?.throwIfAborted();
  await readyToCount();
  const answer = draft(task, deployment, options);
  if (answer.fault === null) return answer;
  const refusal = refusalFor(answer.fault);
  if (refusal) throw refusal;
  if (answer.fault === 'hang') await aborted(options.abortSignal);
  return answer;
}

/** Simulates a fault of an answer that isn't streamed: the whole answer fails, never arrives, or is late. */
async function simulateFault({ fault }: Draft, { slowMs }: Pace, { abortSignal: signal }: LanguageModelV4CallOptions) {
  if (fault === 'cut') throw cutConnection();
  if (fault === 'stall') await aborted(signal);
  if (fault === 'slow') await pause(slowMs, signal);
  if (fault === 'garbage') {
    throw new APICallError({
      message: 'Invalid JSON response',
      url: 'sandbox:',
      requestBodyValues: {},
      statusCode: 200,
      responseHeaders: { 'content-type': 'text/html' },
      responseBody: '<html>',
      isRetryable: false,
    });
  }
}
