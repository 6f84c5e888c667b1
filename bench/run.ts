import 'reflect-metadata';
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { Children, type Running } from './child.ts';
import { CONTENDERS } from './contenders.ts';
import { load, type Measurement } from './load.ts';
import { seed } from './seed.ts';
import { table } from './table.ts';

const FULL = { assets: 100_000, warmUpSeconds: 4, rounds: 5, secondsPerRound: 4 };
/** Proves that it runs; its figures say nothing. */
const QUICK = { assets: 10_000, warmUpSeconds: 1, rounds: 1, secondsPerRound: 2 };

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const plan = values.quick ? QUICK : FULL;

if (!existsSync(path.join(import.meta.dirname, '../dist/src/main.js'))) {
  console.error('The service is measured as it is deployed: run `npm run build` first.');
  process.exit(1);
}

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'imprimatur-bench-')));
// Started by root, the database runs under an account of its own, which has to pass through.
chmodSync(folder, 0o711);
const children = new Children();
let postgres: EmbeddedPostgres | undefined;
let isCleaning = false;

process.on('exit', () => children.kill());
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void cleanUp().then(() => process.exit(1)));

try {
  postgres = await openEmbeddedPostgres({
    dataDir: folder,
    // Each contender keeps a pool of its own.
    settings: { max_connections: '200' },
    log: (line) => console.error(line),
  });
  console.error(`Filling the table with ${plan.assets} assets …`);
  await seed(postgres.url, plan.assets);

  const running: Running[] = [];
  for (const [index, contender] of CONTENDERS.entries()) {
    console.error(`Starting ${contender.name} …`);
    running.push(
      await children.start(contender, {
        DATABASE_URL: postgres.url,
        DATABASE_POOL_SIZE: '20',
        DATA_DIR: path.join(folder, `data-${index}`),
      }),
    );
  }
  await assertEqualAnswers(running);
  console.log(`\n${machine()}\n\n${table(await measure(running))}\n`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

/** Rounds in turn, each begun by another contender: what disturbs the machine then disturbs all of them alike. */
async function measure(running: readonly Running[]): Promise<Map<string, Measurement[]>> {
  for (const one of running) await load(one, plan.warmUpSeconds);
  const rounds = new Map<string, Measurement[]>(CONTENDERS.map(({ name }) => [name, []]));
  for (let round = 0; round < plan.rounds; round++) {
    const first = round % running.length;
    for (const one of [...running.slice(first), ...running.slice(0, first)]) {
      const measurement = await load(one, plan.secondsPerRound);
      rounds.get(one.contender.name)?.push(measurement);
      const speed = measurement.requestsPerSecond.toFixed(0).padStart(6);
      console.error(`Round ${round + 1} of ${plan.rounds}: ${speed} req/s  ${one.contender.name}`);
    }
  }
  return rounds;
}

/** The same 50 rows from everybody; moments may be spelt differently, so they are compared as moments. */
async function assertEqualAnswers([ours, ...others]: readonly Running[]): Promise<void> {
  const rowsOf = async (one: Running) =>
    (await one.ask()).map((row) => ({
      ...row,
      createdAt: Date.parse(row.createdAt as string),
      updatedAt: Date.parse(row.updatedAt as string),
    }));
  // Our first answers are interpreted, the later ones compiled; what is compared is what is measured.
  for (let times = 0; times < 5; times++) await ours!.ask();
  const expected = await rowsOf(ours!);
  assert.equal(expected.length, 50);
  for (const one of others) assert.deepEqual(await rowsOf(one), expected, `${one.contender.name} answers otherwise`);
}

function machine(): string {
  const processor = cpus();
  const load = loadavg()[0]!.toFixed(1);
  return `${processor.length} × ${processor[0]?.model ?? 'unknown'}, Node ${process.versions.node}, load before the rounds ${load}; ${plan.assets} assets, ${plan.rounds} rounds of ${plan.secondsPerRound} s each.`;
}

async function cleanUp(): Promise<void> {
  if (isCleaning) return;
  isCleaning = true;
  await children.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
