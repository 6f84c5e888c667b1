import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectRefusal, noteRefusal } from './providers/refusals.ts';
import { type DialectName, refusalOf } from './providers/strict/index.ts';
import { errorOf, reasoningChunk, streamedAnswer, type WholeAnswer, wholeAnswer } from './upstream/chat-dialect.ts';
import { FINE, type Mood, type Thinking } from './upstream/moods.ts';

export { MOCK_TEXT, MOCK_USAGE } from './upstream/chat-dialect.ts';
export { downFor, type Mood } from './upstream/moods.ts';

/** A request as it came. */
export interface MockRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly model: string;
  readonly isStreamed: boolean;
  /** The key that was shown. */
  readonly key: string;
  readonly mood: Mood['is'];
  /** `performance.now()` when it was complete. */
  readonly atMs: number;
  /** Whether the caller went before it had all of the answer; known when the connection closes. */
  isAborted: boolean;
}

interface MockOptions {
  port?: number;
  /** Off in a measurement, as are the rules of providers: what is kept of a hundred thousand requests would be measured as well. */
  records?: boolean;
  /** Between two chunks of a stream; 0: as fast as they can be sent, each by itself. */
  chunkMs?: number;
}

/**
 * A provider with an OpenAI-compatible surface on the loopback, whose moods are scripted: by the key it is shown, by the model it
 * is asked for, or for whatever comes next. Any path that ends in `/chat/completions` is answered.
 */
export class MockUpstream {
  readonly requests: MockRequest[] = [];
  readonly #server: Server;
  readonly #records: boolean;
  readonly #chunkMs: number;
  readonly #queues = new Map<string, Mood[]>();
  readonly #moods = new Map<string, Mood>();
  #decide: ((request: Pick<MockRequest, 'key' | 'model' | 'text'>) => Mood) | null = null;
  readonly #prepared = new Map<string, { chunks: Buffer[]; whole: Buffer }>();
  #count = 0;
  #openStreams = 0;

  private constructor({ records = true, chunkMs = 0 }: MockOptions) {
    this.#records = records;
    this.#chunkMs = chunkMs;
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
      this.#answer(req, res).catch(() => res.destroy());
    });
  }

  static async start(options: MockOptions = {}): Promise<MockUpstream> {
    const upstream = new MockUpstream(options);
    upstream.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(upstream.#server, 'listening');
    return upstream;
  }

  /** Base URL for clients: `…/v1`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** How many requests came, also where they are not kept. */
  get count(): number {
    return this.#count;
  }

  /** Answers that are under way. */
  get openStreams(): number {
    return this.#openStreams;
  }

  /** From now on, for a key or a model; `*` for all that have no mood of their own. */
  isAlways(who: string, mood: Mood): this {
    this.#moods.set(who, mood);
    return this;
  }

  /** For the next requests, one mood each; then as always. */
  next(who: string, ...moods: readonly Mood[]): this {
    this.#queues.set(who, [...(this.#queues.get(who) ?? []), ...moods]);
    return this;
  }

  /** From now on, by what is asked. */
  decides(decide: (request: Pick<MockRequest, 'key' | 'model' | 'text'>) => Mood): this {
    this.#decide = decide;
    return this;
  }

  /** Well-disposed again, and nothing remembered. */
  reset(): void {
    this.#queues.clear();
    this.#moods.clear();
    this.requests.length = 0;
    this.#count = 0;
  }

  /** Announces that this test sends a request that breaks the rule. Any other refusal fails the test. */
  expectRefusal(rule: string): this {
    expectRefusal(this, rule);
    return this;
  }

  /** Requests for a model. */
  of(model: string): MockRequest[] {
    return this.requests.filter((request) => request.model === model);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    // For who measures from another process.
    if (req.url === '/count') {
      res.end(String(this.#count));
      return;
    }
    if (!req.url?.endsWith('/chat/completions') || req.method !== 'POST') {
      return refuse(res, 404, errorOf(`Unknown path ${req.url}`, 'invalid_request_error', null));
    }
    this.#count++;
    const body = JSON.parse(text) as { model?: string; stream?: boolean; messages?: { role: string }[] };
    const model = body.model ?? '';
    const key = String(req.headers.authorization ?? req.headers['x-api-key'] ?? '').replace(/^Bearer /, '');
    const mood = this.#decide?.({ key, model, text }) ?? this.#moodFor(key, model);
    const isStreamed = body.stream === true;
    const request: MockRequest = {
      path: req.url,
      headers: req.headers,
      text,
      model,
      isStreamed,
      key,
      mood: mood.is,
      atMs: performance.now(),
      isAborted: false,
    };
    if (this.#records) this.requests.push(request);
    this.#openStreams++;
    res.once('close', () => {
      this.#openStreams--;
      request.isAborted = !res.writableFinished && mood.is !== 'cutting' && mood.is !== 'resetting';
    });
    const dialect = dialectOf(model);
    const refusal = this.#records ? refusalOf(dialect, { path: req.url, headers: req.headers, body }) : null;
    if (refusal) {
      noteRefusal(this, `The upstream, as ${dialect},`, refusal);
      return refuse(res, refusal.status, JSON.stringify(refusal.body));
    }
    const isPrefilled = body.messages?.at(-1)?.role === 'assistant';
    await this.#play(mood, { res, model, isStreamed, isPrefilled });
  }

  #moodFor(key: string, model: string): Mood {
    for (const who of [key, model, '*']) {
      const mood = this.#queues.get(who)?.shift();
      if (mood) return mood;
    }
    return this.#moods.get(key) ?? this.#moods.get(model) ?? this.#moods.get('*') ?? FINE;
  }

  async #play(mood: Mood, { res, model, isStreamed, isPrefilled }: Scene): Promise<void> {
    switch (mood.is) {
      case 'fine':
        return this.#give(res, isStreamed, this.#contentFor(model, mood));
      case 'refusing':
        return refuse(
          res,
          mood.status,
          errorOf(
            mood.status === 429 ? 'Rate limit reached.' : 'The server had an error.',
            mood.status === 429 ? 'requests' : 'server_error',
            mood.code ?? (mood.status === 429 ? 'rate_limit_exceeded' : null),
          ),
          mood.retryAfter,
        );
      case 'resetting':
        res.socket?.resetAndDestroy();
        return;
      case 'silent':
        return;
      case 'slow':
        if (isStreamed) begin(res);
        await sleep(mood.firstTokenMs);
        return this.#give(res, isStreamed, this.#contentFor(model, {}));
      case 'thinking':
        return this.#think(mood, { res, model, isStreamed, isPrefilled });
      case 'cutting':
      case 'stalling':
      case 'garbling':
      case 'ending-early':
        return this.#breakOff(mood, res, isStreamed, this.#contentFor(model, {}));
      case 'without-done': {
        const { chunks, whole } = this.#contentFor(model, {});
        return this.#give(res, isStreamed, { whole, chunks: chunks.slice(0, -1) });
      }
      case 'context-exceeded':
        return refuse(
          res,
          400,
          errorOf(
            "This model's maximum context length is 8192 tokens.",
            'invalid_request_error',
            'context_length_exceeded',
          ),
        );
      case 'filtering':
        if (mood.inAnswer) {
          return this.#give(res, isStreamed, this.#contentFor(model, { text: '', finishReason: 'content_filter' }));
        }
        return refuse(res, 400, errorOf('The content was filtered.', 'invalid_request_error', 'content_filter'));
      case 'refusing-prefill':
        if (!isPrefilled) return this.#give(res, isStreamed, this.#contentFor(model, {}));
        return refuse(
          res,
          400,
          errorOf('This model does not support assistant message prefill.', 'invalid_request_error', null),
        );
      case 'sending': {
        res.writeHead(200, { 'content-type': mood.contentType });
        for (let time = 0; time < (mood.times ?? 1) && !res.destroyed; time++) {
          if (!res.write(mood.body)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
        }
        res.end();
        return;
      }
    }
  }

  async #think(
    { thinks, keepsAliveMs, reasoning, pausesMs }: Thinking,
    { res, model, isStreamed }: Scene,
  ): Promise<void> {
    const { chunks, whole } = this.#contentFor(model, {});
    let isThinking = true;
    const over = Promise.race([typeof thinks === 'number' ? sleep(thinks) : thinks, once(res, 'close')]).then(() => {
      isThinking = false;
    });
    if (keepsAliveMs !== undefined) {
      if (isStreamed) begin(res);
      else res.writeHead(200, { 'content-type': 'application/json' });
      while (isThinking && !res.destroyed) {
        res.write(isStreamed ? ': keep-alive\n\n' : '\n');
        await Promise.race([sleep(keepsAliveMs), over]);
      }
    }
    await over;
    if (res.destroyed) return;
    if (!isStreamed) {
      if (!res.headersSent) res.writeHead(200, { 'content-type': 'application/json' });
      res.end(whole);
      return;
    }
    begin(res);
    for (let piece = 1; reasoning && piece <= reasoning.pieces && !res.destroyed; piece++) {
      res.write(reasoningChunk(model, `thought ${piece} `));
      await sleep(reasoning.everyMs);
    }
    const half = pausesMs === undefined ? 0 : Math.floor(chunks.length / 2);
    for (const chunk of chunks.slice(0, half)) res.write(chunk);
    if (pausesMs !== undefined) await Promise.race([sleep(pausesMs), once(res, 'close')]);
    for (const chunk of chunks.slice(half)) {
      if (res.destroyed) return;
      res.write(chunk);
      await this.#pause();
    }
    res.end();
  }

  async #breakOff(
    mood: Extract<Mood, { afterChunks: number }>,
    res: ServerResponse,
    isStreamed: boolean,
    { chunks, whole }: Content,
  ): Promise<void> {
    if (isStreamed) {
      begin(res);
      for (const chunk of chunks.slice(0, mood.afterChunks)) {
        res.write(chunk);
        await this.#pause();
      }
    } else if (mood.is !== 'ending-early' && mood.is !== 'garbling') {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
      res.write(whole.subarray(0, whole.length / 2));
    }
    if (mood.is === 'cutting') {
      // What was written has to be on its way before the connection goes.
      await sleep(5);
      res.destroy();
    } else if (mood.is === 'garbling') {
      if (isStreamed) res.write('data: {"choices":[{"delta":{"content": oops\n\n');
      else res.writeHead(200, { 'content-type': 'application/json' }).write('{"id": oops');
      res.end();
    } else if (mood.is === 'ending-early') {
      if (!isStreamed)
        res.writeHead(200, { 'content-type': 'application/json' }).write(whole.subarray(0, whole.length / 2));
      res.end();
    }
  }

  async #give(res: ServerResponse, isStreamed: boolean, { chunks, whole }: Content): Promise<void> {
    if (!isStreamed) {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
      res.end(whole);
      return;
    }
    begin(res);
    for (const chunk of chunks) {
      if (res.destroyed) return;
      res.write(chunk);
      await this.#pause();
    }
    res.end();
  }

  /** Each chunk is a packet of its own, as those of real ones are. */
  #pause(): Promise<unknown> {
    return this.#chunkMs > 0 ? sleep(this.#chunkMs) : new Promise((resolve) => setImmediate(resolve));
  }

  #contentFor(model: string, answer: WholeAnswer): Content {
    const isPlain = answer.text === undefined && !answer.toolCall && !('usage' in answer) && !answer.finishReason;
    const known = isPlain ? this.#prepared.get(model) : undefined;
    if (known) return known;
    const content = {
      chunks: streamedAnswer(model, answer).map((chunk) => Buffer.from(chunk)),
      whole: Buffer.from(wholeAnswer(model, answer)),
    };
    if (isPlain) this.#prepared.set(model, content);
    return content;
  }
}

interface Scene {
  res: ServerResponse;
  model: string;
  isStreamed: boolean;
  isPrefilled: boolean;
}

interface Content {
  chunks: Buffer[];
  whole: Buffer;
}

/** Whose rules a request has to keep, by the model that it is for. */
function dialectOf(model: string): DialectName {
  if (model.startsWith('gpt-6')) return 'openai-chat';
  if (model.startsWith('deepseek')) return 'deepseek';
  if (model.startsWith('mistral')) return 'mistral';
  return model.startsWith('sonar') ? 'perplexity' : 'own';
}

function begin(res: ServerResponse): void {
  if (res.headersSent) return;
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  res.flushHeaders();
}

function refuse(res: ServerResponse, status: number, body: string, retryAfter?: string): void {
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  });
  res.end(body);
}
