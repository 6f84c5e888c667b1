import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: answers of any release
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

/** The service of some release, started from the folder that it was built in, with its default settings. */
export class Program implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  output = '';

  constructor(
    readonly root: string,
    readonly dataDir: string,
    { args = ['start'], env = {}, port = 4000 }: { args?: string[]; env?: Record<string, string>; port?: number } = {},
  ) {
    this.url = `http://127.0.0.1:${port}`;
    const own = path.join(root, 'bin/imprimatur');
    const [command, ...before] = existsSync(own)
      ? [own]
      : [path.join(root, 'node_modules/.bin/node'), path.join(root, 'dist/src/main.js')];
    this.#child = spawn(command!, [...before, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...(port === 4000 ? {} : { PORT: String(port) }), ...env },
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
    }
    this.#exited = new Promise((resolve) => this.#child.once('close', resolve));
  }

  /** Runs a command to its end. @returns what it said */
  static async run(root: string, dataDir: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    await using command = new Program(root, dataDir, { args, env });
    const code = await command.#exited;
    if (code !== 0) throw new Error(`imprimatur ${args.join(' ')} ended with ${code}:\n${command.output}`);
    return command.output;
  }

  secret(name: string): string {
    return readFileSync(path.join(this.dataDir, 'secrets', name), 'utf8').trim();
  }

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + 300_000; !(await isSo()); await sleep(100)) {
      if (this.#child.exitCode !== null) throw new Error(`It ended.\n${this.output}`);
      if (Date.now() > deadline) throw new Error(`Not so in time: ${isSo}\n${this.output}`);
    }
  }

  ready(): Promise<void> {
    return this.until(() => this.output.includes('is ready'));
  }

  async ask(
    at: string,
    { as, body, headers = {} }: { as?: string; body?: object; headers?: object } = {},
  ): Promise<Answer> {
    const response = await fetch(new URL(at, this.url), {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...(as && { authorization: `Bearer ${as}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  /** The same, for what has to be done. @throws for an answer that is a problem */
  async done(at: string, options?: Parameters<Program['ask']>[1]): Promise<Json> {
    const { status, body } = await this.ask(at, options);
    if (status >= 400) throw new Error(`${at} answers ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** A GraphQL operation. @throws for errors, and for a result that is a problem */
  async graphql(query: string, variables: object, as?: string): Promise<Json> {
    const { data, errors } = await this.done('/graphql', { as, body: { query, variables } });
    if (errors || !data) throw new Error(`${query}: ${JSON.stringify(errors)}`);
    const problem = Object.values(data as Record<string, Json>).find((one) => one?.code !== undefined && one?.message);
    if (problem) throw new Error(`${query}: ${JSON.stringify(problem)}`);
    return data;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const code = await this.#exited;
    if (code !== 0) throw new Error(`It ended with ${code}.\n${this.output}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
