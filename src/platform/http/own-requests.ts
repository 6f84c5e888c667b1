import { Agent, createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request that the service sends to itself before it accepts traffic. The request must change nothing. */
export interface OwnRequest {
  path: string;
  /** JSON body of a POST request. Default: a GET request without a body. */
  body?: object;
  /** True to send the request with an operator's credential. */
  isOperators?: boolean;
  /** Value of the `Accept` header. Default: any media type. */
  accept?: string;
}

const own = new WeakSet<Server>();

/** True for a request that the service sends to itself. Such requests aren't counted or logged. */
export function isOwn({ socket }: IncomingMessage): boolean {
  const { server } = socket as Socket & { server?: Server };
  return server !== undefined && own.has(server);
}

/** Sends requests to the service over a private port, while the public port isn't open yet. */
export class OwnRequests {
  readonly #server: Server;
  readonly #agent: Agent;
  readonly #token: string;

  private constructor(server: Server, token: string) {
    this.#server = server;
    this.#token = token;
    this.#agent = new Agent({ keepAlive: true });
  }

  /** Opens the private port. @param token credential of requests with `isOperators` */
  static async open(app: RequestListener, token: string): Promise<OwnRequests> {
    const server = createServer(app);
    own.add(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return new OwnRequests(server, token);
  }

  /** Sends a request, reads the whole response and returns its status. */
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
