import { internal } from '../platform/auth/principal.ts';
import { assertFitting } from '../platform/config/start-check.ts';
import { Context } from '../platform/context.ts';
import { migrate, untilDatabaseAnswers } from '../platform/database/migrate.ts';
import type { Service } from '../service.ts';
import { startUpkeep } from './upkeep.ts';

/** How much longer than requests running jobs may go on after the stop has begun. A job that is cut is done again by the next process. */
const JOBS_LONGER_MS = 6_000;

/** What is started so that it is stopped again, the last one first. */
export interface Stops {
  /** Aborts when the stop begins. */
  readonly stopping: AbortSignal;
  onStop(stop: () => Promise<void>): void;
}

export interface BackgroundOptions {
  databaseUrl: string;
  /** Whether this process does work, or only takes requests. */
  works: boolean;
  jobGraceMs?: number;
  /** Left out: whether it works. */
  tidies?: boolean;
  /** Whether a key that does not fit the database ends the start. */
  assertsKeys?: boolean;
}

/** Brings up everything behind HTTP: the schema, the queue, the outbox and, where this process `works`, all that goes on by itself. */
export async function startBackground(
  service: Service<unknown>,
  stops: Stops,
  { databaseUrl, works, jobGraceMs, tidies = works, assertsKeys = true }: BackgroundOptions,
): Promise<void> {
  const { platform, closes, startChecks, atStart, background, metrics, upkeep } = service;
  const { config, database, store, queue, live, lives, relay, telemetry, deletion, logger } = platform;
  const { stopping } = stops;
  stops.onStop(() => database.close());
  stops.onStop(() => store.close());
  // The last that is measured is looked up in the database.
  stops.onStop(() => telemetry.close());
  for (const close of closes) stops.onStop(close);
  service.assertSettingsFit();
  await migrate(database.orm, databaseUrl, logger, stopping);
  if (assertsKeys) await untilDatabaseAnswers(() => assertFitting(startChecks), logger, stopping);
  const collecting = { principal: internal('metrics'), requestId: 'metrics' };
  const contextFor = (signal: AbortSignal) => new Context(platform, { ...collecting, signal });
  telemetry.observe({ metrics, newContext: contextFor, logger });
  stops.onStop(() => deletion.stop());
  // Before the queue starts: it deletes jobs as well.
  await untilDatabaseAnswers(() => deletion.start(), logger, stopping);
  stops.onStop(() => queue.stop(jobGraceMs ?? config.stopGraceMs + JOBS_LONGER_MS));
  await untilDatabaseAnswers(() => queue.start(), logger, stopping);
  stops.onStop(() => lives.stop());
  await untilDatabaseAnswers(() => lives.start(), logger, stopping);
  stops.onStop(() => live.stop());
  live.start();
  stops.onStop(() => relay.stop());
  relay.start();
  for (const look of atStart)
    await look().catch((error) => logger.warn({ err: error }, 'something is not as it should be'));
  if (works) {
    await untilDatabaseAnswers(() => queue.work(), logger, stopping);
    for (const { start, stop } of background) {
      if (stop) stops.onStop(stop);
      await start();
    }
  }
  if (!tidies) return;
  const occasion = { principal: internal('upkeep'), requestId: 'upkeep', signal: stopping };
  const tidying = startUpkeep(upkeep, () => new Context(platform, occasion));
  stops.onStop(() => tidying.stop());
}
