import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { BASE_URL, DEGREES, KEY, QUESTION, runAll } from './run.ts';

const chat = (model: string) => new ChatOpenAI({ model, apiKey: KEY, configuration: { baseURL: BASE_URL } });
const Invoice = z.object({ number: z.string(), total: z.number() });

const celsius = tool(async () => JSON.stringify({ celsius: DEGREES }), {
  name: 'celsius_in',
  description: 'Temperature in a city.',
  schema: z.object({ city: z.string() }),
});

async function loop(model: ReturnType<ChatOpenAI['bindTools']>) {
  const messages: (HumanMessage | ToolMessage | Awaited<ReturnType<typeof model.invoke>>)[] = [
    new HumanMessage(QUESTION),
  ];
  let called = 0;
  for (let turn = 0; turn < 5; turn++) {
    const answer = await model.invoke(messages);
    messages.push(answer);
    if (!answer.tool_calls?.length) return { text: answer.text, called };
    for (const call of answer.tool_calls) {
      called++;
      messages.push(await celsius.invoke(call));
    }
  }
  return { text: '', called };
}

await runAll({
  async text(task) {
    const { text } = await chat(task).invoke('Say hello.');
    return { text };
  },
  async stream(task) {
    let text = '';
    for await (const chunk of await chat(task).stream('Say hello.')) text += chunk.text;
    return { text };
  },
  tools: (task) => loop(chat(task).bindTools([celsius])),
  'strict tools': (task) => loop(chat(task).bindTools([celsius], { strict: true })),
  async structured(task) {
    return { parsed: await chat(task).withStructuredOutput(Invoice).invoke('Invoice 17 over 120 EUR.') };
  },
  async 'structured by a tool'(task) {
    const model = chat(task).withStructuredOutput(Invoice, { method: 'functionCalling' });
    return { parsed: await model.invoke('Invoice 17 over 120 EUR.') };
  },
});
