export interface Timing {
  p50Ms: number;
  p95Ms: number;
  perSecond: number;
  /** Number of requests that were refused because they select too much. */
  refused: number;
}

/** `REFUSED`: the service refused the request after limited work, and named what to narrow. */
export type AnswerKind = 'ANSWERED' | 'REFUSED';

/** Number of requests that each caller sends before the measurement. */
const WARM_UPS = 5;

/**
 * Sends requests without pauses.
 * @param ask called with an increasing number, so that requests differ
 */
export async function repeatRequests(
  ask: (turn: number) => Promise<AnswerKind>,
  { callers, seconds }: { callers: number; seconds: number },
): Promise<Timing> {
  let turn = 0;
  const all = (work: () => Promise<void>) => Promise.all(Array.from({ length: callers }, work));
  await all(async () => {
    for (let time = 0; time < WARM_UPS; time++) await ask(turn++);
  });
  let refused = 0;
  const tookMs: number[] = [];
  const began = performance.now();
  await all(async () => {
    do {
      const asked = performance.now();
      if ((await ask(turn++)) === 'REFUSED') refused++;
      tookMs.push(performance.now() - asked);
    } while (performance.now() - began < seconds * 1_000);
  });
  const perSecond = tookMs.length / ((performance.now() - began) / 1_000);
  tookMs.sort((one, other) => one - other);
  const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))]!;
  return { p50Ms: at(0.5), p95Ms: at(0.95), perSecond, refused };
}
