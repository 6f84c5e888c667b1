import assert from 'node:assert/strict';
import path from 'node:path';
import type { Bench } from './bench.ts';
import { ask, type RunningContender } from './child.ts';
import { COMPARISONS, type Comparison, type Server } from './contenders.ts';
import { load, type Measurement } from './load.ts';
import { seed, writeBack } from './seed.ts';
import { table } from './table.ts';

const FULL = { assets: 100_000, warmUpSeconds: 4, rounds: 5, secondsPerRound: 4 };
/** Proves that it runs; its figures say nothing. */
const QUICK = { assets: 10_000, warmUpSeconds: 1, rounds: 1, secondsPerRound: 1 };

type Plan = typeof FULL;

/** The list of 50 assets: ours, others and the floor, side by side on one table. Gives a Markdown table for each comparison. */
export async function benchList({ children, folder, postgres, machine, isQuick }: Bench): Promise<string> {
  const plan = isQuick ? QUICK : FULL;
  console.error(`Filling the table with ${plan.assets} assets …`);
  await seed(postgres.url, plan.assets);
  await writeBack(postgres.superuserUrl);

  const urls = new Map<Server, string>();
  const start = async ({ contenders }: Comparison) => {
    const running: RunningContender[] = [];
    for (const contender of contenders) {
      const { server } = contender;
      const env = {
        DATABASE_URL: postgres.url,
        DATABASE_POOL_SIZE: '20',
        DATA_DIR: path.join(folder, `data-${urls.size}`),
      };
      const at = (url: string) => ({ contender, url: url + contender.path });
      if (!urls.has(server)) {
        console.error(`Starting ${server.name} …`);
        urls.set(server, await children.start(server, env, (url) => ask(at(url))));
      }
      running.push(at(urls.get(server)!));
    }
    await assertEqualAnswers(running);
    return running;
  };

  const parts = [`${machine()}; ${plan.assets} assets, ${plan.rounds} rounds of ${plan.secondsPerRound} s each.`];
  for (const comparison of COMPARISONS) {
    const rounds = await measure(await start(comparison), plan);
    parts.push(`**${comparison.title}**`, table(comparison, rounds));
  }
  return parts.join('\n\n');
}

/** Rounds in turn, each begun by another contender: what disturbs the machine then disturbs all of them alike. */
async function measure(running: readonly RunningContender[], plan: Plan): Promise<Map<string, Measurement[]>> {
  for (const one of running) await load(one, plan.warmUpSeconds);
  const rounds = new Map<string, Measurement[]>(running.map(({ contender }) => [contender.name, []]));
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
async function assertEqualAnswers([ours, ...others]: readonly RunningContender[]): Promise<void> {
  const rowsOf = async (one: RunningContender) =>
    (await ask(one)).map((row) => ({
      ...row,
      createdAt: Date.parse(row.createdAt as string),
      updatedAt: Date.parse(row.updatedAt as string),
      // Each process has an address of its own.
      ...Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => name.toLowerCase().endsWith('url'))
          .map(withoutHost),
      ),
    }));
  // Our first answers are interpreted, the later ones compiled; what is compared is what is measured.
  for (let times = 0; times < 5; times++) await ask(ours!);
  const expected = await rowsOf(ours!);
  assert.equal(expected.length, 50);
  for (const one of others) assert.deepEqual(await rowsOf(one), expected, `${one.contender.name} answers otherwise`);
}

function withoutHost([name, url]: [string, unknown]): [string, unknown] {
  return [name, typeof url === 'string' ? new URL(url).pathname : url];
}
