import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { customerWithKey } from '../../customers/graph.ts';
import { mcpClient } from '../../mcp/support.ts';
import { drawing, ImageServer } from '../../renders/image-server.ts';
import { agentOf } from '../../support/agents.ts';
import { type Api, type ApiOptions, startApi } from '../../support/api.ts';
import { MOCK_TEXT, MockUpstream } from '../../support/mock-upstream.ts';

/** May take 900 s, and its first model is one of DeepSeek's. */
const TASK = 'deep-reasoning/long-reasoning';
const QUESTION = [{ role: 'user' as const, content: 'Which of the two readings of clause 7 holds?' }];
const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) {
  ... on RanTask { answer { text } } ... on TaskFailed { failure } ... on Problem { code message } } }`;

export interface SlowService extends AsyncDisposable {
  api: Api;
  /** Of the customer that asks. */
  token: string;
  /** What is asked of `/v1/chat/completions`. */
  chat: OpenAI.ChatCompletionCreateParamsNonStreaming;
  texts: MockUpstream;
  /** Each asks for something that takes long, and gives what it got. */
  doors: Readonly<Record<string, (signal?: AbortSignal) => Promise<string>>>;
}

export { MOCK_TEXT };
export const PICTURE = 'a picture';

/** A service whose providers answer after so long and say nothing before. */
export async function startSlowService(answerAfterMs: number, options: ApiOptions = {}): Promise<SlowService> {
  const texts = await MockUpstream.start();
  texts.isAlways('*', { is: 'slow', firstTokenMs: answerAfterMs });
  const pictures = await ImageServer.start();
  pictures.answer = async (res, body) => {
    await sleep(answerAfterMs);
    await drawing(64, 64)(res, body);
  };
  const api = await startApi({
    ...options,
    env: {
      DEEPSEEK_BASE_URL: texts.url,
      DEEPSEEK_API_KEY: 'sk-of-texts-0123456789',
      OPENAI_BASE_URL: pictures.url,
      OPENAI_API_KEY: 'sk-of-pictures-0123456789',
      SANDBOX: '0',
      ...options.env,
    },
  });
  const { as, token } = await customerWithKey(api, { plan: 'PRO' });
  const agent = await agentOf(api, as);
  const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: token, maxRetries: 0, timeout: 3_600_000 });
  const chat = { model: TASK, messages: QUESTION };
  return {
    api,
    token,
    chat,
    texts,
    doors: {
      '/v1/chat/completions': async (signal) =>
        (await client.chat.completions.create(chat, { signal })).choices[0]!.message.content!,
      '/v1/chat/completions, streamed': async (signal) => {
        let text = '';
        for await (const { choices } of await client.chat.completions.create({ ...chat, stream: true }, { signal }))
          text += choices[0]?.delta.content ?? '';
        return text;
      },
      '/v1/responses': async (signal) =>
        (await client.responses.create({ model: TASK, input: QUESTION }, { signal })).output_text,
      '/v1/images/generations': async (signal) =>
        (await client.images.generate({ model: 'media/image', prompt: 'A red fox' }, { signal })).data![0]!.b64_json
          ? PICTURE
          : 'nothing',
      runTask: async (signal) => {
        const response = await api.fetch('/graphql', {
          method: 'POST',
          as,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            query: RUN_TASK,
            variables: { input: { task: TASK, messages: [{ role: 'USER', content: QUESTION[0]!.content }] } },
          }),
          ...(signal && { signal }),
        });
        const body = (await response.json()) as { data: { runTask: { answer?: { text: string } } } };
        return body.data.runTask.answer?.text ?? JSON.stringify(body);
      },
      MCP: async (signal) => {
        const mcp = await mcpClient(api, agent.as.bearer);
        const { structuredContent, content } = await mcp.client.callTool(
          { name: 'run_task', arguments: { task: TASK, messages: [{ role: 'USER', content: QUESTION[0]!.content }] } },
          { timeout: 3_600_000, ...(signal && { signal }) },
        );
        await mcp.close();
        return (structuredContent as { text?: string } | undefined)?.text ?? JSON.stringify(content);
      },
    },
    async [Symbol.asyncDispose]() {
      await api.stop();
      await texts.stop();
      await pictures.stop();
    },
  };
}
