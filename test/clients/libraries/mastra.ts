import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { BASE_URL, DEGREES, KEY, QUESTION, runAll } from './run.ts';

const provider = createOpenAI({ baseURL: BASE_URL, apiKey: KEY });
const agentOf = (task: string, tools = {}) =>
  new Agent({ id: 'helper', name: 'Helper', instructions: 'Be short.', model: provider.chat(task), tools });

await runAll({
  async text(task) {
    const { text } = await agentOf(task).generate('Say hello.');
    return { text };
  },
  async stream(task) {
    const stream = await agentOf(task).stream('Say hello.');
    let text = '';
    for await (const piece of stream.textStream) text += piece;
    if (stream.error) throw stream.error;
    return { text };
  },
  async tools(task) {
    let called = 0;
    const celsius = createTool({
      id: 'celsius_in',
      description: 'Temperature in a city.',
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ celsius: z.number() }),
      execute: async () => {
        called++;
        return { celsius: DEGREES };
      },
    });
    const { text } = await agentOf(task, { celsius_in: celsius }).generate(QUESTION, { maxSteps: 4 });
    return { text, called };
  },
  async structured(task) {
    const { object } = await agentOf(task).generate('Invoice 17 over 120 EUR.', {
      structuredOutput: { schema: z.object({ number: z.string(), total: z.number() }) },
    });
    return { parsed: object };
  },
});
