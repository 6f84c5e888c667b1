import OpenAI from 'openai';
import { zodFunction, zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { BASE_URL, DEGREES, KEY, QUESTION, runAll } from './run.ts';

const client = new OpenAI({ baseURL: BASE_URL, apiKey: KEY });
const Invoice = z.object({ number: z.string(), total: z.number(), due: z.string().nullable() });
const INVOICE = 'Invoice 17 over 120 EUR.';

await runAll({
  async text(model) {
    const { choices, usage } = await client.chat.completions.create({
      model,
      messages: [
        { role: 'developer', content: 'Answer in one sentence.' },
        { role: 'user', content: 'Say hello.' },
      ],
    });
    return { text: choices[0]!.message.content, finish: choices[0]!.finish_reason, tokens: usage?.total_tokens };
  },
  async stream(model) {
    const stream = client.chat.completions.stream({
      model,
      messages: [{ role: 'user', content: 'Say hello.' }],
      stream_options: { include_usage: true },
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    return { text, same: text === (await stream.finalContent()), tokens: (await stream.totalUsage()).total_tokens };
  },
  async conversation(model) {
    const { choices } = await client.chat.completions.create({
      model,
      temperature: 1,
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'My name is Ada.' },
        { role: 'user', content: 'I live in Lisbon.' },
        { role: 'assistant', content: 'Noted.' },
        { role: 'system', content: 'Answer in English.' },
        { role: 'user', content: 'Where do I live?' },
      ],
    });
    return { text: choices[0]!.message.content };
  },
  async tools(model) {
    const runner = client.chat.completions.runTools({
      model,
      messages: [{ role: 'user', content: QUESTION }],
      tools: [
        zodFunction({
          name: 'celsius_in',
          description: 'Temperature in a city.',
          parameters: z.object({ city: z.string() }),
          function: ({ city }) => ({ city, celsius: DEGREES }),
        }),
      ],
    });
    const text = await runner.finalContent();
    return { text, called: runner.messages.filter(({ role }) => role === 'tool').length };
  },
  async structured(model) {
    const completion = await client.chat.completions.parse({
      model,
      messages: [{ role: 'user', content: INVOICE }],
      response_format: zodResponseFormat(Invoice, 'invoice'),
    });
    return { parsed: completion.choices[0]!.message.parsed };
  },
  async jsonMode(model) {
    const { choices } = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: `Give the invoice as an object. ${INVOICE}` }],
      response_format: { type: 'json_object' },
    });
    return { parsed: JSON.parse(choices[0]!.message.content ?? '') };
  },
  async responses(model) {
    const response = await client.responses.create({ model, input: 'Say hello.', instructions: 'Be short.' });
    return { text: response.output_text, status: response.status };
  },
  async responsesTools(model) {
    const tools: OpenAI.Responses.FunctionTool[] = [
      {
        type: 'function',
        name: 'celsius_in',
        description: 'Temperature in a city.',
        strict: false,
        parameters: { type: 'object', properties: { city: { type: 'string' }, unit: { type: 'string' } } },
      },
    ];
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: QUESTION }];
    let called = 0;
    for (let turn = 0; turn < 5; turn++) {
      const response = await client.responses.create({ model, input, tools, store: false });
      const calls = response.output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) return { text: response.output_text, called };
      input.push(...response.output);
      for (const { call_id } of calls) {
        called++;
        input.push({ type: 'function_call_output', call_id, output: JSON.stringify({ celsius: DEGREES }) });
      }
    }
    return { text: '', called };
  },
  async responsesStructured(model) {
    const response = await client.responses.parse({
      model,
      input: INVOICE,
      text: { format: zodTextFormat(Invoice, 'invoice') },
    });
    return { parsed: response.output_parsed };
  },
});
