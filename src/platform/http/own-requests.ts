import { Agent, createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What the service asks of itself before it takes requests. It has to change nothing. */
export interface OwnRequest {
  path: string;
  /** Left out: a GET. */
  body?: object;
  /** Sent along with a credential. */
  isOperators?: boolean;
  /** Left out: anything. */
  accept?: string;
}

const own = new WeakSet<Server>();

/** Whether a request is one that the service asks of itself: nobody's, to be counted and logged for nobody. */
export function isOwn({ socket }: IncomingMessage): boolean {
  const { server } = socket as Socket & { server?: Server };
  return server !== undefined && own.has(server);
}

/** Asks the service as others will, over a port of its own that nobody else hears of, while the real one takes nothing yet. */
export class OwnRequests {
  readonly #server: Server;
  readonly #agent: Agent;
  readonly #token: string;

  private constructor(server: Server, token: string) {
    this.#server = server;
    this.#token = token;
    this.#agent = new Agent({ keepAlive: true });
  }

  /** @param token what an operator's requests show */
  static async open(app: RequestListener, token: string): Promise<OwnRequests> {
    const server = createServer(app);
    own.add(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return new OwnRequests(server, token);
  }

  /** The status it is answered with; the answer is read to its end. */
  ask({ path, body, isOperators, accept = '*/*' }: OwnRequest): Promise<number> {
    const { port } = this.#server.address() as AddressInfo;
    const text = body && JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port,
          path,
          method: text === undefined ? 'GET' : 'POST',
          headers: {
            accept,
            ...(isOperators && { authorization: `Bearer ${this.#token}` }),
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
        },
        (answer) => {
          answer.on('error', reject);
          answer.once('end', () => resolve(answer.statusCode!));
          answer.resume();
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
