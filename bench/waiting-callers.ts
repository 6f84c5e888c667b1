import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { quantile } from './quantile.ts';

/** Plan of a whole measurement. A round must end before the first of its callers stops waiting. */
const FULL = { callers: 500, seconds: 4, rounds: 3 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { callers: 50, seconds: 1, rounds: 1 };
/** Number of connections for the short requests: enough to show the cost of waiting callers, too few to saturate two cores. */
const CONNECTIONS = 4;
/** Seconds that each caller waits: the service's maximum, so that no wait ends within a round. */
const WAIT_SECONDS = 25;

/**
 * Measures what callers who wait for a picture cost others: the time of a short request without and with many waiting callers,
 * and the transactions in the database. No worker runs, so no wait ends. Returns a Markdown table.
 */
export async function benchWaitingCallers({ children, folder, postgres, machine, isQuick }: Bench): Promise<string> {
  const { callers, seconds, rounds } = isQuick ? QUICK : FULL;
  const title = machine();
  const secret = randomBytes(24).toString('hex');
  const url = await children.startService(
    { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'warn', INTEGRATIONS_INBOUND_SECRET: secret },
    ['--no-worker'],
  );
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` };
  const body = JSON.stringify({ query: '{ render(id: "rnd_00000000000000000000000000") { id } }' });
  const question = () => fetch(`${url}/graphql`, { method: 'POST', headers, body }).then((answer) => answer.text());
  const wait = (signal: AbortSignal) =>
    fetch(`${url}/api/integrations/cinema/render`, {
      method: 'POST',
      headers: { ...headers, Prefer: `wait=${WAIT_SECONDS}` },
      body: JSON.stringify({ prompt: 'calm sea at dawn' }),
      signal,
    }).catch(() => {});

  await p50Of(question, 2); // warm
  const quiet: number[] = [];
  const busy: number[] = [];
  let statements = { quiet: 0, busy: 0 };
  for (let round = 0; round < rounds; round++) {
    console.error(`Round ${round + 1} of ${rounds} …`);
    quiet.push(await p50Of(question, seconds));
    const before = await transactionsIn(database, seconds);
    const leaving = new AbortController();
    const waits: Promise<unknown>[] = [];
    // Starts the waits one after the other, because this benchmark doesn't measure the acceptance of briefs.
    for (let caller = 0; caller < callers; caller++) {
      waits.push(wait(leaving.signal));
      await sleep(5);
    }
    await sleep(2_000);
    busy.push(await p50Of(question, seconds));
    statements = { quiet: before, busy: await transactionsIn(database, seconds) };
    leaving.abort();
    await Promise.all(waits);
    await sleep(1_000);
  }
  await database.end();
  const ratios = busy.map((p50, round) => p50 / quiet[round]!);
  return [
    `${title}; a short request over ${CONNECTIONS} connections, p50 of ${rounds} rounds.\n`,
    `| | no callers wait | ${callers} wait | ratio | aim |`,
    '|---|---:|---:|---:|---:|',
    `| p50 ms | ${median(quiet).toFixed(2)} | ${median(busy).toFixed(2)} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}) | ≤ 1.50 |`,
    `| transactions per second, without requests | ${statements.quiet.toFixed(1)} | ${statements.busy.toFixed(1)} | | the same |`,
  ].join('\n');
}

async function p50Of(question: () => Promise<unknown>, seconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const asker = async () => {
    while (performance.now() < end) {
      const begin = performance.now();
      await question();
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, asker));
  return median(times);
}

/** Transactions per second in the whole database, including maintenance of the queue and this query. */
async function transactionsIn(database: pg.Client, seconds: number): Promise<number> {
  const count = async () => {
    const { rows } = await database.query(
      'select xact_commit::int as count from pg_stat_database where datname = current_database()',
    );
    return rows[0].count as number;
  };
  await sleep(2_000); // Servers report statistics with a delay of a second.
  const before = await count();
  await sleep(seconds * 1_000);
  return ((await count()) - before) / seconds;
}

const median = (numbers: readonly number[]) => quantile(numbers, 0.5);
