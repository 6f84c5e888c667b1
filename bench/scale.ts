import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { providersAt, SLOT } from '../test/gateway/failover/asking.ts';
import { makeCustomer } from '../test/gateway/failover/prepare.ts';
import { DebianPostgres } from '../test/support/debian-postgres.ts';
import { Nginx } from '../test/support/nginx.ts';
import { makeBucket, SWIFT_ACCOUNT, startSwift, stopSwift } from '../test/support/swift.ts';
import { seedBank } from './bank-seed.ts';
import type { Bench } from './bench.ts';
import { PROVIDER } from './contenders.ts';
import { operatorAt } from './failover.ts';
import { HttpClient } from './http-client.ts';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';
import { type RequestKind, requestKinds } from './scale/kinds.ts';
import { ScaleMachines } from './scale/machines.ts';
import { type LoadResult, ScaleLoad, silentSeconds } from './scale/scale-load.ts';

const FULL = { pictures: 100_000, warmUpSeconds: 20, quietSeconds: 60, killedSeconds: 300, killEverySeconds: 20 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { pictures: 1_000, warmUpSeconds: 3, quietSeconds: 10, killedSeconds: 40, killEverySeconds: 10 };

/** Share of the machine's processor time that the load may use without kills. */
const SHARE = 0.5;
const CONNECTIONS = 256;
/** Time until a supervisor starts a killed process again. */
const AWAY_MS = 2_000;
/** Kinds with an aim for their p99, as a multiple of the quiet one. */
const AIMED = new Set(['pick', 'list', 'seal']);
const AIM = 3;

/**
 * Runs six processes over three data folders behind nginx, with one PostgreSQL, a replica and one object store, and kills a
 * process at regular times under load. Checks that nothing acknowledged is lost or doubled. Returns Markdown tables.
 */
export async function benchScale(bench: Bench): Promise<string> {
  const resources = new AsyncDisposableStack();
  try {
    return await measure(bench, resources);
  } finally {
    await resources.disposeAsync();
  }
}

async function measure(
  { children, folder, machine, isQuick }: Bench,
  resources: AsyncDisposableStack,
): Promise<string> {
  const plan = isQuick ? QUICK : FULL;
  const title = machine();
  const postgres = resources.use(await DebianPostgres.start({ fsync: 'on', max_connections: '300' }));
  console.error(`Building a bank of ${plan.pictures} pictures …`);
  await postgres.query('create extension pg_trgm');
  await seedBank(postgres.url(), plan.pictures);
  const replica = resources.use(await postgres.makeReplica({ fsync: 'on', max_connections: '300' }));

  const swiftFolder = path.join(folder, 'swift');
  mkdirSync(swiftFolder);
  const swift = await startSwift(swiftFolder);
  resources.defer(() => stopSwift(swift));
  await makeStore(swift.endpoint);
  const upstream = await children.start(PROVIDER, {}, (url) => fetch(`${url}/count`));

  const adminToken = randomBytes(24).toString('hex');
  const integrationsSecret = randomBytes(24).toString('hex');
  const env = {
    DATABASE_URL: postgres.url(),
    DATABASE_REPLICA_URL: replica.url(),
    DATABASE_POOL_SIZE: '10',
    STORAGE_URL: `s3://bank/pictures?endpoint=${encodeURIComponent(swift.endpoint)}&region=us-east-1`,
    ...SWIFT_ACCOUNT,
    ADMIN_TOKEN: adminToken,
    INTEGRATIONS_INBOUND_SECRET: integrationsSecret,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SEAL_PRIVATE_KEY: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    LOG_PRIVATE_KEY: pemOf(generateKeyPairSync('ed25519')),
    DECISION_PRIVATE_KEY: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    SEALS_PER_MINUTE: '1000000',
    SEALS_PER_DAY: '100000000',
    NEW_ROTATIONS_PER_DAY: '1000000',
    TRUST_PROXY: '1',
    // nginx passes a refused connection to another process, but not a 503.
    LISTEN_ONLY_WHEN_READY: 'true',
    LOG_LEVEL: 'fatal',
    DEMO: '0',
    ...providersAt({ url: upstream }),
  };
  const machines = await ScaleMachines.start(folder, env);
  const kill = () => machines.kill();
  process.on('exit', kill);
  resources.defer(async () => {
    await machines.stop();
    process.off('exit', kill);
  });
  const nginx = await Nginx.before(...machines.ports.map((port) => `http://127.0.0.1:${port}`));
  resources.defer(() => nginx.stop());

  const customerKey = await makeCustomer(operatorAt(nginx.url, adminToken));
  const run = randomBytes(4).toString('hex');
  const kinds = requestKinds({ adminToken, integrationsSecret, customerKey, task: SLOT.task, run });
  const client = new HttpClient(nginx.url, CONNECTIONS);
  resources.defer(() => client.close());
  const load = new ScaleLoad(client, kinds);

  console.error('Warming up …');
  const all: LoadResult[] = [await load.run(plan.warmUpSeconds)];
  load.rate = await calibrate(load, plan.warmUpSeconds, all);
  console.error(`Without kills, at ${load.rate.toFixed(2)} of the base rates …`);
  const before = processorTimes();
  const quiet = await load.run(plan.quietSeconds);
  const share = usedShare(before, processorTimes());
  console.error('With kills …');
  const killed: string[] = [];
  const stopKilling = new AbortController();
  const killing = (async () => {
    for (let index = 0; ; index++) {
      await sleep(plan.killEverySeconds * 1_000, undefined, { signal: stopKilling.signal });
      // Not in the order of their start, so that it isn't always a worker that follows.
      killed.push(await machines.killAndRestart(index * 5, AWAY_MS));
    }
  })().catch(() => {});
  const disturbed = await load.run(plan.killedSeconds);
  stopKilling.abort();
  await killing;
  all.push(quiet, disturbed);

  const losses = await countLosses(postgres, all);
  const failures = all.flatMap((result) => [...result.values()].flatMap(({ failed }) => failed));
  const silent = kinds
    .filter(({ isEachSecond }) => isEachSecond)
    .flatMap(({ name }) => silentSeconds(disturbed.get(name)!, plan.killedSeconds));
  if (failures.length + silent.length > 0 || losses.some(({ count }) => count > 0)) process.exitCode = 1;
  return [
    `${title}; ${machines.names.length} processes, ${killed.length} kills in ${plan.killedSeconds} s; ` +
      `without kills, ${(share * 100).toFixed(0)} % of the processor time was used.`,
    timesTable(kinds, quiet, disturbed, plan.killedSeconds),
    losses.map(({ what, count }) => `- ${what}: ${count}`).join('\n'),
    failures.length > 0 ? `Failed requests: ${failures.length}, such as\n${failures.slice(0, 5).join('\n')}` : '',
  ].join('\n\n');
}

/** Finds the factor of the rates with which about `SHARE` of the processor time is used. */
async function calibrate(load: ScaleLoad, seconds: number, all: LoadResult[]): Promise<number> {
  const before = processorTimes();
  all.push(await load.run(seconds));
  return Math.min(4, Math.max(0.2, SHARE / usedShare(before, processorTimes())));
}

function timesTable(kinds: readonly RequestKind[], quiet: LoadResult, disturbed: LoadResult, seconds: number): string {
  const rows = kinds.map(({ name, isEachSecond }) => {
    const calm = quiet.get(name)!;
    const { tookMs, retries, acknowledged, unknown } = disturbed.get(name)!;
    const [before, after] = [quantile(calm.tookMs, 0.99), quantile(tookMs, 0.99)];
    return [
      name,
      `${acknowledged.length}`,
      `${retries}`,
      `${unknown}`,
      isEachSecond ? `${silentSeconds(disturbed.get(name)!, seconds).length}` : '',
      quantile(calm.tookMs, 0.5).toFixed(0),
      before.toFixed(0),
      quantile(tookMs, 0.5).toFixed(0),
      after.toFixed(0),
      `${(after / before).toFixed(1)}×`,
      AIMED.has(name) ? `≤ ${AIM}×` : '',
    ];
  });
  const head = [
    '',
    'completed',
    'repeated attempts',
    'outcome unknown',
    'seconds without one',
    'quiet p50 ms',
    'p99',
    'with kills p50',
    'p99',
    'p99 ÷ quiet',
    'aim',
  ];
  return markdownTable(head, rows);
}

/** Counts acknowledged results that are missing in the database, and effects that exist twice. */
async function countLosses(postgres: DebianPostgres, all: readonly LoadResult[]) {
  const acknowledged = (name: string) => all.flatMap((result) => result.get(name)?.acknowledged ?? []);
  const countsOf = async (sql: string) =>
    new Map((await postgres.query<{ key: string; count: number }>(sql)).map(({ key, count }) => [key, count]));
  const missing = (found: ReadonlyMap<string, number>, name: string) =>
    acknowledged(name).filter((key) => !found.has(key)).length;
  const doubled = (found: ReadonlyMap<string, number>) => [...found.values()].filter((count) => count > 1).length;

  const seals = await countsOf(
    `select sha256 as key, count(*)::int as count from seal join log_entry on log_entry.log = seal.log
       and log_entry.index = seal.log_index group by sha256`,
  );
  const renders = await countsOf(
    `select prompt as key, count(*)::int as count from render where status = 'SUCCEEDED' group by prompt`,
  );
  const runs = await countsOf(
    `select id as key, 1 as count from run where status = 'SUCCEEDED' and task <> 'media/image'`,
  );
  const called = acknowledged('model call');
  return [
    { what: 'acknowledged seals without a log entry', count: missing(seals, 'seal') },
    { what: 'texts with two seals', count: doubled(seals) },
    { what: 'acknowledged pictures that are missing', count: missing(renders, 'render') },
    { what: 'briefs with two pictures', count: doubled(renders) },
    { what: 'acknowledged model calls without a successful run', count: missing(runs, 'model call') },
    { what: 'runs that answered two requests', count: called.length - new Set(called).size },
    { what: 'successful runs that no request got', count: Math.max(0, runs.size - called.length) },
  ];
}

async function makeStore(endpoint: string): Promise<void> {
  await makeBucket(endpoint, 'bank', async (client) => {
    // The pictures have no bytes. Without this marker the service would consider the bucket another one.
    await client.send(new PutObjectCommand({ Bucket: 'bank', Key: 'pictures/.imprimatur-store', Body: 'bench' }));
  });
}

/** Idle and total ticks of all processors. */
function processorTimes(): { idle: number; total: number } {
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/);
  const numbers = ticks.slice(0, 8).map(Number);
  return { idle: numbers[3]! + numbers[4]!, total: numbers.reduce((sum, one) => sum + one, 0) };
}

function usedShare(before: ReturnType<typeof processorTimes>, after: ReturnType<typeof processorTimes>): number {
  return 1 - (after.idle - before.idle) / (after.total - before.total);
}

function pemOf({ privateKey }: { privateKey: KeyObject }): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
