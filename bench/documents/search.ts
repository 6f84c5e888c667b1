import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseOptions } from '../../src/app.ts';
import { searchCases } from '../../src/documents/search/passage-search.ts';
import { Database, sql } from '../../src/platform/database/database.ts';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { markdownTable } from '../markdown-table.ts';
import { statOf, TICK_MS } from '../process-stat.ts';
import { quantile } from '../quantile.ts';
import { writeBack } from '../seed.ts';
import { seedPassages } from './passages-seed.ts';
import { searchKinds } from './questions.ts';

export interface SearchPlan {
  /** Numbers of passages. */
  readonly sizes: readonly number[];
  /** Searches of each kind per round. */
  readonly searches: number;
  readonly rounds: number;
}

/** Milliseconds of p50 for a question, by number of passages. */
const TARGETS = new Map([
  [100_000, 20],
  [1_000_000, 60],
]);

interface Measurement {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time of PostgreSQL per search. */
  readonly processorMs: number;
}

/** Searches indexes of several sizes, and shows how the times grow. Returns a Markdown table. */
export async function benchSearch(folder: string, { sizes, searches, rounds }: SearchPlan): Promise<string> {
  const rows = new Map<string, Measurement[]>();
  for (const size of sizes) {
    for (const [name, measurement] of await measureSize(path.join(folder, String(size)), size, searches * rounds)) {
      rows.set(name, [...(rows.get(name) ?? []), measurement]);
    }
  }
  const head = ['search', ...sizes.map((size) => `${size.toLocaleString('en')} passages`), 'growth of p50', 'target'];
  const targets = sizes.flatMap((size) => (TARGETS.has(size) ? [`≤ ${TARGETS.get(size)}`] : [])).join('; ');
  return markdownTable(
    head,
    [...rows].map(([name, measurements], row) => [
      name,
      ...measurements.map(
        ({ p50Ms, p95Ms, processorMs }) => `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}; ${processorMs.toFixed(1)}`,
      ),
      `${(measurements.at(-1)!.p50Ms / measurements[0]!.p50Ms).toFixed(1)}×`,
      // The first row is the question that the targets are for.
      row === 0 ? targets : '',
    ]),
  );
}

async function measureSize(folder: string, size: number, searches: number): Promise<Map<string, Measurement>> {
  const isBuilt = path.join(folder, 'built');
  if (!existsSync(isBuilt)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // If root starts the benchmark, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const postgres = await openEmbeddedPostgres({ dataDir: folder, log: (line) => console.error(line) });
  try {
    if (!existsSync(isBuilt)) {
      console.error(`Indexing ${size} passages in ${folder} …`);
      await seedPassages(postgres.url, size);
      writeFileSync(isBuilt, new Date().toISOString());
    }
    await writeBack(postgres.superuserUrl);
    const database = await Database.open(databaseOptions({ databaseUrl: postgres.url, poolSize: 1 }));
    try {
      return await measureKinds(database, size, searches);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** Each kind of search in turn, so that other load on the machine affects all of them. */
async function measureKinds(database: Database, size: number, searches: number): Promise<Map<string, Measurement>> {
  const em = () => database.orm.em.fork();
  const [backend] = await sql<{ pid: number }>(em(), 'select pg_backend_pid() as pid', []);
  const kinds = searchKinds(size).map((kind) => ({ ...kind, times: [] as number[], processorMs: 0 }));
  // The first searches read the index from disk.
  for (const kind of kinds) for (let turn = 0; turn < 3; turn += 1) await searchCases(em(), kind.request(-1 - turn));
  const perRound = Math.min(searches, 20);
  for (let turn = 0; turn < searches; turn += perRound) {
    for (const kind of kinds) {
      const before = processorMsOf(backend!.pid);
      for (let at = turn; at < turn + perRound; at += 1) {
        const begin = performance.now();
        await searchCases(em(), kind.request(at));
        kind.times.push(performance.now() - begin);
      }
      kind.processorMs += processorMsOf(backend!.pid) - before;
    }
  }
  return new Map(
    kinds.map(({ name, times, processorMs }) => {
      const measurement = {
        p50Ms: quantile(times, 0.5),
        p95Ms: quantile(times, 0.95),
        processorMs: processorMs / times.length,
      };
      console.error(
        `${size}: ${measurement.p50Ms.toFixed(1)} ms, ${measurement.processorMs.toFixed(1)} ms of PostgreSQL  ${name}`,
      );
      return [name, measurement];
    }),
  );
}

function processorMsOf(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : 0;
}
