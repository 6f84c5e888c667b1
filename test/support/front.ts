import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** One address before one service after another, as a name is moved from machine to machine. Some paths it may answer itself. */
export class Front implements AsyncDisposable {
  /** Where requests go on to. */
  target = '';
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #own = new Map<string, Answer>();

  static async before(target: string): Promise<Front> {
    const front = new Front();
    front.target = target;
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers a path with so much of its own, till it is told otherwise. */
  set(path: string, status: number, body: string | Uint8Array = ''): void {
    this.#own.set(path, (_request, response) => response.writeHead(status).end(body));
  }

  clear(): void {
    this.#own.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const own = this.#own.get(request.url!);
    if (own) return own(request, response);
    try {
      const answer = await fetch(this.target + request.url);
      const lastModified = answer.headers.get('last-modified');
      response
        .writeHead(answer.status, lastModified ? { 'last-modified': lastModified } : {})
        .end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.writeHead(502).end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
