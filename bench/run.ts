import 'reflect-metadata';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { benchAttacks } from './attacks.ts';
import { benchBank } from './bank.ts';
import type { Bench } from './bench.ts';
import { benchBuilds } from './builds.ts';
import { Children } from './child.ts';
import { benchCosts } from './costs.ts';
import { benchDecide } from './decide.ts';
import { benchDocuments } from './documents.ts';
import { benchFailover } from './failover.ts';
import { benchGateway } from './gateway.ts';
import { benchList } from './list.ts';
import { benchScale } from './scale.ts';
import { benchSeals } from './seals.ts';
import { benchWaitingCallers } from './waiting-callers.ts';

const BENCHES = {
  list: benchList,
  seals: benchSeals,
  waiting: benchWaitingCallers,
  attacks: benchAttacks,
  bank: benchBank,
  gateway: benchGateway,
  costs: benchCosts,
  scale: benchScale,
  decide: benchDecide,
  failover: benchFailover,
  documents: benchDocuments,
  earlier: benchBuilds,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    soak: { type: 'string' },
    banks: { type: 'string' },
    'remove-banks': { type: 'boolean', default: false },
    rows: { type: 'string' },
  },
});
const soak = values.soak === undefined ? null : Number(values.soak);
if (soak !== null && !(Number.isInteger(soak) && soak > 0)) {
  console.error('--soak takes a number of requests, e.g. --soak 100000.');
  process.exit(1);
}
const banks = {
  folder: path.resolve(values.banks ?? path.join(import.meta.dirname, '.banks')),
  isRemoved: values['remove-banks'],
  rows: values.rows ?? '',
};
const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);

if (!existsSync(path.join(import.meta.dirname, '../dist/src/main.js'))) {
  console.error('The benchmarks measure the deployed form of the service: run `npm run build` first.');
  process.exit(1);
}

let cleanUp: () => Promise<void> = async () => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => cleanUp().then(() => process.exit(1)));

for (const name of names) {
  const bench = BENCHES[name as keyof typeof BENCHES];
  if (!bench) {
    console.error(`Unknown benchmark ${name}. Use one of: ${Object.keys(BENCHES).join(', ')}.`);
    process.exit(1);
  }
  await runBench(bench);
}

async function runBench(bench: (setting: Bench) => Promise<string>): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'imprimatur-bench-')));
  // If root starts the benchmark, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const children = new Children();
  const kill = () => children.kill();
  process.on('exit', kill);
  let postgres: EmbeddedPostgres | undefined;
  let cleaning: Promise<void> | undefined;
  cleanUp = () => {
    cleaning ??= (async () => {
      await children.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    })();
    return cleaning;
  };
  try {
    postgres = await openEmbeddedPostgres({
      dataDir: folder,
      // The server allows many connections, because each contender has its own pool.
      settings: { max_connections: '200' },
      log: (line) => console.error(line),
    });
    console.log(`\n${await bench({ postgres, folder, children, machine, isQuick: values.quick, soak, banks })}\n`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await cleanUp();
    process.off('exit', kill);
  }
}

function machine(): string {
  const processor = cpus();
  const load = loadavg()[0]!.toFixed(1);
  return `${processor.length} × ${processor[0]?.model ?? 'unknown'}, Node ${process.versions.node}, load before it ${load}`;
}
