import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import { z } from 'zod';
import { BASE_URL, DEGREES, KEY, QUESTION, runAll } from './run.ts';

const runnerOf = (useResponses: boolean) =>
  new Runner({
    modelProvider: new OpenAIProvider({ apiKey: KEY, baseURL: BASE_URL, useResponses }),
    tracingDisabled: true,
    modelSettings: { store: false },
  });

const examplesOf = (surface: 'chat' | 'responses') => {
  const runner = runnerOf(surface === 'responses');
  return {
    async [`${surface} text`](model: string) {
      const agent = new Agent({ name: 'Greeter', instructions: 'Be short.', model });
      const { finalOutput } = await runner.run(agent, 'Say hello.');
      return { text: finalOutput };
    },
    async [`${surface} stream`](model: string) {
      const agent = new Agent({ name: 'Greeter', instructions: 'Be short.', model });
      const result = await runner.run(agent, 'Say hello.', { stream: true });
      let text = '';
      for await (const piece of result.toTextStream()) text += piece;
      await result.completed;
      return { text, same: text === result.finalOutput };
    },
    async [`${surface} tools`](model: string) {
      let called = 0;
      const celsius = tool({
        name: 'celsius_in',
        description: 'Temperature in a city.',
        parameters: z.object({ city: z.string() }),
        errorFunction: null,
        execute: async () => {
          called++;
          return { celsius: DEGREES };
        },
      });
      const agent = new Agent({ name: 'Weather', instructions: 'Use the tools.', model, tools: [celsius] });
      const { finalOutput } = await runner.run(agent, QUESTION, { maxTurns: 4 });
      return { text: finalOutput, called };
    },
    async [`${surface} structured`](model: string) {
      const agent = new Agent({
        name: 'Clerk',
        instructions: 'Read the invoice.',
        model,
        outputType: z.object({ number: z.string(), total: z.number() }),
      });
      const { finalOutput } = await runner.run(agent, 'Invoice 17 over 120 EUR.');
      return { parsed: finalOutput };
    },
  };
};

await runAll({ ...examplesOf('chat'), ...examplesOf('responses') });
