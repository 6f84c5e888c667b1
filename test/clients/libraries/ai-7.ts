import { createOpenAI } from '@ai-sdk/openai';
import { generateText, Output, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { BASE_URL, DEGREES, KEY, QUESTION, runAll } from './run.ts';

const provider = createOpenAI({ baseURL: BASE_URL, apiKey: KEY });
const Invoice = z.object({ number: z.string(), total: z.number() });

/** Both surfaces: chat completions, and responses, which is the library's default. */
const surfaces = { chat: provider.chat, responses: provider.responses };
const PROVIDER_OPTIONS = { openai: { store: false } };

const examplesOf = (surface: keyof typeof surfaces) => {
  const model = (task: string) => surfaces[surface](task);
  return {
    async [`${surface} text`](task: string) {
      const { text, finishReason, usage } = await generateText({
        model: model(task),
        prompt: 'Say hello.',
        providerOptions: PROVIDER_OPTIONS,
      });
      return { text, finish: finishReason, tokens: usage.totalTokens };
    },
    async [`${surface} stream`](task: string) {
      let failure: unknown = null;
      const result = streamText({
        model: model(task),
        prompt: 'Say hello.',
        providerOptions: PROVIDER_OPTIONS,
        onError: ({ error }) => {
          failure = error;
        },
      });
      let text = '';
      for await (const piece of result.textStream) text += piece;
      if (failure) throw failure;
      return { text, same: text === (await result.text) };
    },
    async [`${surface} tools`](task: string) {
      let called = 0;
      const { text } = await generateText({
        model: model(task),
        prompt: QUESTION,
        stopWhen: stepCountIs(4),
        providerOptions: PROVIDER_OPTIONS,
        tools: {
          celsius_in: tool({
            description: 'Temperature in a city.',
            inputSchema: z.object({ city: z.string() }),
            execute: async () => {
              called++;
              return { celsius: DEGREES };
            },
          }),
        },
      });
      return { text, called };
    },
    async [`${surface} structured`](task: string) {
      const { output } = await generateText({
        model: model(task),
        prompt: 'Invoice 17 over 120 EUR.',
        providerOptions: PROVIDER_OPTIONS,
        output: Output.object({ schema: Invoice }),
      });
      return { parsed: output };
    },
  };
};

await runAll({ ...examplesOf('chat'), ...examplesOf('responses') });
