import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { until } from '../../support/service-process.ts';

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** nginx as docs/operations.md sets it up, but without TLS, in front of a service. */
export async function startNginx(service: { url: string }): Promise<AsyncDisposable & { url: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-nginx-'));
  // nginx does its work as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs/operations.md'), 'utf8');
  const documented = /^```nginx\n(.*?)^```$/ms.exec(page)![1]!;
  const conf = documented
    .replace('127.0.0.1:4000', new URL(service.url).host)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events { worker_connections 100; }
     http { access_log off; ${temporary.join(' ')}\n${conf} }`,
  );
  const nginx: ChildProcess = spawn('nginx', ['-c', path.join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const exited = once(nginx, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/livez`).catch(() => null))?.status === 200);
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
