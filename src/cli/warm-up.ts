import { internal } from '../platform/auth/principal.ts';
import { Context } from '../platform/context.ts';
import type { OwnRequest, OwnRequests } from '../platform/http/own-requests.ts';
import type { Service } from '../service.ts';

/** A round that is not at least so much quicker than the best before it says that there is little left to gain. */
const GAIN = 0.9;
/** So many in a row: one slow round may be somebody else's work on the machine. */
const ROUNDS_WITHOUT_GAIN = 3;
/** Asked at once, besides what the pool has: more would only wait. */
const MAX_AT_ONCE = 20;

/** A busy machine gives a process a part of its time: to go by the clock alone would warm nothing up just there. */
const MAX_WAITED = 3;

/** What every service answers. */
const REQUESTS: readonly OwnRequest[] = [
  { path: '/livez' },
  { path: '/api/health/architecture' },
  { path: '/' },
  { path: '/graphql', body: { query: '{ __typename }' } },
];

/**
 * Goes along every hot path again and again, until that makes it no quicker or the time is up: code is compiled, connections
 * are made, and each of them knows the statements. Without it, whoever comes first after a restart waits for that. What fails
 * is met again by who asks for it, and no reason not to start.
 * @param budgetMs of processor time
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
  const isOver = () => stopping.aborted || performance.now() >= deadline || workedSince(before) >= budgetMs;
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

/** Loads and begins what would be by its first use, one thing after the other. */
export async function loadAhead({ platform, warmUps }: Service, isOver = () => false): Promise<void> {
  for (const { work } of warmUps) {
    if (isOver()) return;
    await work?.().catch((error) => platform.logger.debug({ err: error }, 'a path was not warmed up'));
  }
}

/** In milliseconds of processor time. */
function workedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
