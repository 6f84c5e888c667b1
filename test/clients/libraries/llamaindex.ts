import { OpenAI } from '@llamaindex/openai';
import { tool } from 'llamaindex';
import { z } from 'zod';
import { BASE_URL, DEGREES, KEY, QUESTION, runAll } from './run.ts';

const llm = (model: string) => new OpenAI({ model, apiKey: KEY, baseURL: BASE_URL });
const user = (content: string) => [{ role: 'user' as const, content }];

await runAll({
  async text(task) {
    const { message } = await llm(task).chat({ messages: user('Say hello.') });
    return { text: message.content };
  },
  async stream(task) {
    let text = '';
    for await (const { delta } of await llm(task).chat({ messages: user('Say hello.'), stream: true })) text += delta;
    return { text };
  },
  async tools(task) {
    let called = 0;
    const celsius = tool({
      name: 'celsius_in',
      description: 'Temperature in a city.',
      parameters: z.object({ city: z.string() }),
      execute: () => {
        called++;
        return { celsius: DEGREES };
      },
    });
    const { newMessages, toolCalls } = await llm(task).exec({ messages: user(QUESTION), tools: [celsius] });
    if (toolCalls.length === 0) return { text: newMessages.at(-1)?.content, called };
    const messages = [...user(QUESTION), ...newMessages];
    const last = await llm(task).exec({ messages, tools: [celsius] });
    return { text: last.newMessages.at(-1)?.content, called };
  },
  async structured(task) {
    const { message } = await llm(task).chat({
      messages: user('Invoice 17 over 120 EUR, as JSON.'),
      responseFormat: z.object({ number: z.string(), total: z.number() }),
    });
    return { parsed: JSON.parse(String(message.content)) };
  },
});
