import assert from 'node:assert/strict';
import path from 'node:path';
import type { Bench } from './bench.ts';
import { ask, type RunningContender } from './child.ts';
import { COMPARISONS, type Comparison, type Server } from './contenders.ts';
import { load, type Measurement } from './load.ts';
import { seed, writeBack } from './seed.ts';
import { table } from './table.ts';

const FULL = { assets: 100_000, warmUpSeconds: 4, rounds: 5, secondsPerRound: 4 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { assets: 10_000, warmUpSeconds: 1, rounds: 1, secondsPerRound: 1 };

type Plan = typeof FULL;

/**
 * Lists 50 assets with this service, with other servers and with a minimal server (the floor), on one table. Returns a Markdown
 * table for each comparison.
 */
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

/** Runs rounds in turn, each starting with another contender, so that other load on the machine affects all of them. */
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

/** Checks that all contenders return the same 50 rows. Times are compared by value, because their formats can differ. */
async function assertEqualAnswers([ours, ...others]: readonly RunningContender[]): Promise<void> {
  const rowsOf = async (one: RunningContender) =>
    (await ask(one)).map((row) => ({
      ...row,
      createdAt: Date.parse(row.createdAt as string),
      updatedAt: Date.parse(row.updatedAt as string),
      // URLs are compared without their host and port, because each process has another port.
      ...Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => name.toLowerCase().endsWith('url'))
          .map(withoutHost),
      ),
    }));
  // Requests the list a few times, because the first responses of this service are interpreted. Later responses are compiled,
  // as in the measurement.
  for (let times = 0; times < 5; times++) await ask(ours!);
  const expected = await rowsOf(ours!);
  assert.equal(expected.length, 50);
  for (const one of others) assert.deepEqual(await rowsOf(one), expected, `${one.contender.name} returns other rows`);
}

function withoutHost([name, url]: [string, unknown]): [string, unknown] {
  return [name, typeof url === 'string' ? new URL(url).pathname : url];
}
