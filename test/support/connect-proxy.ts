import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A forwarding proxy as companies have them: CONNECT for TLS, whole addresses for plain HTTP. It alone knows the names. */
export class ConnectProxy implements AsyncDisposable {
  /** Such as `CONNECT models.example.net:443` and `GET http://models.example.net/x`. */
  readonly seen: string[] = [];
  /** `Proxy-Authorization` of each request. */
  readonly credentials: (string | undefined)[] = [];
  /** Where each host leads: `host:port` by `host:port`. Others are answered with 403. */
  readonly leads = new Map<string, string>();
  /** Where all others lead; null: nowhere. */
  rest: string | null = null;
  /** What has to be shown; null: nothing. */
  needs: string | null = null;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((req, res) => {
      const url = new URL(req.url!);
      this.#note(`${req.method} ${req.url}`, req.headers['proxy-authorization']);
      const status = this.#refusal(`${url.hostname}:${url.port || 80}`, req.headers['proxy-authorization']);
      if (status) return void res.writeHead(status).end();
      const [host, port] = this.#lead(`${url.hostname}:${url.port || 80}`)!;
      const { 'proxy-authorization': _mine, ...headers } = req.headers;
      const on = request({ host, port, path: url.pathname + url.search, method: req.method, headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      });
      on.on('error', () => res.destroy());
      req.pipe(on);
    });
    this.#server.on('connect', (req, socket: Socket, head: Buffer) => {
      socket.on('error', () => {});
      this.#note(`CONNECT ${req.url}`, req.headers['proxy-authorization']);
      const status = this.#refusal(req.url!, req.headers['proxy-authorization']);
      if (status) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
      const [host, port] = this.#lead(req.url!)!;
      const on = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        on.write(head);
        on.pipe(socket).pipe(on);
      });
      on.on('error', () => socket.destroy());
      socket.on('close', () => on.destroy());
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<ConnectProxy> {
    const proxy = new ConnectProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get authority(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Targets of CONNECT since it started. */
  get tunnels(): string[] {
    return this.seen.flatMap((line) => (line.startsWith('CONNECT ') ? [line.slice('CONNECT '.length)] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #note(line: string, credentials: string | undefined): void {
    this.seen.push(line);
    this.credentials.push(credentials);
  }

  #refusal(target: string, credentials: string | undefined): number | null {
    if (this.needs !== null && credentials !== this.needs) return 407;
    return this.#lead(target) ? null : 403;
  }

  #lead(target: string): [host: string, port: string] | null {
    const lead = this.leads.get(target) ?? this.rest;
    return lead === null ? null : (lead.split(':') as [string, string]);
  }
}
