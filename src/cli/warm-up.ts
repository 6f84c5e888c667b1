import { internal } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import type { OwnRequest, OwnRequests } from '../platform/http/own-requests.ts';
import type { Service } from '../service.ts';

/** A round counts as a gain if it takes less than this share of the shortest time so far. */
const GAIN = 0.9;
/** Number of rounds in a row without gain after which the warm-up ends. One slow round can have other causes. */
const ROUNDS_WITHOUT_GAIN = 3;
/** Maximum number of concurrent requests, even if the connection pool is larger: more would only wait. */
const MAX_AT_ONCE = 20;

/**
 * Maximum wall time of the warm-up as a multiple of its processor time, because a busy machine gives a process only part of its
 * time.
 */
const MAX_WAITED = 3;

/** Requests that every installation can answer. */
const REQUESTS: readonly OwnRequest[] = [
  { path: '/livez' },
  { path: '/api/health/architecture' },
  { path: '/' },
  { path: '/graphql', body: { query: '{ __typename }' } },
];

/**
 * Runs every frequent operation repeatedly until it gets no faster or the time limit is reached, so that code is compiled and
 * connections have prepared their statements. Otherwise, the first callers after a restart would wait for that. Failures don't
 * prevent the start.
 * @param budgetMs processor time in milliseconds
 */
export async function warmUp(
  service: Service,
  own: OwnRequests,
  budgetMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const { platform, warmUps } = service;
  const deadline = performance.now() + budgetMs * MAX_WAITED;
  const before = process.cpuUsage();
  const isOver = () => stopping.aborted || performance.now() >= deadline || cpuMsSince(before) >= budgetMs;
  const occasion = { principal: internal('warm-up'), requestId: 'warm-up', signal: stopping };
  const requests = [...REQUESTS];
  await loadAhead(service, isOver);
  for (const { requests: more } of warmUps) {
    if (isOver()) break;
    requests.push(...((await more?.(new Context(platform, occasion)).catch(() => [])) ?? []));
  }
  const atOnce = Math.min(platform.config.databasePoolSize, MAX_AT_ONCE);
  let best = Number.POSITIVE_INFINITY;
  for (let withoutGain = 0; withoutGain < ROUNDS_WITHOUT_GAIN && !isOver(); ) {
    const began = performance.now();
    for (const one of requests) {
      if (isOver()) break;
      await Promise.all(Array.from({ length: atOnce }, () => own.ask(one).catch(() => 0)));
    }
    const took = performance.now() - began;
    withoutGain = took > best * GAIN ? withoutGain + 1 : 0;
    best = Math.min(best, took);
  }
}

/** Loads data that would otherwise be loaded on first use, one part after the other. */
export async function loadAhead({ platform, warmUps }: Service, isOver = () => false): Promise<void> {
  for (const { work } of warmUps) {
    if (isOver()) return;
    await work?.().catch((error) => platform.logger.debug({ err: error }, 'a path was not warmed up'));
  }
}

/** Processor time of this process since `before`, in milliseconds. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
