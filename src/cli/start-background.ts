import type { Services } from '../app.ts';
import { migrate, untilDatabaseAnswers } from '../platform/database/migrate.ts';
import type { Lifecycle } from './lifecycle.ts';
import { startUpkeep } from './upkeep.ts';

/** How long running jobs may go on after the stop has begun. What is cut off is done again by whoever starts next. */
const JOB_GRACE_MS = 15_000;

/** Brings up everything behind HTTP: the schema, the queue, the outbox and, if this process `works`, the workers. */
export async function startBackground(
  services: Services,
  databaseUrl: string,
  lifecycle: Lifecycle,
  { works }: { works: boolean },
): Promise<void> {
  const { database, renderer, queue, live, relay, log, cosigner, logger } = services;
  lifecycle.onStop(() => database.close());
  lifecycle.onStop(() => log.close());
  lifecycle.onStop(() => renderer.close());
  await migrate(database.orm, databaseUrl, logger, lifecycle.stopping);
  lifecycle.onStop(() => queue.stop(JOB_GRACE_MS));
  await untilDatabaseAnswers(() => queue.start(), logger, lifecycle.stopping);
  lifecycle.onStop(() => live.stop());
  live.start();
  lifecycle.onStop(() => relay.stop());
  relay.start();
  if (works) {
    await untilDatabaseAnswers(() => queue.work(), logger, lifecycle.stopping);
    await renderer.probe();
    const upkeep = startUpkeep(services);
    lifecycle.onStop(() => upkeep.stop());
    lifecycle.onStop(() => cosigner.stop());
    cosigner.start();
  }
}
