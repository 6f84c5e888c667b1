import OpenAI from 'openai';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { mutate, STORED_SERVER } from '../../providers/support.ts';
import { type Api, type ApiOptions, type Json, startApi } from '../../support/api.ts';
import type { Asked, Reply } from '../../support/providers/fake-provider.ts';
import { json, sse } from '../../support/providers/protocols.ts';
import { answering, strictStandIns } from '../../support/providers/stand-ins.ts';

/** A task of each provider. */
export const TASK_OF: Readonly<Record<CalledProvider, string>> = {
  openai: 'fast-execution/field-extraction',
  anthropic: 'human-phrasing/warm-tone',
  deepseek: 'deep-reasoning/long-reasoning',
  mistral: 'human-phrasing/bilingual-outbound',
  xai: 'case-scanning/wide-window',
  google: 'case-scanning/fast-scan',
  perplexity: 'case-scanning/cited-retrieval',
  own: 'human-phrasing/local-draft',
};

export const TOOL = {
  type: 'function' as const,
  function: { name: 'look_up', parameters: { type: 'object', properties: { of: { type: 'string' } } } },
};
const FLAT_TOOL = { type: 'function' as const, name: 'look_up', parameters: TOOL.function.parameters, strict: false };

/** A whole service with stand-ins for all providers, and a customer with a server of its own. */
export class Answers {
  /** What each provider replies next; what none is said of, it answers as always. */
  readonly replies = new Map<CalledProvider, (asked: Asked) => Reply>();
  readonly api: Api;
  readonly token: string;
  readonly client: OpenAI;
  readonly customerId: string;
  readonly #standIns: Awaited<ReturnType<typeof strictStandIns>>;

  private constructor(
    api: Api,
    { customer, token }: Awaited<ReturnType<typeof customerWithKey>>,
    standIns: Awaited<ReturnType<typeof strictStandIns>>,
    replies: Answers['replies'],
  ) {
    this.api = api;
    this.token = token;
    this.customerId = customer.id;
    this.client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: token, maxRetries: 0 });
    this.#standIns = standIns;
    this.replies = replies;
  }

  static async start(options: ApiOptions = {}): Promise<Answers> {
    const replies: Answers['replies'] = new Map();
    const standIns = await strictStandIns({
      reply: (provider, asked) => replies.get(provider)?.(asked) ?? answering(provider, asked),
    });
    const api = await startApi({ works: false, ...options, env: { ...standIns.env, ...options.env } });
    const customer = await customerWithKey(api, { plan: 'PRO', softCapMicros: null });
    const server = { baseUrl: `${standIns.fakes.get('own')!.url}/v1`, key: 'a-key-of-an-own-server' };
    const stored = await mutate(api, 'setOwnServer', server, STORED_SERVER, customer.as);
    if (stored.__typename !== 'StoredOwnServer') throw new Error(JSON.stringify(stored));
    return new Answers(api, customer, standIns, replies);
  }

  /** Requests that a provider had. */
  asked(provider: CalledProvider): Asked[] {
    return this.#standIns.fakes.get(provider)!.asked;
  }

  /** The choice of a whole chat completion, and all of its body. */
  async chat(task: string, more: Json = {}): Promise<{ choice: Json; body: Json }> {
    const body = (await this.client.chat.completions.create({
      model: task,
      messages: [{ role: 'user', content: 'Look it up.' }],
      ...more,
    } as never)) as unknown as Json;
    return { choice: body.choices[0], body };
  }

  /** The same of a stream, put together by the client. */
  async chatStream(task: string, more: Json = {}): Promise<{ choice: Json; chunks: Json[] }> {
    const chunks: Json[] = [];
    const stream = this.client.chat.completions.stream({
      model: task,
      messages: [{ role: 'user', content: 'Look it up.' }],
      stream_options: { include_usage: true },
      ...more,
    } as never);
    stream.on('chunk', (chunk) => chunks.push(chunk as never));
    const { choices } = await stream.finalChatCompletion();
    return { choice: choices[0] as Json, chunks };
  }

  async responses(task: string, more: Json = {}): Promise<Json> {
    return (await this.client.responses.create({ model: task, input: 'Look it up.', ...more } as never)) as never;
  }

  /** The last response of a stream, and its events. */
  async responsesStream(task: string, more: Json = {}): Promise<{ response: Json; events: Json[] }> {
    const events: Json[] = [];
    const stream = this.client.responses.stream({ model: task, input: 'Look it up.', ...more } as never);
    for await (const event of stream) events.push(event as never);
    return { response: (await stream.finalResponse()) as never, events };
  }

  /** What `runTask` gives. */
  async runTask(task: string, more: Json = {}): Promise<Json> {
    const { data, errors } = await this.api.graphql(RUN_TASK, {
      as: { bearer: this.token },
      variables: { input: { task, messages: [{ role: 'USER', content: 'Look it up.' }], ...more } },
    });
    if (!data) throw new Error(JSON.stringify(errors));
    return data.runTask;
  }

  /** The newest run of the log. */
  async newestRun(fields: string): Promise<Json> {
    const { data } = await this.api.graphql(`{ runs(first: 1) { nodes { ${fields} } } }`, { as: 'operator' });
    return data.runs.nodes[0];
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.#standIns.stop();
  }
}

const ANSWER = 'answer { text refusal reasoning toolCalls { id name argumentsText } }';
const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) {
  __typename
  ... on RanTask { outcome { outputMismatch { kind message pointer } finishReason warnings attempts inputTokens outputTokens totalInputTokens totalOutputTokens } ${ANSWER} }
  ... on OutputWithMismatch { pointer outcome { outputMismatch { kind message pointer } } ${ANSWER} }
  ... on Problem { code message }
} }`;

const head = { id: 'chatcmpl-1', created: 1_790_000_000, model: 'answering-model' };
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

/** An answer in OpenAI's chat dialect, as a server spells it. */
export const wholeChat = (message: Json, finish = 'stop'): Reply =>
  json({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage,
  });

export const streamedChat = (deltas: readonly Json[], finish = 'stop'): Reply =>
  sse([
    ...deltas.map((delta) =>
      data({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] }),
    ),
    data({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    data({ ...head, object: 'chat.completion.chunk', choices: [], usage }),
    'data: [DONE]\n\n',
  ]);

export const withTool = { tools: [TOOL] };
export const withFlatTool = { tools: [FLAT_TOOL] };
export const withGraphTool = {
  tools: [{ name: 'look_up', description: 'Looks things up.', parameters: TOOL.function.parameters }],
};
