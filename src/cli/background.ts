import { internal } from '../platform/auth/principal.ts';
import { assertFitting } from '../platform/config/start-check.ts';
import { Context } from '../platform/context.ts';
import { untilDatabaseAnswers } from '../platform/database/migrate.ts';
import type { DatabaseUrls } from '../platform/database/single-connection.ts';
import { prepareDatabase } from '../platform/prepare-database.ts';
import type { Service } from '../service.ts';
import { startUpkeep } from './upkeep.ts';

/**
 * Milliseconds that running jobs get in addition to requests when the process stops. Another process repeats a job that was cut
 * off.
 */
const JOBS_LONGER_MS = 6_000;

/** Registers functions that stop the started parts of the service. When the process stops, they are called in reverse order. */
export interface Stops {
  /** Aborts when the process starts to stop. */
  readonly stopping: AbortSignal;
  onStop(stop: () => Promise<void>): void;
}

export interface BackgroundOptions extends Pick<DatabaseUrls, 'databaseUrl' | 'ownerUrl'> {
  /** True if this process runs jobs and other background work. False if it only serves requests. */
  works: boolean;
  jobGraceMs?: number;
  /** True to run the maintenance steps. Default: same as `works`. */
  tidies?: boolean;
  /** True to abort the start if an encryption or signing key doesn't fit the database. */
  assertsKeys?: boolean;
}

/** Starts everything except HTTP: schema, queue, outbox and, if this process `works`, background work. */
export async function startBackground(
  service: Service<unknown>,
  stops: Stops,
  { databaseUrl, ownerUrl, works, jobGraceMs, tidies = works, assertsKeys = true }: BackgroundOptions,
): Promise<void> {
  const { platform, closes, startChecks, atStart, background, metrics, upkeep } = service;
  const { config, database, store, queue, live, lives, relay, telemetry, deletion, logger } = platform;
  const { stopping } = stops;
  stops.onStop(() => database.close());
  stops.onStop(() => store.close());
  // Registered after the database, so that telemetry stops first: the last metrics are read from the database.
  stops.onStop(() => telemetry.close());
  for (const close of closes) stops.onStop(close);
  service.assertSettingsFit();
  await prepareDatabase({
    orm: database.orm,
    databaseUrl,
    directUrl: config.databaseDirectUrl,
    ownerUrl,
    tables: service.tablePrivileges,
    logger,
    signal: stopping,
    onPooler: (pooler) => database.adaptTo(pooler),
  });
  await database.replica?.assertFits();
  if (assertsKeys) await untilDatabaseAnswers(() => assertFitting(startChecks), logger, stopping);
  const collecting = { principal: internal('metrics'), requestId: 'metrics' };
  const contextFor = (signal: AbortSignal) => new Context(platform, { ...collecting, signal });
  telemetry.observe({ metrics, newContext: contextFor, logger });
  stops.onStop(() => deletion.stop());
  // The deletion gate starts before the queue, because the queue also deletes jobs.
  await untilDatabaseAnswers(() => deletion.start(), logger, stopping);
  stops.onStop(() => queue.stop(jobGraceMs ?? config.stopGraceMs + JOBS_LONGER_MS));
  await untilDatabaseAnswers(() => queue.start(), logger, stopping);
  stops.onStop(() => lives.stop());
  await untilDatabaseAnswers(() => lives.start(), logger, stopping);
  stops.onStop(() => live.stop());
  live.start();
  stops.onStop(() => relay.stop());
  relay.start();
  for (const look of atStart) await look().catch((error) => logger.warn({ err: error }, 'a check at the start failed'));
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
