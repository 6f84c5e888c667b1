import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

/** A request as it came. */
export interface Received {
  headers: IncomingHttpHeaders;
  /** The very text. */
  body: string;
}

type Answer = (response: ServerResponse, received: Received, number: number) => void | Promise<void>;

/** Where webhooks arrive: a server on the loopback interface with a path for each test. */
export class Receiver {
  readonly authority: string;
  readonly #server: Server;
  readonly #received = new Map<string, Received[]>();
  readonly #answers = new Map<string, Answer>();
  #paths = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', async (request, response) => {
      const path = request.url!;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      const all = this.at(path);
      all.push(received);
      const answer = this.#answers.get(path) ?? ((res: ServerResponse) => void res.writeHead(204).end());
      await answer(response, received, all.length);
    });
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Receiver(server);
  }

  /** An address of its own, answered with 204 or as said. */
  address(answer?: Answer): string {
    const path = `/hook-${++this.#paths}`;
    if (answer) this.#answers.set(path, answer);
    return `http://${this.authority}${path}`;
  }

  /** From now on. */
  answer(url: string, answer: Answer): void {
    this.#answers.set(new URL(url).pathname, answer);
  }

  /** What has come there. */
  at(url: string): Received[] {
    const path = url.startsWith('/') ? url : new URL(url).pathname;
    const known = this.#received.get(path) ?? [];
    this.#received.set(path, known);
    return known;
  }

  /** Waits until so many have come. */
  async come(url: string, count = 1): Promise<Received[]> {
    await expect.poll(() => this.at(url).length).toBeGreaterThanOrEqual(count);
    return this.at(url);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
