import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { seed } from '../bench/seed.ts';

const pg = (await openEmbeddedPostgres({ dataDir: '/tmp/telem-hot-data', log: () => {}, logger: console } as never)) as any;
const children: any[] = [];
try {
  await seed(pg.url, 10_000);
  const servers = [
    ['before', '/tmp/telem-base/dist/src/main.js', 4801, {}],
    ['after', '/work/wt/telem/dist/hot/src/main.js', 4802, {}],
    ['traced', '/work/wt/telem/dist/hot/src/main.js', 4803, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4999' }],
  ] as const;
  const sink = (await import('node:http')).createServer((req, res) => { req.resume(); req.on('end', () => res.writeHead(200).end()); }).listen(4999);
  const body = JSON.stringify({ query: '{ assets(first: 50) { nodes { id title alt tags createdAt updatedAt file { width height } } } }' });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const ask = (port: number) => new Promise<void>((resolve, reject) => {
    const req = request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', agent, headers: { 'content-type': 'application/json', authorization: 'Bearer a-long-admin-token-here', 'content-length': Buffer.byteLength(body) } }, (res) => {
      if (res.statusCode !== 200) reject(new Error(String(res.statusCode)));
      res.resume(); res.on('end', resolve);
    });
    req.on('error', reject); req.end(body);
  });
  const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10_000; };
  const run = async (port: number, n: number) => { let left = n; await Promise.all(Array.from({ length: 16 }, async () => { while (left-- > 0) await ask(port); })); };
  const pids = new Map<string, number>();
  for (const [name, main, port, env] of servers) {
    const child = spawn(process.execPath, [main, 'start', '--no-worker'], { stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH, DATABASE_URL: pg.url, PORT: String(port), DATA_DIR: `/tmp/telem-hot-data/${name}`, ADMIN_TOKEN: 'a-long-admin-token-here', INTEGRATIONS_INBOUND_SECRET: 'a-long-inbound-secret', LOG_LEVEL: 'error', NODE_ENV: 'production', ...env } });
    children.push(child); pids.set(name, child.pid!);
    for (let i = 0; i < 200; i++) { if (await fetch(`http://127.0.0.1:${port}/readyz`).then((r) => r.ok, () => false)) break; await sleep(200); }
    await run(port, 1500);
  }
  const N = 1500; const all = new Map<string, number[]>();
  for (let round = 0; round < 5; round++) for (const [name, , port] of round % 2 ? servers : [...servers].reverse()) {
    const c0 = cpu(pids.get(name)!); await run(port, N); const us = (cpu(pids.get(name)!) - c0) / N;
    console.log(name, us.toFixed(0)); all.set(name, [...(all.get(name) ?? []), us]);
  }
  for (const [name, us] of all) console.log(name, us.map((x) => x.toFixed(0)).join(' '), 'median', us.sort((a, b) => a - b)[2]!.toFixed(0), 'us/request');
  sink.close();
} finally {
  for (const child of children) child.kill('SIGTERM');
  await sleep(3000);
  await pg.close?.();
  process.exit(0);
}
