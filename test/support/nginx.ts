import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/**
 * nginx in front of one or several processes, with only their addresses configured. It ends a response that is silent for 60 s.
 */
export class Nginx {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, process: ChildProcess, folder: string) {
    this.url = url;
    this.#process = process;
    this.#folder = folder;
  }

  /** @throws where there is no nginx, or it does not come up */
  static async before(...serviceUrls: string[]): Promise<Nginx> {
    const port = await freePort();
    const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-nginx-'));
    const inFolder = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 200; }
http {
  access_log off;
  ${inFolder.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream service {
    ${serviceUrls.map((url) => `server ${new URL(url).host};`).join(' ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`,
    );
    const nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' });
    const failed = new Promise<never>((_, reject) => {
      nginx.once('error', (cause) =>
        reject(new Error('nginx does not start. Install it: apt-get install nginx.', { cause })),
      );
      nginx.once('exit', (code) => reject(new Error(`nginx ended with ${code}: ${logIn(folder)}`)));
    });
    failed.catch(() => {});
    await Promise.race([failed, untilListening(port)]);
    return new Nginx(`http://127.0.0.1:${port}`, nginx, folder);
  }

  /** What it says went wrong. */
  get log(): string {
    return logIn(this.#folder);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function logIn(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'error.log'), 'utf8');
  } catch {
    return '';
  }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}
