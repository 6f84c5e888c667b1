import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy does to a request or its answer. */
export type S3Fault =
  /** Refuses access, as for another account. */
  | 'FORBIDDEN'
  /** Asks to slow down. */
  | 'SLOW_DOWN'
  /** Ends the connection in the middle of the body, or instead of an answer without one. */
  | 'CUT'
  /** Announces fewer bytes than there are, and sends these. */
  | 'SHORTENED'
  /** Takes the request and says nothing. */
  | 'SILENT'
  /** Sends half of the body and then nothing. */
  | 'SILENT_WITHIN'
  /** Changes a byte of the answer, each time another one. */
  | 'WRONG'
  /** Changes the same byte of each answer. */
  | 'WRONG_ALWAYS_THE_SAME'
  /** Changes a byte of what is uploaded. */
  | 'WRONG_UPLOAD'
  /** Ends the connection in the middle of an upload. */
  | 'CUT_UPLOAD';

/** A store's misbehaving door. Signatures stay right, since they cover the proxy's own host. */
export class S3Proxy implements AsyncDisposable {
  /** Says what is wrong with a request, if anything, before it goes on. */
  fault: (req: IncomingMessage) => S3Fault | null | Promise<S3Fault | null> = () => null;
  /** Bytes a second that an answer comes with. Null for as fast as it goes. */
  bytesPerSecond: number | null = null;
  /** Method and path of each request. */
  readonly requests: string[] = [];
  readonly #endpoint: URL;
  readonly #server: Server;
  #faults = 0;

  private constructor(endpoint: string) {
    this.#endpoint = new URL(endpoint);
    this.#server = createServer(async (req, res) => {
      this.requests.push(`${req.method} ${pathOf(req).split('?')[0]}`);
      const fault = await this.fault(req);
      if (fault) this.#faults++;
      this.#pass(req, res, fault);
    });
  }

  static async before(endpoint: string): Promise<S3Proxy> {
    const proxy = new S3Proxy(endpoint);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets so many requests of this kind go wrong, and the rest through. */
  failNext(fault: S3Fault, times: number, isMeant: (req: IncomingMessage) => boolean = () => true): void {
    let left = times;
    this.fault = (req) => (isMeant(req) && left-- > 0 ? fault : null);
  }

  #pass(req: IncomingMessage, res: ServerResponse, fault: S3Fault | null): void {
    if (fault === 'FORBIDDEN' || fault === 'SLOW_DOWN' || fault === 'SILENT') {
      req.resume();
      if (fault === 'FORBIDDEN') answer(res, 403, 'AccessDenied');
      if (fault === 'SLOW_DOWN') answer(res, 503, 'SlowDown');
      return;
    }
    const { hostname, port } = this.#endpoint;
    const upstream = request(
      { hostname, port, method: req.method, path: pathOf(req), headers: req.headers, agent: false },
      (answered) => void this.#send(answered, res, fault),
    );
    upstream.on('error', () => res.destroy());
    res.on('close', () => upstream.destroy());
    if (fault === 'CUT_UPLOAD') {
      req.once('data', () => req.destroy());
      req.once('error', () => {});
      upstream.destroy();
      return;
    }
    if (fault !== 'WRONG_UPLOAD') {
      req.pipe(upstream);
      return;
    }
    let isFirst = true;
    req.on('data', (chunk: Buffer) => {
      upstream.write(isFirst ? flipped(chunk, 0) : chunk);
      isFirst = false;
    });
    req.on('end', () => upstream.end());
  }

  async #send(from: IncomingMessage, res: ServerResponse, fault: S3Fault | null): Promise<void> {
    if (fault === null && this.bytesPerSecond === null) {
      res.writeHead(from.statusCode!, from.headers);
      from.on('error', () => res.destroy()).pipe(res);
      return;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of from) chunks.push(chunk as Buffer);
    } catch {
      res.destroy();
      return;
    }
    let body: Buffer = Buffer.concat(chunks);
    const half = body.subarray(0, Math.ceil(body.length / 2));
    const headers = { ...from.headers };
    if (fault === 'WRONG') body = flipped(body, this.#faults % body.length);
    if (fault === 'WRONG_ALWAYS_THE_SAME') body = flipped(body, 0);
    if (fault === 'SHORTENED') {
      body = half;
      headers['content-length'] = String(half.length);
    }
    if (fault === 'CUT' && body.length === 0) {
      res.destroy();
      return;
    }
    res.writeHead(from.statusCode!, headers);
    if (fault === 'CUT' || fault === 'SILENT_WITHIN') {
      res.write(half, () => {
        if (fault === 'CUT') res.destroy();
      });
      return;
    }
    if (this.bytesPerSecond === null) {
      res.end(body);
      return;
    }
    for (let at = 0; at < body.length && !res.destroyed; at += this.bytesPerSecond / 10) {
      res.write(body.subarray(at, at + this.bytesPerSecond / 10));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    res.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Without the origin that a client sends to a proxy of its settings. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/^https?:\/\/[^/]+/, '');
}

function answer(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[at]! ^= 0xff;
  return changed;
}
