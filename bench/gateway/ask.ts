import { Agent, type IncomingMessage, request } from 'node:http';
import { MOCK_TEXT, MOCK_USAGE } from '../../test/support/mock-upstream.ts';

/** A target of requests: the provider itself, or a gateway in front of it. */
export interface Gateway {
  readonly name: string;
  /** URL of the target's chat completions. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Model or task to request. */
  readonly model: string;
}

export interface Times {
  /** Time to the first byte of text of a stream, or of the complete answer. */
  readonly firstMs: number;
  readonly totalMs: number;
}

export const bodyFor = ({ model }: Gateway, isStreamed: boolean) => ({
  model,
  messages: [{ role: 'user', content: 'Is this a complaint? The parcel came late and open.' }],
  max_tokens: 64,
  ...(isStreamed && { stream: true, stream_options: { include_usage: true } }),
});

/**
 * Sends requests over persistent connections. A request fails unless its answer has status 200, is complete and equals the
 * provider's answer.
 */
export class GatewayClient {
  readonly #agent: Agent;

  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  async ask(gateway: Gateway, isStreamed: boolean): Promise<Times> {
    const body = JSON.stringify(bodyFor(gateway, isStreamed));
    const begin = performance.now();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(gateway.url, {
        agent: this.#agent,
        method: 'POST',
        headers: { ...gateway.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      });
      asked.on('response', resolve).on('error', reject);
      asked.end(body);
    });
    let firstMs = 0;
    const parts: Buffer[] = [];
    for await (const part of answer as AsyncIterable<Buffer>) {
      if (firstMs === 0 && (!isStreamed || part.includes('"content":"word'))) firstMs = performance.now() - begin;
      parts.push(part);
    }
    const totalMs = performance.now() - begin;
    assertRight(gateway.name, answer.statusCode, Buffer.concat(parts).toString(), isStreamed);
    return { firstMs, totalMs };
  }

  close(): void {
    this.#agent.destroy();
  }
}

interface Chunk {
  choices: { delta?: { content?: string | null }; message?: { content: string }; finish_reason: string | null }[];
  usage?: Partial<typeof MOCK_USAGE> | null;
}

function assertRight(name: string, status: number | undefined, text: string, isStreamed: boolean): void {
  const wrong = (what: string) => new Error(`${name}: ${what}: ${status} ${text.slice(0, 500)}`);
  if (status !== 200) throw wrong('no success');
  if (!isStreamed) {
    const { choices, usage } = JSON.parse(text) as Chunk;
    if (choices[0]?.message?.content !== MOCK_TEXT) throw wrong('another text');
    if (usage?.completion_tokens !== MOCK_USAGE.completion_tokens) throw wrong('no usage');
    return;
  }
  if (!text.trimEnd().endsWith('data: [DONE]')) throw wrong('no end');
  const chunks = text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Chunk);
  const said = chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('');
  if (said !== MOCK_TEXT) throw wrong('another text');
  if (!chunks.some(({ choices }) => choices[0]?.finish_reason === 'stop')) throw wrong('no reason');
  if (!chunks.some(({ usage }) => usage?.completion_tokens === MOCK_USAGE.completion_tokens)) throw wrong('no usage');
}
