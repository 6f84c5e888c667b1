import { Agent, request } from 'node:http';

/** Request to a server. A request with a body is a POST, otherwise a GET. */
export interface HttpRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Response to one attempt. `status` is 0 if the connection failed. */
export interface Attempt {
  readonly status: number;
  readonly text: string;
}

/** Sends requests over kept connections, with little processor time of its own. */
export class HttpClient {
  readonly #base: string;
  readonly #agent: Agent;

  /** @param connections maximum number of connections */
  constructor(base: string, connections: number) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({ path, headers, body }: HttpRequest): Promise<Attempt> {
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, text: error.message });
      const options = { agent: this.#agent, method: body === undefined ? 'GET' : 'POST', headers };
      const sent = request(this.#base + path, options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', failed);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      });
      sent.once('error', failed);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
