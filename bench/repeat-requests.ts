export interface Timing {
  p50Ms: number;
  p95Ms: number;
  perSecond: number;
  /** How many of them were told to narrow what they ask for. */
  refused: number;
}

/** `REFUSED`: the service said what to narrow, after a bounded look. */
export type AnswerKind = 'ANSWERED' | 'REFUSED';

/** How often each caller asks before it counts. */
const WARM_UPS = 5;

/** Asks without a pause. @param ask is given a number that rises, so that not all ask the same. */
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
