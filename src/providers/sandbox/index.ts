import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { DeploymentEntry } from '../../models/index.ts';

/** The model that stands in for a deployment where there is no key. Nothing leaves the process. */
export function sandboxModel(task: string, deployment: DeploymentEntry): LanguageModelV4 {
  const text = `Simulated: ${task} was not sent to ${deployment.id}.`;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const finishReason = { unified: 'stop', raw: 'stop' } as const;
  return {
    specificationVersion: 'v4',
    provider: 'sandbox',
    modelId: deployment.model,
    supportedUrls: {},
    doGenerate: async () => ({ content: [{ type: 'text', text }], finishReason, usage, warnings: [] }),
    doStream: async () => ({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          controller.enqueue({ type: 'text-start', id: '0' });
          controller.enqueue({ type: 'text-delta', id: '0', delta: text });
          controller.enqueue({ type: 'text-end', id: '0' });
          controller.enqueue({ type: 'finish', finishReason, usage });
          controller.close();
        },
      }),
    }),
  };
}
