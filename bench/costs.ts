import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { providersAt, SLOT } from '../test/gateway/failover/asking.ts';
import { makeCustomer } from '../test/gateway/failover/prepare.ts';
import { markStore, seedBank } from './bank-seed.ts';
import type { Bench } from './bench.ts';
import { PROVIDER } from './contenders.ts';
import { type Operation, operations } from './costs/operations.ts';
import { difference, type Usage, UsageMeter, usageBy } from './costs/usage.ts';
import { operatorAt } from './failover.ts';
import { markdownTable } from './markdown-table.ts';
import { writeBack } from './seed.ts';

const FULL = { sizes: [1_000, 100_000], warmUpSeconds: 20, rounds: 3, seconds: 8, mixedSeconds: 15 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { sizes: [100], warmUpSeconds: 2, rounds: 1, seconds: 2, mixedSeconds: 4 };

/** Time after a load in which its background work ends, such as the chain of runs. It belongs to the costs. */
const AFTERWARDS_MS = 3_000;

/** Processor time and requests of the mixed load. */
interface MixedLoad {
  measuredMs: number;
  predictedMs: number;
}

/** Measurements with a bank of one size. */
interface SizeResult {
  size: number;
  idleMsPerSecond: number;
  units: Map<string, Usage>;
  mixed: MixedLoad;
}

/**
 * Measures the unit costs of the capacity model, one operation after the other at a fixed rate. Runs all operations at once in
 * the same rounds, and compares the processor time with the sum of the unit costs. Repeats this with a larger bank. Returns
 * Markdown tables.
 */
export async function benchCosts(bench: Bench): Promise<string> {
  const plan = bench.isQuick ? QUICK : FULL;
  const title = bench.machine();
  const results: SizeResult[] = [];
  for (const size of plan.sizes) results.push(await measureSize(bench, size, plan));
  return [
    `${title}; processor time of the service with its PostgreSQL, all on the same cores as the load.`,
    ...results.map(unitTable),
    checkTable(results),
  ].join('\n\n');
}

async function measureSize(bench: Bench, size: number, plan: typeof FULL): Promise<SizeResult> {
  const folder = path.join(bench.folder, `costs-${size}`);
  mkdirSync(folder, { recursive: true });
  // If root starts the benchmark, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const postgres = await openEmbeddedPostgres({
    dataDir: folder,
    settings: { shared_preload_libraries: 'pg_stat_statements', max_connections: '60' },
    log: (line) => console.error(line),
  });
  try {
    console.error(`Building a bank of ${size} pictures …`);
    await seedBank(postgres.url, size);
    markStore(path.join(folder, 'data/blobs'));
    await writeBack(postgres.superuserUrl);
    return await measureService(bench, { folder, size, plan, postgres });
  } finally {
    await bench.children.stop();
    await postgres.stop();
  }
}

async function measureService(
  { children }: Bench,
  options: {
    folder: string;
    size: number;
    plan: typeof FULL;
    postgres: Awaited<ReturnType<typeof openEmbeddedPostgres>>;
  },
): Promise<SizeResult> {
  const { folder, size, plan, postgres } = options;
  const upstream = await children.start(PROVIDER, {}, (url) => fetch(`${url}/count`));
  const adminToken = randomBytes(24).toString('hex');
  const integrationsSecret = randomBytes(24).toString('hex');
  const dataDir = path.join(folder, 'data');
  const url = await children.startService({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    ADMIN_TOKEN: adminToken,
    INTEGRATIONS_INBOUND_SECRET: integrationsSecret,
    // The pictures have no bytes, which upkeep reports.
    LOG_LEVEL: 'fatal',
    DEMO: '0',
    ...providersAt({ url: upstream }),
  });
  const key = await makeCustomer(operatorAt(url, adminToken));
  const gateway = {
    name: 'Imprimatur',
    url: `${url}/v1/chat/completions`,
    headers: { authorization: `Bearer ${key}` },
    model: SLOT.task,
  };
  const measured = new URL(postgres.superuserUrl);
  measured.pathname = new URL(postgres.url).pathname;
  const meter = await UsageMeter.open({
    children,
    url,
    databaseUrl: measured.href,
    storage: path.join(dataDir, 'blobs'),
  });
  const all = operations({ url, adminToken, integrationsSecret, gateway });

  await send(all, plan.warmUpSeconds);
  await sleep(Math.min(5_000, plan.seconds * 1_000));
  const idle = await used(meter, async () => {
    await sleep(plan.warmUpSeconds * 1_000);
    return { requests: new Map() };
  });

  const loads = new Map(all.map(({ name }) => [name, [] as Load[]]));
  const mixedLoads: Load[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    console.error(`${size} pictures, round ${round + 1} …`);
    for (const one of all) {
      loads.get(one.name)!.push(await used(meter, () => loadOf([one], plan.seconds)));
    }
    mixedLoads.push(await used(meter, () => loadOf(all, plan.mixedSeconds)));
  }
  const units = new Map([...loads].map(([name, ofName]) => [name, perRequest(name, sumOf(ofName), idle)]));
  const mixed = sumOf(mixedLoads);
  const idleMsPerSecond = totalMs(idle.usage) / idle.seconds;
  let predictedMs = idleMsPerSecond * mixed.seconds;
  for (const [name, count] of mixed.requests) predictedMs += count * totalMs(units.get(name)!);
  await meter.close();
  return { size, idleMsPerSecond, units, mixed: { predictedMs, measuredMs: totalMs(mixed.usage) } };
}

const totalMs = ({ serviceMs, databaseMs }: Usage) => serviceMs + databaseMs;

/** Requests that were sent, and what was used meanwhile. */
interface Load {
  requests: ReadonlyMap<string, number>;
  seconds: number;
  usage: Usage;
}

async function used(meter: UsageMeter, work: () => Promise<Pick<Load, 'requests'>>): Promise<Load> {
  const before = await meter.read();
  const began = performance.now();
  const { requests } = await work();
  const seconds = (performance.now() - began) / 1_000;
  return { requests, seconds, usage: difference(await meter.read(), before) };
}

async function loadOf(all: readonly Operation[], seconds: number): Promise<Pick<Load, 'requests'>> {
  const requests = await send(all, seconds);
  await sleep(Math.min(AFTERWARDS_MS, seconds * 1_000));
  return { requests };
}

function sumOf(loads: readonly Load[]): Load {
  const requests = new Map<string, number>();
  for (const load of loads) {
    for (const [name, count] of load.requests) requests.set(name, (requests.get(name) ?? 0) + count);
  }
  return {
    requests,
    seconds: loads.reduce((sum, { seconds }) => sum + seconds, 0),
    usage: usageBy((member) => loads.reduce((sum, { usage }) => sum + usage[member], 0)),
  };
}

/** Usage of one request, without what the idle service uses in that time. */
function perRequest(name: string, { requests, seconds, usage }: Load, idle: Load): Usage {
  return usageBy(
    (member) => Math.max(0, usage[member] - (idle.usage[member] / idle.seconds) * seconds) / requests.get(name)!,
  );
}

/**
 * Sends each operation at its rate, whether or not earlier requests have ended, as independent callers do.
 * @returns the number of requests by operation
 */
async function send(all: readonly Operation[], seconds: number): Promise<Map<string, number>> {
  const sent = new Map<string, number>();
  await Promise.all(
    all.map(async ({ name, perSecond, run }) => {
      const requests = Math.max(1, Math.round(perSecond * seconds));
      const began = performance.now();
      const answers: Promise<void>[] = [];
      for (let turn = 0; turn < requests; turn++) {
        await sleep(Math.max(0, began + (turn / perSecond) * 1_000 - performance.now()));
        answers.push(run(turn));
      }
      await Promise.all(answers);
      sent.set(name, requests);
    }),
  );
  return sent;
}

function unitTable({ size, idleMsPerSecond, units }: SizeResult): string {
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
  const rows = [...units].map(([name, unit]) => [
    name,
    unit.serviceMs.toFixed(2),
    unit.databaseMs.toFixed(2),
    unit.statements.toFixed(1),
    kilobytes(unit.walBytes),
    kilobytes(unit.keptBytes),
    (1_000 / totalMs(unit)).toFixed(0),
  ]);
  const head = ['', 'service ms', 'database ms', 'statements', 'kB of WAL', 'kB kept', 'per second and core'];
  return [
    `**${size.toLocaleString('en')} pictures**; idle: ${idleMsPerSecond.toFixed(1)} ms of processor time per second.`,
    markdownTable(head, rows),
  ].join('\n\n');
}

/** Compares the mixed load of each size with the unit costs of that size. */
function checkTable(results: readonly SizeResult[]): string {
  const rows = results.map(({ size, mixed: { predictedMs, measuredMs } }) => {
    const share = `${((predictedMs / measuredMs - 1) * 100).toFixed(0)} %`;
    return [size.toLocaleString('en'), predictedMs.toFixed(0), measuredMs.toFixed(0), share];
  });
  return [
    markdownTable(['pictures', 'predicted ms', 'measured ms', 'difference'], rows),
    '',
    'Prediction: the sum of the unit costs of all requests of a mixed load, and of the idle service. Aim: within 20 %.',
  ].join('\n');
}
