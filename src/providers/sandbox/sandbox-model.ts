import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { readyToCount } from './count-tokens.ts';
import { type Draft, draft } from './draft.ts';
import { cutConnection, refusalFor } from './faults.ts';
import { aborted, type Pace, partsOf, pause } from './parts.ts';

export type SandboxOptions = Partial<Pace>;

const SLOW_MS = 3_000;

/**
 * Stands in for a deployment without a key: the same prompt gets the same answer, of the task's kind, said to be simulated, and
 * nothing leaves the process. Errors are those that packages of real providers throw.
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
      await breakOff(answer, pace, options);
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

/** What is refused before anything comes, or never answered. */
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

/** Of a whole answer nobody gets a part. */
async function breakOff({ fault }: Draft, { slowMs }: Pace, { abortSignal: signal }: LanguageModelV4CallOptions) {
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
