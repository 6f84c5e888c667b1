import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { expectRefusal, noteRefusal } from './refusals.ts';
import { dialectOf, refusalOf, type ServerOptions } from './strict/index.ts';

/** A request as it came. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: each protocol has its own
  body: any;
  /** Resolves when the other side has closed the connection. */
  gone: Promise<void>;
}

type Chunk = string | Uint8Array | Wait;

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Written one after the other. */
  chunks?: readonly Chunk[] | AsyncIterable<Chunk>;
  /** `CUT` closes the socket in the middle, `HANG` says nothing more, `END` is an end as it should be. */
  end?: 'END' | 'CUT' | 'HANG';
}

export class Wait {
  readonly for: Promise<unknown>;

  constructor(work: Promise<unknown> | number) {
    this.for = typeof work === 'number' ? sleep(work) : work;
  }
}

/** A provider of models on the loopback interface that answers as it is told. It refuses what the real one refuses. */
export class FakeProvider {
  readonly asked: Asked[] = [];
  reply: (asked: Asked) => Reply | Promise<Reply>;
  /** The provider whose rules requests have to keep. Null: none. */
  provider: CalledProvider | null;
  options: ServerOptions = {};
  readonly #server: Server;

  private constructor(server: Server, reply: FakeProvider['reply'], provider: CalledProvider | null) {
    this.#server = server;
    this.reply = reply;
    this.provider = provider;
    server.on('request', (request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  }

  /** For one test. */
  static async start(reply: FakeProvider['reply'], provider: CalledProvider | null = null): Promise<FakeProvider> {
    const fake = await FakeProvider.startFor(reply, provider);
    onTestFinished(() => fake.stop());
    return fake;
  }

  /** For several tests, to be stopped by who started it. */
  static async startFor(reply: FakeProvider['reply'], provider: CalledProvider | null = null): Promise<FakeProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FakeProvider(server, reply, provider);
  }

  get url(): string {
    return `http://${this.authority}`;
  }

  get authority(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Announces that this test sends a request that breaks the rule. Any other refusal fails the test. */
  expectRefusal(rule: string): this {
    expectRefusal(this, rule);
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const gone = once(response, 'close').then(() => {});
    const asked: Asked = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
      gone,
    };
    this.asked.push(asked);
    const {
      status = 200,
      headers = {},
      chunks = [],
      end = 'END',
    } = this.#refusalOf(asked) ?? (await this.reply(asked));
    if (status === 0) {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, headers);
    response.flushHeaders();
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (chunk instanceof Wait) await chunk.for;
      else if (!response.write(chunk)) await Promise.race([once(response, 'drain'), gone]);
    }
    if (end === 'END') response.end();
    else if (end === 'CUT') {
      await new Promise((resolve) => setImmediate(resolve));
      request.socket.destroy();
    }
  }

  #refusalOf(asked: Asked): Reply | null {
    if (this.provider === null || asked.method !== 'POST') return null;
    const refusal = refusalOf(dialectOf(this.provider, asked.path), asked, this.options);
    if (!refusal) return null;
    noteRefusal(this, `The stand-in of ${this.provider}`, refusal);
    const { status, headers, body } = refusal;
    return { status, headers: { ...headers }, chunks: [typeof body === 'string' ? body : JSON.stringify(body)] };
  }
}
