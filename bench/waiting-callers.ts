import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.ts';

/** All of a round has to fit into the time that the first of its callers waits. */
const FULL = { callers: 500, seconds: 4, rounds: 3 };
/** Proves that it runs; its figures say nothing. */
const QUICK = { callers: 50, seconds: 1, rounds: 1 };
/** Enough to see what waits, not so much that it only shows how fast two cores are. */
const CONNECTIONS = 4;
/** What the service gives at the most, so that nobody's wait ends within a round. */
const WAIT_SECONDS = 25;

/**
 * What callers who wait for a picture cost the others: one short question asked again and again, while nobody waits and
 * while many do, and the statements that reach the database meanwhile. No worker runs, so nobody's wait ends. Gives a
 * Markdown table.
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
    // One after the other: what it costs to accept a brief is another question.
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
    `${title}; a question asked over ${CONNECTIONS} connections, p50 of ${rounds} rounds.\n`,
    `| | nobody waits | ${callers} wait | ratio | aim |`,
    '|---|---:|---:|---:|---:|',
    `| p50 ms | ${median(quiet).toFixed(2)} | ${median(busy).toFixed(2)} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}) | ≤ 1.50 |`,
    `| transactions a second, nobody asking | ${statements.quiet.toFixed(1)} | ${statements.busy.toFixed(1)} | | the same |`,
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

/** A second, in all of the database, the queue's own upkeep and this question included. */
async function transactionsIn(database: pg.Client, seconds: number): Promise<number> {
  const count = async () => {
    const { rows } = await database.query(
      'select xact_commit::int as count from pg_stat_database where datname = current_database()',
    );
    return rows[0].count as number;
  };
  await sleep(2_000); // Servers report what they did with a second's delay.
  const before = await count();
  await sleep(seconds * 1_000);
  return ((await count()) - before) / seconds;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}
