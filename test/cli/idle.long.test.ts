import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { useOf } from '../support/process-use.ts';
import { startService } from '../support/service-process.ts';
import { StatementTap } from '../support/statement-tap.ts';

const SECONDS = 30;

/** Transactions of the database so far. PostgreSQL adds those of a connection when it has been idle for a second at most. */
async function transactions({ query }: TestDatabase): Promise<number> {
  const [row] = await query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(row!.count);
}

// A busy machine only makes fewer of them.
test.concurrent.each(['start', 'start --no-worker', 'worker'])(
  '%s without work leaves the database and the processor in peace',
  async (command) => {
    const database = await cloneDatabase();
    await using tap = await StatementTap.before(database.url);
    await using service = await startService({ args: command.split(' '), env: { DATABASE_URL: tap.url } });
    await service.ready();
    // The work after a start is done by then.
    await sleep(20_000);

    tap.take();
    const before = await transactions(database);
    const { processorMs } = useOf(service.pid);
    await sleep(SECONDS * 1_000);
    const statements = tap.take();
    const perSecond = statements.reduce((sum, { count }) => sum + count, 0) / SECONDS;
    const transactionsPerSecond = ((await transactions(database)) - before) / SECONDS;
    const secondsPerMinute = ((useOf(service.pid).processorMs - processorMs) / 1_000 / SECONDS) * 60;

    console.info(
      `${command}: ${perSecond.toFixed(1)} statements/s, ${secondsPerMinute.toFixed(2)} s of processor time a minute`,
    );
    expect(perSecond).toBeGreaterThan(0);
    // With begin and commit. A process made 17 of them when each worker polled for jobs, and each look was several statements.
    expect(perSecond, JSON.stringify(statements.slice(0, 20), null, 1)).toBeLessThan(4);
    expect(transactionsPerSecond).toBeLessThan(4);
    // An idle minute takes 0.2 s. The rest is for collections of garbage, and for slower processors.
    expect(secondsPerMinute).toBeLessThan(0.6);
    service.kill('SIGTERM');
    await service.exited;
    await database.drop();
  },
);
