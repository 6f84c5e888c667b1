import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeAuthority, makeCertificate } from './certificates.ts';

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** A server by TLS for every host below `proxied.example`, with a certificate of an authority that nobody knows. */
export class TlsSite implements AsyncDisposable {
  /** Such as `POST models.proxied.example/v1/chat/completions`. */
  readonly seen: string[] = [];
  readonly #folder: string;
  readonly #server: Server;
  answer: Answer = (_req, res) => void res.writeHead(204).end();

  private constructor() {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-site-'));
    makeAuthority(this.#folder, 'ca');
    makeCertificate(this.#folder, 'ca', 'site', '*.proxied.example');
    const file = (name: string) => readFileSync(path.join(this.#folder, name));
    this.#server = createServer({ cert: file('site.pem'), key: file('site.key') }, (req, res) => {
      this.seen.push(`${req.method} ${req.headers.host}${req.url}`);
      req.resume().on('end', () => this.answer(req, res));
    });
    this.#server.on('tlsClientError', () => {});
  }

  static async start(): Promise<TlsSite> {
    const site = new TlsSite();
    site.#server.listen(0, '127.0.0.1');
    await once(site.#server, 'listening');
    return site;
  }

  get authority(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get caFile(): string {
    return path.join(this.#folder, 'ca.pem');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
