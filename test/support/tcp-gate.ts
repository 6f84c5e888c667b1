import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './service-process.ts';

/** A door between a service and whom it talks to, its database or a browser, that can be shut. */
export class TcpGate implements AsyncDisposable {
  readonly url: string;
  readonly #port: number;
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #mostBytes = Number.POSITIVE_INFINITY;

  private constructor(targetUrl: string, port: number) {
    const { hostname, port: targetPort } = new URL(targetUrl);
    this.#target = { host: hostname, port: Number(targetPort) };
    this.#port = port;
    this.url = Object.assign(new URL(targetUrl), { host: `127.0.0.1:${port}` }).toString();
  }

  /** A shut one. */
  static async before(targetUrl: string): Promise<TcpGate> {
    return new TcpGate(targetUrl, await freePort());
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(this.#target);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
      let bytes = 0;
      socket.on('data', ({ length }) => {
        bytes += length;
        if (bytes > this.#mostBytes) socket.destroy();
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
  }

  /** New connections are refused; those that are through stay. */
  shut(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  /** Cuts each connection in the middle of what is sent, once so much has come through it; null: none any more. */
  cutAfter(bytes: number | null): void {
    this.#mostBytes = bytes ?? Number.POSITIVE_INFINITY;
  }

  /** Nothing goes through any more, and nobody is told: as with a server that hangs. Until it is cut. */
  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Shuts it on those that are through as well. */
  cut(): void {
    this.shut();
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
  }
}
