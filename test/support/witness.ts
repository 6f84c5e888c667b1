import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalCheckpointSigner } from '../../src/log/log-key.ts';
import { Witness } from '../../src/log/witness/witness-server.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '../../src/proof/note.ts';
import { LOG_PRIVATE_KEY } from './api.ts';
import { freePort } from './service-process.ts';

/** A witness on a port of its own that can go away and come back, with what it remembers. */
export class TestWitness implements AsyncDisposable {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-witness-'));
  readonly #name: string;
  readonly #logs: VerifierKey[];
  readonly #port: number;
  #witness: Witness | undefined;
  #server: Server | undefined;
  /** Credentials that came with a request. */
  authorizations: (string | undefined)[] = [];
  /** While set, requests get no answer. */
  isHanging = false;

  private constructor(name: string, logs: VerifierKey[], port: number) {
    this.#name = name;
    this.#logs = logs;
    this.#port = port;
  }

  static async start(name = 'witness.example', logVkey = LOG_VKEY): Promise<TestWitness> {
    const witness = new TestWitness(name, [parseVerifierKey(logVkey)], await freePort());
    await witness.come();
    return witness;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get key(): VerifierKey {
    return this.#witness!.key;
  }

  /** As it stands in WITNESSES. */
  get setting(): string {
    return `${formatVerifierKey(this.key)} ${this.url}`;
  }

  async come(): Promise<void> {
    const witness = await Witness.open({
      folder: this.#folder,
      name: this.#name,
      logs: this.#logs,
      clock: systemClock,
    });
    this.#witness = witness;
    this.#server = createServer((request, response) => {
      this.authorizations.push(request.headers.authorization);
      if (!this.isHanging) witness.handle(request, response);
    });
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
  }

  async go(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(null));
    this.#server = undefined;
    await this.#witness?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server) await this.go();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The key of the log that a service opens in a test. */
export const LOG_VKEY = formatVerifierKey(new LocalCheckpointSigner('log1.localhost', LOG_PRIVATE_KEY).key);
